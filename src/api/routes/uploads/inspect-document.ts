/** Derives from the scan result what is stored about a document (format, slot, warnings), or rejects it with a precise error. */
import type { ByteRange } from '../../../core/sbom/scan/scan-facts.ts';
import { findOrigin, findSubject } from '../../../core/sbom/subject/find-subject.ts';
import { inspectSbom, type InspectedSbom } from '../../../core/sbom/scan/inspect-sbom.ts';
import { slotOf, type Slot } from '../../../core/sbom/subject/slot.ts';
import type { SbomWarning } from '../../../store/portfolio/sboms.ts';
import { getSettings } from '../../../store/people/settings.ts';
import type { Attestation } from '../../../core/sbom/attestation.ts';
import { isEncoded, unwrapDocument, type UnwrappedDocument } from '../../../envelope/unwrap-document.ts';
import { checkSignature } from '../../../envelope/verify-signature.ts';
import type { ApiDeps } from '../../api-deps.ts';
import type { SpooledDocument } from '../../../store/portfolio/blobs/spooled-document.ts';
import { UPLOAD_PARAMETERS, type UploadQuery } from '../../contract/services/sbom.ts';
import type { ReceivedBody } from '../../http/body/receive-body.ts';
import { LIMITS } from '../../../core/limits.ts';
import { SBOM_INVALID } from '../../../core/sbom/errors.ts';
import type { ThreadRunner } from '../../../threads/pool/thread-pool.ts';
import { validateStrictly } from '../../../threads/schema/validate-strictly.ts';
import { BODY_TOO_LARGE, SERVER_BUSY, PARAMETER_INVALID } from '../../errors.ts';
import { withoutUserInfo } from '../../../core/naming/git-origin.ts';
import { parseImageReference, type ImageReference } from '../../../core/naming/image-reference.ts';
import { toName } from '../../../core/naming/name.ts';
import type { GitFacts } from '../../../store/portfolio/versions/versions.ts';
import { toReference } from '../../http/path-parameters.ts';

export interface InspectedBody {
  readonly document: SpooledDocument;
  readonly inspected: InspectedSbom;
  readonly warnings: readonly SbomWarning[];
  /** Null if the document is not wrapped. */
  readonly attestation: Attestation | null;
}

export interface InspectedDocument extends InspectedBody {
  readonly slot: Slot;
}

interface SentParameters {
  readonly names: readonly string[];
  /** Parameters that the route supports; any other becomes a warning. */
  readonly known: ReadonlySet<string>;
}

/** Makes the decision between 200 and 400. */
export async function inspectBody(
  checks: DocumentChecks,
  body: ReceivedBody,
  { strict }: { readonly strict: boolean },
  parameters: SentParameters,
): Promise<InspectedBody> {
  return await inspect(checks, body, { strict, parameters }, async (inspected) => await Promise.resolve(inspected));
}

export async function inspectDocument(
  checks: DocumentChecks,
  body: ReceivedBody,
  upload: UploadRequest,
  parameterNames: readonly string[],
): Promise<InspectedDocument> {
  const parameters = { names: parameterNames, known: UPLOAD_PARAMETERS };
  return await inspect(checks, body, { strict: upload.strict, parameters }, async (inspected, unwrapped) => ({
    ...inspected,
    slot: await findSlot(body.document, unwrapped, upload),
  }));
}

/** The decoded document is in memory only while this runs. */
async function inspect<Result>(
  checks: DocumentChecks,
  { document, facts }: ReceivedBody,
  { strict, parameters }: { readonly strict: boolean; readonly parameters: SentParameters },
  finish: (inspected: InspectedBody, unwrapped: UnwrappedDocument) => Promise<Result>,
): Promise<Result> {
  const release = isEncoded(facts) ? checks.reserve(document.sizeBytes) : undefined;
  try {
    const unwrapped = await unwrapDocument(facts, async ({ start, end }) => await document.read(start, end));
    const inspected = inspectSbom(unwrapped.facts, unwrapped.path);
    if (strict) await checks.requireValid(document, inspected);
    const attestation = await checks.attest(unwrapped);
    const warnings = [...inspected.warnings, ...warningsOf(parameters)];
    return await finish({ document, inspected, attestation, warnings }, unwrapped);
  } finally {
    release?.();
  }
}

async function findSlot(
  document: SpooledDocument,
  { facts, read }: UnwrappedDocument,
  upload: UploadRequest,
): Promise<Slot> {
  const sent = { slot: upload.explicitSlot, image: upload.imageReference, sha256: document.sha256.toString('hex') };
  if (sent.slot !== undefined || sent.image !== undefined)
    return slotOf({ ...sent, subject: undefined, origin: undefined });
  const readText = async (range: ByteRange): Promise<string> => (await read(range)).toString('utf8');
  return slotOf({ ...sent, subject: await findSubject(facts, readText), origin: await findOrigin(facts, readText) });
}

function warningsOf({ names, known }: SentParameters): SbomWarning[] {
  const count = names.filter((name) => !known.has(name)).length;
  return count === 0 ? [] : [{ code: 'PARAMETER_UNKNOWN', count }];
}

// Checks of documents that are held in memory: validation against the official schema in a worker thread (`validate=strict`), and
// decoding. Their total size is limited; beyond it, the client is asked to retry later.
interface DocumentChecks {
  /** Throws SBOM_INVALID with all schema violations of the document. */
  readonly requireValid: (document: SpooledDocument, inspected: InspectedSbom) => Promise<void>;
  /** Checks the signature with the keys of the organization. */
  readonly attest: (unwrapped: UnwrappedDocument) => Promise<Attestation | null>;
  /** Returns the function that releases the memory. */
  readonly reserve: (bytes: number) => () => void;
}

export function createDocumentChecks({
  threads,
  database,
}: Pick<ApiDeps, 'threads' | 'database'>): (orgId: string) => DocumentChecks {
  let bytesReserved = 0;
  const reserve = (bytes: number): (() => void) => {
    if (bytesReserved + bytes > LIMITS.threadBytesInWorkMax) throw SERVER_BUSY();
    bytesReserved += bytes;
    return () => void (bytesReserved -= bytes);
  };
  return (orgId) => ({
    reserve,
    requireValid: async (document, inspected) => {
      const bytesMax = LIMITS.strictBodyBytesMax;
      if (document.sizeBytes > bytesMax) throw BODY_TOO_LARGE({ bytesMax, afterDecompression: true });
      const release = reserve(document.sizeBytes);
      await requireValid(threads.of(orgId), document, inspected).finally(release);
    },
    attest: async ({ statement, envelope }) => {
      if (statement === undefined && envelope === undefined) return null;
      const { signatures } = await database.readInOrg(orgId, getSettings);
      return { statement: statement ?? null, signature: await checkSignature(envelope, signatures.keys) };
    },
  });
}

async function requireValid(threads: ThreadRunner, document: SpooledDocument, inspected: InspectedSbom): Promise<void> {
  const { format, specVersion, path } = inspected;
  // A copy, because its memory is transferred to the thread while the document is still needed here.
  const bytes = Uint8Array.from(await document.read(0, document.sizeBytes));
  const details = await validateStrictly(threads, { format, specVersion, path, bytes });
  const first = details[0];
  if (first === undefined) return;
  throw SBOM_INVALID({ path: first.path, problem: first.message }, { details });
}

/** The parameters of an upload, from its path and query: validated, normalized, and free of secrets. */
export interface UploadRequest {
  readonly service: string;
  readonly version: string;
  readonly image: string | null;
  readonly imageReference: ImageReference | undefined;
  readonly explicitSlot: string | undefined;
  readonly distro: string | null;
  readonly git: GitFacts;
  readonly tags: readonly string[];
  readonly waitSeconds: number;
  readonly strict: boolean;
}

/** `version` is undefined on the second path if only an image is given: then the whole reference is the name of the version. */
export function parseUploadRequest(service: string, version: string | undefined, query: UploadQuery): UploadRequest {
  const serviceReference = toReference('service name', service);
  const image = query.image === undefined ? undefined : parseImageReference(query.image);
  return {
    service: serviceReference,
    version: toReference('version name', versionOf(version, image)),
    image: image?.text ?? null,
    imageReference: image,
    explicitSlot: query.slot === undefined ? undefined : toName('slot', query.slot),
    distro: query.distro ?? null,
    git: {
      branch: textOf(query.git_branch),
      commitSha: textOf(query.git_commit_sha),
      origin: query.git_origin === undefined ? null : textOf(withoutUserInfo(query.git_origin)),
    },
    tags: [...new Set(query.tag ?? [])],
    waitSeconds: query.wait ?? 0,
    strict: query.validate === 'strict',
  };
}

function versionOf(version: string | undefined, image: ImageReference | undefined): string {
  if (version !== undefined) return version;
  if (image !== undefined) return image.text;
  throw PARAMETER_INVALID({
    summary: 'Send "version" or "image" to name the version of the SBOM.',
  });
}

const UNSTORABLE = /[\p{Cc}\p{Cs}]/gu;

/** An unset variable in a CI pipeline arrives as an empty text. */
function textOf(text: string | undefined): string | null {
  const clean = text?.replaceAll(UNSTORABLE, '\ufffd').trim();
  return clean === undefined || clean === '' ? null : clean;
}
