/** Derives from the scan result what is stored about a document (format, slot, warnings), or rejects it with a precise error. */
import type { ByteRange } from '../../../core/sbom/scan/byte-range.ts';
import { findOrigin, findSubject } from '../../../core/sbom/subject/find-subject.ts';
import { inspectSbom, type InspectedSbom } from '../../../core/sbom/scan/inspect-sbom.ts';
import { slotOf, type Slot } from '../../../core/sbom/subject/slot.ts';
import type { SbomWarning } from '../../../store/portfolio/documents/sboms.ts';
import type { SpooledDocument } from '../../../store/portfolio/blobs/spooled-document.ts';
import { UPLOAD_PARAMETERS } from '../../contract/services/sbom.ts';
import type { ReceivedBody } from '../../http/body/receive-body.ts';
import type { StrictCheck } from './strict-check.ts';
import type { UploadRequest } from './upload-request.ts';

export interface InspectedBody {
  readonly document: SpooledDocument;
  readonly inspected: InspectedSbom;
  readonly warnings: readonly SbomWarning[];
}

export interface InspectedDocument extends InspectedBody {
  readonly slot: Slot;
}

export interface SentParameters {
  readonly names: readonly string[];
  /** Parameters that the route supports; any other becomes a warning. */
  readonly known: ReadonlySet<string>;
}

/** Makes the decision between 200 and 400. */
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
  const inspected = await inspectBody(requireValid, body, upload, { names: parameterNames, known: UPLOAD_PARAMETERS });
  return { ...inspected, slot: await findSlot(body, upload) };
}

async function findSlot({ document, facts }: ReceivedBody, upload: UploadRequest): Promise<Slot> {
  const sent = { slot: upload.explicitSlot, image: upload.imageReference, sha256: document.sha256.toString('hex') };
  if (sent.slot !== undefined || sent.image !== undefined)
    return slotOf({ ...sent, subject: undefined, origin: undefined });
  const readText = async ({ start, end }: ByteRange): Promise<string> =>
    (await document.read(start, end)).toString('utf8');
  return slotOf({ ...sent, subject: await findSubject(facts, readText), origin: await findOrigin(facts, readText) });
}

function warningsOf({ names, known }: SentParameters): SbomWarning[] {
  const count = names.filter((name) => !known.has(name)).length;
  return count === 0 ? [] : [{ code: 'PARAMETER_UNKNOWN', count }];
}
