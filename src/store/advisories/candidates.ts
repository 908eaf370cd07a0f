/** What may concern a set of packages: all entries under their keys, in one query, without the text of the records. */
import { sql } from 'kysely';
import type { AffectedEntry } from '../../core/advisory/advisory.ts';
import type { CandidateEntry } from '../../core/match/match.ts';
import type { ReferenceTx } from '../database.ts';

/** By package key. Withdrawn records do not count from the moment of their withdrawal on. */
export async function readCandidates(
  tx: ReferenceTx,
  keys: readonly string[],
  asOf: string,
): Promise<Map<string, CandidateEntry[]>> {
  const { rows } = await sql<{
    package_key: string;
    record_id: string;
    source: string;
    group_id: string;
    canonical_id: string;
    class: CandidateEntry['class'];
    entry: AffectedEntry;
  }>`
    select e.package_key, e.record_id, e.source, g.group_id, coalesce(a.canonical_id, g.group_id) as canonical_id, r.class, e.entry
    from unnest(${keys}::text[]) k(key)
    join affected_entry e on e.package_key = k.key and e.speaks
    join advisory_record r on r.source = e.source and r.directory = e.directory and r.id = e.record_id
    cross join lateral unnest(r.group_ids) g(group_id)
    left join alias a on a.id = g.group_id
    where r.withdrawn is null or r.withdrawn > ${asOf}`.execute(tx.db);
  const candidates = new Map<string, CandidateEntry[]>();
  for (const row of rows) {
    const list = candidates.get(row.package_key) ?? [];
    list.push({
      recordId: row.record_id,
      source: row.source,
      groupId: row.group_id,
      canonicalId: row.canonical_id,
      class: row.class,
      entry: row.entry,
    });
    candidates.set(row.package_key, list);
  }
  return candidates;
}
