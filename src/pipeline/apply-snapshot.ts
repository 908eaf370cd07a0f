/** New advisory data reaches an organization: every version that was analyzed on older data is analyzed again. */
import { readSnapshot } from '../store/advisories/snapshots.ts';
import { lockVersion } from '../store/portfolio/change-versions.ts';
import { listVersionsOnOlderData } from '../store/portfolio/behind.ts';
import { askAnalysis } from './ask-analysis.ts';
import type { PipelineDeps } from './deps.ts';

const BATCH = 200;

export async function applySnapshot(deps: PipelineDeps, job: { readonly orgId: string }): Promise<void> {
  const snapshot = await deps.database.reference(readSnapshot);
  let after: string | undefined;
  for (;;) {
    const versionIds = await deps.database.inOrg(
      job.orgId,
      async (tx) => await listVersionsOnOlderData(tx, snapshot, after, BATCH),
    );
    for (const versionId of versionIds) await askAgain(deps, job.orgId, versionId);
    after = versionIds.at(-1);
    if (versionIds.length < BATCH) return;
  }
}

async function askAgain(deps: PipelineDeps, orgId: string, versionId: string): Promise<void> {
  await deps.database.inOrg(orgId, async (tx) => {
    const version = await lockVersion(tx, versionId);
    if (version !== undefined) await askAnalysis(deps, tx, version, 'advisories');
  });
}
