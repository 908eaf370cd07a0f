/**
 * The inbox of a member: findings of the newest versions that a filter selects and the member has not handled. A handled finding
 * comes back when its state changes, when it becomes overdue, or when another user assigns it or comments on it.
 */
import { sql, type RawBuilder } from 'kysely';
import { LIMITS } from '../../../core/limits.ts';
import type { OrgTx } from '../../database.ts';
import { matchingRows } from '../lists/collect-findings.ts';
import { relevanceOf, stateOfRow, type FindingFilter } from '../lists/finding-filter.ts';

/** Saves the state of the finding in the newest version, if that version has it. */
export async function markHandled(
  tx: OrgTx,
  { personId, findingId, at }: { readonly personId: string; readonly findingId: string; readonly at: string },
): Promise<void> {
  const { rows } = await sql<{ states: string[] }>`
    select array_agg(distinct ${stateOfRow()}) as states from newest_finding v
    where v.org_id = ${tx.orgId} and v.finding_id = ${findingId} having count(*) > 0`.execute(tx.db);
  const [first] = rows;
  if (first === undefined) return;
  await sql`
    insert into inbox_handled (org_id, person_id, finding_id, states, handled_at)
    values (${tx.orgId}, ${personId}, ${findingId}, ${first.states}::text[], ${at}::timestamptz)
    on conflict (org_id, person_id, finding_id) do update
      set states = excluded.states, handled_at = excluded.handled_at`.execute(tx.db);
}

export async function unmarkHandled(tx: OrgTx, personId: string, findingId: string): Promise<void> {
  await sql`
    delete from inbox_handled
    where org_id = ${tx.orgId} and person_id = ${personId} and finding_id = ${findingId}`.execute(tx.db);
}

/** The finding comes back for all members except the one who has changed it. */
export async function unmarkForOthers(tx: OrgTx, findingId: string, personId: string | undefined): Promise<void> {
  await sql`
    delete from inbox_handled where org_id = ${tx.orgId} and finding_id = ${findingId}
      and person_id is distinct from ${personId ?? null}::uuid`.execute(tx.db);
}

interface InboxCounts {
  /** In the order of the filters, each at most `findingsCountedMax`. */
  readonly totals: readonly number[];
  /** Findings in any of them, each once. */
  readonly all: number;
}

/** Counts in one statement. The filters are about current findings of all services. */
export async function countInbox(tx: OrgTx, filters: readonly FindingFilter[]): Promise<InboxCounts> {
  const countMax = LIMITS.findingsCountedMax;
  const name = (n: number): RawBuilder<unknown> => sql.ref(`part${n}`);
  const parts = filters.map((filter, n) => {
    const columns = sql`v.service_id, v.group_id, v.component_id`;
    const rows = matchingRows(tx, { newestOf: 'all' }, filter, {
      relevance: relevanceOf(filter),
      columns,
      sorted: sql``,
      countMax,
    });
    return sql`${name(n)} as materialized (${rows})`;
  });
  const keys = filters.map((_, n) => sql`select * from ${name(n)}`);
  const counts = filters.map((_, n) => sql`(select count(*)::int from ${name(n)})`);
  const { rows } = await sql<{ totals: number[]; all: number }>`
    with ${sql.join(parts)}
    select array[${sql.join(counts)}] as totals, (
      select count(*)::int from (${sql.join(keys, sql` union `)}) k) as all`.execute(tx.db);
  return { totals: rows[0]?.totals ?? [], all: rows[0]?.all ?? 0 };
}
