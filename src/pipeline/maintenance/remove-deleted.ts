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
import { nowOf, type PipelineDeps } from '../deps.ts';
import { setTimeout as delay } from 'node:timers/promises';
import { AssayError } from '../../core/errors.ts';
import { DATABASE_BUSY } from '../../store/errors.ts';
import {
  countOrganizationsForUpdate,
  deleteEmptyOrganization,
  deleteRows,
  isForeignKeyViolation,
  listDeletedOrganizations,
  listOrganizationTables,
  markOrganizationDeleted,
  type OrganizationTables,
} from '../../store/people/delete-organization.ts';

export async function removeDeleted(deps: PipelineDeps, job: { readonly orgId: string }): Promise<void> {
  const at = nowOf(deps);
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

const PASSES_MAX = 120;
const PAUSE_MS = 500;

export type DeleteOrganizationDeps = Pick<PipelineDeps, 'database' | 'now' | 'crashPoint'>;

/**
 * The mark makes the organization invisible and ends its sessions and tokens at once; its rows follow in short transactions. If a
 * process dies in between, the mark stays, and the repair sweep resumes the deletion. Returns false for the only organization: an
 * installation keeps one.
 */
export async function markForDeletion(deps: DeleteOrganizationDeps, orgId: string): Promise<boolean> {
  const isMarked = await deps.database.inOrg(orgId, async (tx) => {
    if ((await countOrganizationsForUpdate(tx)) <= 1) return false;
    await markOrganizationDeleted(tx, nowOf(deps));
    const { directory } = await listOrganizationTables(tx);
    for (const table of directory) while ((await deleteRows(tx, table)) > 0);
    return true;
  });
  deps.crashPoint('organization-marked');
  return isMarked;
}

/** Does nothing without the mark. Returns how many rows were deleted. Can be repeated and run concurrently. */
export async function deleteMarkedOrganization(deps: DeleteOrganizationDeps, orgId: string): Promise<number> {
  const { database } = deps;
  const marked = await database.reference(async (tx) => await listDeletedOrganizations(tx, orgId));
  if (marked.length === 0) return 0;
  const tables = await database.reference(listOrganizationTables);
  let deleted = 0;
  for (let pass = 1; ; pass += 1) {
    try {
      deleted += await deleteTenantRows(deps, orgId, tables);
      if (await database.inOrg(orgId, async (tx) => await deleteEmptyOrganization(tx, tables))) return deleted;
    } catch (error) {
      // Running analyses still write and hold locks; they end soon, because their data is deleted.
      if (pass >= PASSES_MAX || !isRetryable(error)) throw error;
    }
    await delay(PAUSE_MS);
  }
}

async function deleteTenantRows(
  deps: DeleteOrganizationDeps,
  orgId: string,
  { tenant }: OrganizationTables,
): Promise<number> {
  let deleted = 0;
  for (const table of tenant) {
    for (let count = 1; count > 0; deleted += count) {
      count = await deps.database.inOrg(orgId, async (tx) => await deleteRows(tx, table));
    }
    deps.crashPoint('organization-emptied-in-part');
  }
  return deleted;
}

function isRetryable(error: unknown): boolean {
  return isForeignKeyViolation(error) || (error instanceof AssayError && error.code === DATABASE_BUSY.code);
}
