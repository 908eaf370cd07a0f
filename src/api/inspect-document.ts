/** From the scanner's facts to what is stored about a document: format, slot and warnings, or a precise refusal. */
import { findSubject } from '../core/sbom/find-subject.ts';
import { inspectSbom, type InspectedSbom } from '../core/sbom/inspect-sbom.ts';
import type { ScanFacts } from '../core/sbom/scan-facts.ts';
import { slotOf } from '../core/sbom/slot.ts';
import type { SbomWarning } from '../store/portfolio/sboms.ts';
import type { SpooledDocument } from '../store/portfolio/spooled-document.ts';
import { UPLOAD_PARAMETERS } from './contract/sbom.ts';
import type { ReceivedBody } from './receive-body.ts';
import type { StrictCheck } from './strict-check.ts';
import type { UploadRequest } from './upload-request.ts';

export interface InspectedBody {
  readonly document: SpooledDocument;
  readonly inspected: InspectedSbom;
  readonly warnings: readonly SbomWarning[];
}

export interface InspectedDocument extends InspectedBody {
  readonly slot: string;
}

export interface SentParameters {
  readonly names: readonly string[];
  /** What the route understands; another one becomes a warning. */
  readonly known: ReadonlySet<string>;
}

/** Everything that decides between 200 and 400 is decided here. */
export async function inspectBody(
  requireValid: StrictCheck,
  { document, facts }: ReceivedBody,
  { strict }: { readonly strict: boolean },
  parameters: SentParameters,
): Promise<InspectedBody> {
  const inspected = inspectSbom(facts);
  if (strict) await requireValid(document, inspected);
  return { document, inspected, warnings: [...inspected.warnings, ...warningsOf(parameters)] };
}

export async function inspectDocument(
  requireValid: StrictCheck,
  body: ReceivedBody,
  upload: UploadRequest,
  parameterNames: readonly string[],
): Promise<InspectedDocument> {
  const { document, facts } = body;
  const inspected = await inspectBody(requireValid, body, upload, { names: parameterNames, known: UPLOAD_PARAMETERS });
  const slot = slotOf({
    slot: upload.explicitSlot,
    imageRepository: upload.imageRepository,
    subject: needsSubject(upload) ? await readSubject(document, facts) : undefined,
    sha256: document.sha256.toString('hex'),
  });
  return { ...inspected, slot };
}

function needsSubject(upload: UploadRequest): boolean {
  return upload.explicitSlot === undefined && upload.imageRepository === undefined;
}

async function readSubject(document: SpooledDocument, facts: ScanFacts): ReturnType<typeof findSubject> {
  return await findSubject(facts, async ({ start, end }) => (await document.read(start, end)).toString('utf8'));
}

function warningsOf({ names, known }: SentParameters): SbomWarning[] {
  const count = names.filter((name) => !known.has(name)).length;
  return count === 0 ? [] : [{ code: 'PARAMETER_UNKNOWN', count }];
}
