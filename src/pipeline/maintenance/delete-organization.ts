/**
 * Deletes an organization. The mark makes it invisible and ends its sessions and tokens at once; the rows follow in short
 * transactions. If a process dies in between, the mark stays, and the repair sweep resumes the deletion.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { AssayError } from '../../core/errors.ts';
import type { Database } from '../../store/database.ts';
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
import type { PipelineDeps } from '../deps.ts';

const PASSES_MAX = 120;
const PAUSE_MS = 500;

export interface DeleteOrganizationDeps {
  readonly database: Database;
  readonly now: () => number;
  readonly crashPoint: PipelineDeps['crashPoint'];
}

/** Returns false for the only organization: an installation keeps one. */
export async function markForDeletion(deps: DeleteOrganizationDeps, orgId: string): Promise<boolean> {
  const isMarked = await deps.database.inOrg(orgId, async (tx) => {
    if ((await countOrganizationsForUpdate(tx)) <= 1) return false;
    await markOrganizationDeleted(tx, new Date(deps.now()).toISOString());
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
