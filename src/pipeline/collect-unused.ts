/** Collects sets of components that no document refers to any more, and the components that nothing else holds. */
import { collectUnusedSet } from '../store/portfolio/unused-components.ts';
import type { PipelineDeps } from './deps.ts';

/** Longer than anybody takes from the first member of a set to the document that refers to it. */
const UNUSED_HOURS = 24;

export async function collectUnused(
  deps: Pick<PipelineDeps, 'database' | 'now'>,
  { orgId }: { readonly orgId: string },
): Promise<void> {
  const before = new Date(deps.now() - UNUSED_HOURS * 3_600_000).toISOString();
  while (await deps.database.inOrg(orgId, async (tx) => await collectUnusedSet(tx, before)));
}
