/** Deletes sets of components that no document refers to any more, and the components that are in no other set. */
import { collectUnusedSet } from '../store/portfolio/unused-components.ts';
import type { PipelineDeps } from './deps.ts';

/** Longer than the time between the first member of a set and the document that refers to it. */
const UNUSED_HOURS = 24;

export async function collectUnused(
  deps: Pick<PipelineDeps, 'database' | 'now'>,
  { orgId }: { readonly orgId: string },
): Promise<void> {
  const before = new Date(deps.now() - UNUSED_HOURS * 3_600_000).toISOString();
  while (await deps.database.inOrg(orgId, async (tx) => await collectUnusedSet(tx, before)));
}
