/** Sends an inventory from a thread in parts; the next one is built while the previous one is processed. */
import type { Transferable } from 'node:worker_threads';
import type { SetContext } from '../../core/match/components/component-set.ts';
import type { Inventory } from '../../core/sbom/inventory.ts';
import type { Emit } from '../pool/answer-jobs.ts';
import type { PartVerdict } from '../pool/job-reply.ts';
import { toInventoryParts, type InventoryPart } from './inventory-parts.ts';

export async function sendParts(inventory: Inventory, context: SetContext, emit: Emit): Promise<void> {
  let previous: Promise<PartVerdict> = Promise.resolve('go-on');
  for (const part of toInventoryParts(inventory, context)) {
    if ((await previous) === 'stop') return;
    previous = emit(part, transferOf(part));
  }
  await previous;
}

function transferOf(part: InventoryPart): readonly Transferable[] {
  return part.kind === 'summary' ? [part.packed.buffer] : [];
}
