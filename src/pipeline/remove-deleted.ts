/** Removes the rows of deleted versions and services in the background, one version per transaction. */
import { findRemovableVersion, removeEmptyServices, removeVersion } from '../store/portfolio/behind.ts';
import type { PipelineDeps } from './deps.ts';

export async function removeDeleted(deps: PipelineDeps, job: { orgId: string }): Promise<void> {
  let removed = true;
  while (removed) {
    removed = await deps.database.inOrg(job.orgId, async (tx) => {
      const versionId = await findRemovableVersion(tx);
      if (versionId === undefined) return false;
      await removeVersion(tx, versionId);
      return true;
    });
  }
  await deps.database.inOrg(job.orgId, removeEmptyServices);
}
