/** From the scanner's facts to what is stored about a document: format, slot and warnings, or a precise refusal. */
import { LIMITS } from '../core/limits.ts';
import { SBOM_INVALID } from '../core/sbom/errors.ts';
import { findSubject } from '../core/sbom/find-subject.ts';
import { inspectSbom, type InspectedSbom } from '../core/sbom/inspect-sbom.ts';
import type { ScanFacts } from '../core/sbom/scan-facts.ts';
import { slotOf } from '../core/sbom/slot.ts';
import type { SbomWarning } from '../store/portfolio/sboms.ts';
import type { SpooledDocument } from '../store/portfolio/spooled-document.ts';
import type { ThreadPool } from '../threads/pool.ts';
import { validateStrictly } from '../threads/validate-strictly.ts';
import { UPLOAD_PARAMETERS } from './contract/sbom.ts';
import { BODY_TOO_LARGE } from './errors.ts';
import type { ReceivedBody } from './receive-body.ts';
import type { UploadRequest } from './upload-request.ts';

export interface InspectedDocument {
  readonly document: SpooledDocument;
  readonly inspected: InspectedSbom;
  readonly slot: string;
  readonly warnings: readonly SbomWarning[];
}

export async function inspectDocument(
  deps: { readonly threads: ThreadPool },
  { document, facts }: ReceivedBody,
  upload: UploadRequest,
  parameterNames: readonly string[],
): Promise<InspectedDocument> {
  const inspected = inspectSbom(facts);
  if (upload.strict) await requireValid(deps.threads, document, inspected);
  const slot = slotOf({
    slot: upload.explicitSlot,
    imageRepository: upload.imageRepository,
    subject: needsSubject(upload) ? await readSubject(document, facts) : undefined,
    sha256: document.sha256.toString('hex'),
  });
  return { document, inspected, slot, warnings: [...inspected.warnings, ...warningsOf(parameterNames)] };
}

function needsSubject(upload: UploadRequest): boolean {
  return upload.explicitSlot === undefined && upload.imageRepository === undefined;
}

async function readSubject(document: SpooledDocument, facts: ScanFacts): ReturnType<typeof findSubject> {
  return await findSubject(facts, async ({ start, end }) => (await document.read(start, end)).toString('utf8'));
}

async function requireValid(threads: ThreadPool, document: SpooledDocument, inspected: InspectedSbom): Promise<void> {
  const bytesMax = LIMITS.strictBodyBytesMax;
  if (document.sizeBytes > bytesMax) throw BODY_TOO_LARGE({ bytesMax, afterDecompression: true });
  const { format, specVersion, wrapped } = inspected;
  // A copy: its memory is handed over to the thread, while the document is still needed here.
  const bytes = Uint8Array.from(await document.read(0, document.sizeBytes));
  const details = await validateStrictly(threads, { format, specVersion, wrapped, bytes });
  const first = details[0];
  if (first === undefined) return;
  throw SBOM_INVALID({ path: first.path, expected: 'valid by the official schema', found: first.message }, { details });
}

function warningsOf(parameterNames: readonly string[]): SbomWarning[] {
  const count = parameterNames.filter((name) => !UPLOAD_PARAMETERS.has(name)).length;
  return count === 0 ? [] : [{ code: 'PARAMETER_UNKNOWN', count }];
}
