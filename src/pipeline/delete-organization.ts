/**
 * Deletes an organization. The mark makes it invisible and ends its sessions and tokens at once; the rows follow in short
 * transactions. A process that dies in between leaves the mark, and the repair sweep resumes the deletion.
 */
import type { Database } from '../store/database.ts';
import {
  countOrganizationsForUpdate,
  deleteEmptyOrganization,
  deleteRows,
  listDeletedOrganizations,
  listOrganizationTables,
  markOrganizationDeleted,
} from '../store/people/delete-organization.ts';
import type { PipelineDeps } from './deps.ts';

export interface DeleteOrganizationDeps {
  readonly database: Database;
  readonly now: () => number;
  readonly crashPoint: PipelineDeps['crashPoint'];
}

/** False for the only organization: an installation keeps one. */
export async function markForDeletion(deps: DeleteOrganizationDeps, orgId: string): Promise<boolean> {
  const isMarked = await deps.database.inOrg(orgId, async (tx) => {
    if ((await countOrganizationsForUpdate(tx)) <= 1) return false;
    await markOrganizationDeleted(tx, new Date(deps.now()).toISOString());
    const { directory } = await listOrganizationTables(tx);
    for (const table of directory) while ((await deleteRows(tx, table)).more);
    return true;
  });
  deps.crashPoint('organization-marked');
  return isMarked;
}

/** Does nothing without the mark. Returns how many rows were deleted; may be repeated and run twice at once. */
export async function deleteMarkedOrganization(deps: DeleteOrganizationDeps, orgId: string): Promise<number> {
  const { database } = deps;
  const marked = await database.reference(async (tx) => await listDeletedOrganizations(tx, orgId));
  if (marked.length === 0) return 0;
  const tables = await database.reference(listOrganizationTables);
  let deleted = 0;
  do {
    for (const table of tables.tenant) {
      for (let more = true; more;) {
        const step = await database.inOrg(orgId, async (tx) => await deleteRows(tx, table));
        deleted += step.count;
        ({ more } = step);
      }
      deps.crashPoint('organization-emptied-in-part');
    }
  } while (!(await database.inOrg(orgId, async (tx) => await deleteEmptyOrganization(tx, tables))));
  return deleted;
}
