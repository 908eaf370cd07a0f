/**
 * Removes the rows of deleted versions and services in the background, a bounded number per transaction. After a crash the
 * version is still marked as deleted, and the next run continues.
 */
import {
  findRemovableVersion,
  markVersionsOfDeletedServices,
  REMOVAL_STEPS,
  removeEmptyServices,
} from '../../store/portfolio/versions/remove-versions.ts';
import type { OrgTx } from '../../store/database.ts';
import type { PipelineDeps } from '../deps.ts';

export async function removeDeleted(deps: PipelineDeps, job: { readonly orgId: string }): Promise<void> {
  const at = new Date(deps.now()).toISOString();
  const repeat = async (step: (tx: OrgTx) => Promise<boolean>): Promise<void> => {
    while (await deps.database.inOrg(job.orgId, step));
  };
  await repeat(async (tx) => await markVersionsOfDeletedServices(tx, at));
  for (;;) {
    const versionId = await deps.database.inOrg(job.orgId, findRemovableVersion);
    if (versionId === undefined) break;
    for (const step of REMOVAL_STEPS) await repeat(async (tx) => await step(tx, { versionId, at }));
  }
  await deps.database.inOrg(job.orgId, removeEmptyServices);
}
