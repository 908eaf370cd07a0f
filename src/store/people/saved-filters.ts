/** Saved filters of a person in an organization, in order. They are replaced as a whole. */
import type { OrgTx } from '../database.ts';
import { addUsage } from './usage.ts';

export interface SavedFilter {
  readonly name: string;
  /** The query string of a page of the portal. */
  readonly query: string;
}

export async function listSavedFilters(tx: OrgTx, personId: string): Promise<SavedFilter[]> {
  return await tx.db
    .selectFrom('saved_filter')
    .select(['name', 'query'])
    .where('org_id', '=', tx.orgId)
    .where('person_id', '=', personId)
    .orderBy('n')
    .limit(SAVED_FILTERS_MAX)
    .execute();
}

const SAVED_FILTERS_MAX = 1_000;

export async function replaceSavedFilters(tx: OrgTx, personId: string, filters: readonly SavedFilter[]): Promise<void> {
  const { numDeletedRows } = await tx.db
    .deleteFrom('saved_filter')
    .where('org_id', '=', tx.orgId)
    .where('person_id', '=', personId)
    .executeTakeFirst();
  addUsage(tx, 'savedFilters', filters.length - Number(numDeletedRows));
  if (filters.length === 0) return;
  const rows = filters.map(({ name, query }, n) => ({ org_id: tx.orgId, person_id: personId, n, name, query }));
  await tx.db.insertInto('saved_filter').values(rows).execute();
}
