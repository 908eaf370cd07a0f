/**
 * Lifecycle phases of a document (since 1.5): a phase defined by CycloneDX, or a custom one, which is ignored.
 * https://cyclonedx.org/docs/1.7/json/#metadata_lifecycles
 */
import { listIn, textIn } from '../../foreign-value.ts';
import type { InventoryDraft } from '../inventory-draft.ts';

const PHASES: ReadonlySet<string> = new Set([
  'design',
  'pre-build',
  'build',
  'post-build',
  'operations',
  'discovery',
  'decommission',
]);

export function parsePhases(metadata: unknown, draft: InventoryDraft): void {
  for (const lifecycle of listIn(metadata, 'lifecycles')) {
    const phase = textIn(lifecycle, 'phase') ?? '';
    if (PHASES.has(phase)) draft.phases.add(phase);
  }
}
