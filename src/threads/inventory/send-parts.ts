/** Sends an inventory from a thread in parts; the next one is built while the previous one is processed. */
import type { SetContext } from '../../core/match/components/component-set.ts';
import type { Inventory } from '../../core/sbom/inventory.ts';
import type { Emit } from '../pool/answer-jobs.ts';
import type { PartVerdict } from '../pool/job-reply.ts';
import { splitInventory } from './inventory-parts.ts';

export async function sendParts(inventory: Inventory, context: SetContext, emit: Emit): Promise<void> {
  const { summary, toBatches } = splitInventory(inventory, context);
  let previous = emit(summary, [summary.packed.buffer, summary.chunkHashes.buffer, summary.chunkStarts.buffer]);
  // A single part takes less time than the answer, which then decides only whether it is sent.
  const wanted = summary.partCount > 1 ? toWanted(await previous) : undefined;
  for (const batch of toBatches(wanted)) {
    if ((await previous) === 'stop') return;
    previous = emit(batch);
  }
  await previous;
}

function toWanted(verdict: PartVerdict): ReadonlySet<number> | undefined {
  if (verdict === 'stop') return NOTHING;
  return verdict === 'go-on' ? undefined : verdict.wanted;
}

const NOTHING: ReadonlySet<number> = new Set();
