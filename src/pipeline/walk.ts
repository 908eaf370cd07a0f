/** Reads long lists page by page, so that no transaction stays open for all of them. */
import type { Database } from '../store/database.ts';
import { listOrganizationIds } from '../store/people/organizations.ts';

/** Yields the rows of all pages. `read` returns up to `limit` rows after the given one; the last page is not full. */
export async function* walk<Row extends string | { readonly id: string }>(
  limit: number,
  read: (after: string | undefined) => Promise<readonly Row[]>,
): AsyncGenerator<Row> {
  let after: string | undefined;
  for (;;) {
    const page = await read(after);
    yield* page;
    const last = page.at(-1);
    if (last === undefined || page.length < limit) return;
    after = typeof last === 'string' ? last : last.id;
  }
}

const ORGANIZATIONS_PER_READ = 500;

/** If the work fails for an organization, that for the others is done before the first error is thrown. */
export async function forEachOrganization(database: Database, work: (orgId: string) => Promise<void>): Promise<void> {
  const failures: unknown[] = [];
  for await (const orgId of walkOrganizations(database)) {
    await work(orgId).catch((error: unknown) => failures.push(error));
  }
  if (failures.length > 0) throw failures[0];
}

/** Yields the ids of all organizations. */
export function walkOrganizations(database: Database): AsyncGenerator<string> {
  return walk(
    ORGANIZATIONS_PER_READ,
    async (after) =>
      await database.reference(async (tx) => await listOrganizationIds(tx, after, ORGANIZATIONS_PER_READ)),
  );
}
