/** Complete findings of any version, by their ids. */
import { sql } from 'kysely';
import type { OrgTx } from '../../database.ts';
import { FACTS_COLUMN } from '../finding-details.ts';
import {
  analyzedAt,
  LISTED_COLUMNS,
  LISTED_FROM,
  toListed,
  type ListedFinding,
  type ListedRow,
} from './listed-finding.ts';

export interface KnownFinding {
  readonly listed: ListedFinding;
  /** The records that reported it when it was published. */
  readonly recordIds: readonly string[];
}

/** Returns open findings by the id of their row. Rows that do not exist any more are absent. */
export async function listFindingsById(tx: OrgTx, ids: readonly string[]): Promise<ReadonlyMap<string, KnownFinding>> {
  const { rows } = await sql<ListedRow & { recordIds: string[] }>`
    select ${LISTED_COLUMNS}, 'open' as state, ${analyzedAt()} as "analyzedAt",
      array(select distinct e->>'recordId' from jsonb_array_elements(${FACTS_COLUMN}->'match'->'evidence') e) as "recordIds"
    from ${LISTED_FROM} where v.org_id = ${tx.orgId} and v.id = any(${ids}::uuid[])`.execute(tx.db);
  return new Map(rows.map(({ recordIds, ...row }) => [row.id, { listed: toListed(row), recordIds }]));
}
