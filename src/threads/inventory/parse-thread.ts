/** Thread entry of `parseInventory`: parses the bytes and emits the inventory in parts. */
import type { Transferable } from 'node:worker_threads';
import type { SetContext } from '../../core/match/components/component-set.ts';
import { answerJobs, type Emit } from '../pool/answer-jobs.ts';
import { toInventoryParts, type InventoryPart, parseInventoryBytes, type InventoryRequest } from './inventory-parts.ts';
import type { PartVerdict } from '../pool/job-reply.ts';

export interface PartsRequest extends InventoryRequest, SetContext {}

answerJobs(sendParts);

async function sendParts({ distroOverride, image, ...request }: PartsRequest, emit: Emit): Promise<void> {
  let previous: Promise<PartVerdict> = Promise.resolve('go-on');
  for (const part of toInventoryParts(parseInventoryBytes(request), { distroOverride, image })) {
    // The next part is built while the previous one is processed.
    if ((await previous) === 'stop') return;
    previous = emit(part, transferOf(part));
  }
  await previous;
}

function transferOf(part: InventoryPart): readonly Transferable[] {
  return part.kind === 'summary' ? [part.packed.buffer] : [];
}
