/** The texts of advisory records, as input for a model and as the source against which its quotes are checked. */
import { sql } from 'kysely';
import type { AdvisoryText } from '../../../core/relevance/assessments/assessment.ts';
import type { ReferenceTx } from '../../database.ts';

/** Returns the texts by record id. Copies of a record have the same text; the first is used. */
export async function listAdvisoryTexts(
  tx: ReferenceTx,
  recordIds: readonly string[],
): Promise<ReadonlyMap<string, AdvisoryText>> {
  if (recordIds.length === 0) return new Map();
  const { rows } = await sql<AdvisoryText>`
    select distinct on (r.id collate "C") r.id as "recordId", r.title, r.details,
      encode(sha256(convert_to(r.title || e'\n' || r.details, 'UTF8')), 'hex') as hash
    from unnest(${[...new Set(recordIds)]}::text[]) i(id)
    cross join lateral (select * from advisory_record where id = i.id) r
    order by r.id collate "C", r.source collate "C", r.directory collate "C"`.execute(tx.db);
  return new Map(rows.map((row) => [row.recordId, row]));
}
