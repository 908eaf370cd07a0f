/** Reads all organizations page by page, so that no transaction stays open for all of them. */
import { tryEach, walk } from '../core/collections/walk.ts';
import type { Database } from '../store/database.ts';
import { listOrganizationIds } from '../store/people/organizations.ts';

const ORGANIZATIONS_PER_READ = 500;

/** If the work fails for an organization, that for the others is done before the first error is thrown. */
export async function forEachOrganization(database: Database, work: (orgId: string) => Promise<void>): Promise<void> {
  await tryEach(walkOrganizations(database), work);
}

/** Yields the ids of all organizations. */
export function walkOrganizations(database: Database): AsyncGenerator<string> {
  return walk(
    ORGANIZATIONS_PER_READ,
    async (after) =>
      await database.reference(async (tx) => await listOrganizationIds(tx, after, ORGANIZATIONS_PER_READ)),
  );
}
