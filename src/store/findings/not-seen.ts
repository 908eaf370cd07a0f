/**
 * Counts findings of a version that are missing from a later one for which not all of their documents were uploaded. Few pairs of
 * versions have any, so findings are read only for those.
 */
import { sql } from 'kysely';
import { listMissingDocuments } from '../../core/history/unseen-documents.ts';
import type { OrgTx } from '../database.ts';
import { listDocuments } from './version-side.ts';

export interface VersionPair {
  readonly baseId: string;
  readonly headId: string;
}

/** Returns the counts by the id of the head; heads without such findings are absent. */
export async function countUnseenFindings(tx: OrgTx, pairs: readonly VersionPair[]): Promise<ReadonlyMap<string, number>> {
  const documents = await listDocuments(tx, [...new Set(pairs.flatMap(({ baseId, headId }) => [baseId, headId]))]);
  const counts = new Map<string, number>();
  for (const pair of pairs) {
    const unseen = listMissingDocuments(documents.get(pair.baseId) ?? [], documents.get(pair.headId) ?? []);
    if (unseen.length === 0) continue;
    const ids = unseen.map(({ id }) => id);
    counts.set(pair.headId, await countMissing(tx, pair, ids));
  }
  return counts;
}

/** A vulnerability counts once, as soon as one of its documents is missing. */
async function countMissing(tx: OrgTx, { baseId, headId }: VersionPair, unseen: readonly string[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select coalesce(m.merged_into, v.finding_id) as id
      from version_finding v
      join finding m on m.org_id = v.org_id and m.id = v.finding_id
      where v.org_id = ${tx.orgId} and v.version_id = ${baseId} and v.known_to is null and v.relevance <> 'not_relevant'
      group by 1 having bool_or(v.sbom_ids && ${unseen}::uuid[])
      except
      select coalesce(m.merged_into, v.finding_id)
      from version_finding v
      join finding m on m.org_id = v.org_id and m.id = v.finding_id
      where v.org_id = ${tx.orgId} and v.version_id = ${headId} and v.known_to is null and v.relevance <> 'not_relevant'
    ) gone`.execute(tx.db);
  return rows[0]?.count ?? 0;
}
