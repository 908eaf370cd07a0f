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

export interface InspectedDocument {
  readonly document: SpooledDocument;
  readonly inspected: InspectedSbom;
  readonly slot: string;
  readonly warnings: readonly SbomWarning[];
}

export async function inspectDocument(
  requireValid: StrictCheck,
  { document, facts }: ReceivedBody,
  upload: UploadRequest,
  parameterNames: readonly string[],
): Promise<InspectedDocument> {
  const inspected = inspectSbom(facts);
  if (upload.strict) await requireValid(document, inspected);
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

function warningsOf(parameterNames: readonly string[]): SbomWarning[] {
  const count = parameterNames.filter((name) => !UPLOAD_PARAMETERS.has(name)).length;
  return count === 0 ? [] : [{ code: 'PARAMETER_UNKNOWN', count }];
}
