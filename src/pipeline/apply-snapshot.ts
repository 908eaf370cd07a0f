/**
 * New advisory data reaches an organization: it is told of it once, and every version that was analyzed on older data is
 * analyzed again.
 */
import { countNews, readSnapshot } from '../store/advisories/snapshots.ts';
import { insertEvents } from '../store/delivery/events.ts';
import { listVersionsOnOlderData } from '../store/portfolio/behind.ts';
import { askAgain } from './ask-analysis.ts';
import type { PipelineDeps } from './deps.ts';

const BATCH = 200;

export async function applySnapshot(deps: PipelineDeps, job: { readonly orgId: string }): Promise<void> {
  const snapshot = await deps.database.reference(readSnapshot);
  await tell(deps, job.orgId, snapshot);
  let after: string | undefined;
  for (;;) {
    const versionIds = await deps.database.inOrg(
      job.orgId,
      async (tx) => await listVersionsOnOlderData(tx, snapshot, after, BATCH),
    );
    for (const versionId of versionIds) await askAgain(deps, { orgId: job.orgId, versionId }, 'advisories');
    after = versionIds.at(-1);
    if (versionIds.length < BATCH) return;
  }
}

/** The job may come twice, and a later one may have told of this snapshot already: then there are no news. */
async function tell(deps: PipelineDeps, orgId: string, snapshot: number): Promise<void> {
  await deps.database.inOrg(orgId, async (tx) => {
    const records = await countNews(tx, snapshot);
    if (Object.keys(records).length === 0) return;
    const at = new Date(deps.now()).toISOString();
    await insertEvents(tx, [{ id: deps.newId(), type: 'advisories.updated', at, snapshot, detail: { records } }]);
  });
}
