/**
 * Queues a job for every organization that applies new data. The announced snapshot is stored, so that a change made just before
 * a crash is announced by the next process, and no organization gets a job without new data.
 */
import { findUnannouncedSnapshot, recordAnnouncedSnapshot } from '../../store/advisories/snapshots.ts';
import { listOrganizationIds } from '../../store/people/organizations.ts';
import type { PipelineDeps } from '../deps.ts';

const ORGANIZATIONS_PER_READ = 500;

export async function enqueueSnapshotJobs(deps: PipelineDeps): Promise<void> {
  const snapshot = await deps.database.reference(findUnannouncedSnapshot);
  if (snapshot === undefined) return;
  let after: string | undefined;
  for (;;) {
    const orgIds = await deps.database.reference(async (tx) => {
      const page = await listOrganizationIds(tx, after, ORGANIZATIONS_PER_READ);
      for (const orgId of page) await deps.queue.enqueue(tx, 'apply-snapshot', { orgId });
      return page;
    });
    after = orgIds.at(-1);
    if (orgIds.length < ORGANIZATIONS_PER_READ) break;
  }
  await deps.database.reference(async (tx) => await recordAnnouncedSnapshot(tx, snapshot));
}
