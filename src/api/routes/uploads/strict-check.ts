/**
 * `validate=strict`: validates against the official schema in a worker thread. Documents that wait for a thread are held in
 * memory, so their total size is limited; beyond it, the client is asked to retry later.
 */
import { LIMITS } from '../../../core/limits.ts';
import { SBOM_INVALID } from '../../../core/sbom/errors.ts';
import type { InspectedSbom } from '../../../core/sbom/scan/inspect-sbom.ts';
import type { SpooledDocument } from '../../../store/portfolio/blobs/spooled-document.ts';
import type { ThreadPool, ThreadRunner } from '../../../threads/pool/thread-pool.ts';
import { validateStrictly } from '../../../threads/schema/validate-strictly.ts';
import { BODY_TOO_LARGE, SERVER_BUSY } from '../../errors.ts';

/** Throws SBOM_INVALID with all schema violations of the document. */
export type StrictCheck = (document: SpooledDocument, inspected: InspectedSbom) => Promise<void>;

export function createStrictCheck(threads: ThreadPool): (orgId: string) => StrictCheck {
  let bytesWaiting = 0;
  return (orgId) => async (document, inspected) => {
    const bytesMax = LIMITS.strictBodyBytesMax;
    if (document.sizeBytes > bytesMax) throw BODY_TOO_LARGE({ bytesMax, afterDecompression: true });
    if (bytesWaiting + document.sizeBytes > LIMITS.threadBytesInWorkMax) throw SERVER_BUSY();
    bytesWaiting += document.sizeBytes;
    try {
      await requireValid(threads.of(orgId), document, inspected);
    } finally {
      bytesWaiting -= document.sizeBytes;
    }
  };
}

async function requireValid(threads: ThreadRunner, document: SpooledDocument, inspected: InspectedSbom): Promise<void> {
  const { format, specVersion, wrapped } = inspected;
  // A copy, because its memory is transferred to the thread while the document is still needed here.
  const bytes = Uint8Array.from(await document.read(0, document.sizeBytes));
  const details = await validateStrictly(threads, { format, specVersion, wrapped, bytes });
  const first = details[0];
  if (first === undefined) return;
  throw SBOM_INVALID({ path: first.path, problem: first.message }, { details });
}
