/**
 * The history of one finding: its rows in every version of the service, and its events. A finding whose vulnerability was merged
 * into another belongs to the history of that one.
 */
import { sql, type RawBuilder } from 'kysely';
import { severityOf } from '../../../core/advisory/severity/severity-rank.ts';
import { LIMITS } from '../../../core/limits.ts';
import type { Cause } from '../../../core/vocabulary/change.ts';
import { toIsoTimes, type DatedRow } from '../../dated-row.ts';
import type { OrgTx } from '../../database.ts';
import { FACTS_OF_ROW } from '../finding-details.ts';
import type { PublishedFinding } from '../stored-finding.ts';

/** A row of the finding, which a version had for some time. */
export interface FindingPeriod extends Pick<
  PublishedFinding,
  'id' | 'canonicalId' | 'componentVersion' | 'severity' | 'relevance'
> {
  readonly version: { readonly id: string; readonly name: string };
  readonly componentName: string;
  readonly from: string;
  /** Null if it is present. */
  readonly to: string | null;
  readonly beganBy: Cause | null;
  readonly beganDetail: ChangeDetail | null;
  /** Null if it is present, or continued in another row of the same version. */
  readonly endedAs: 'resolved' | 'retracted' | null;
  readonly endedBy: Cause | null;
  readonly endedDetail: ChangeDetail | null;
}

/** As the publication recorded it. */
type ChangeDetail = Readonly<Record<string, unknown>>;

/** Returns at most `findingHistoryMax` rows, newest first. Deleted versions are excluded. */
export async function listPresence(tx: OrgTx, findingId: string): Promise<FindingPeriod[]> {
  const { rows } = await sql<PresenceRow>`
    select v.id, jsonb_build_object('id', n.id, 'name', n.name) as version, v.canonical_id as "canonicalId",
      v.package_name as "componentName", c.version as "componentVersion", v.severity_rank as "severityRank", v.relevance,
      v.known_from as "from", v.known_to as "to", v.began_by as "beganBy", nullif(d.detail->'began', 'null') as "beganDetail",
      v.ended_as as "endedAs", v.ended_by as "endedBy", v.ended_detail as "endedDetail"
    from version_finding v
    ${FACTS_OF_ROW}
    join service_version n on n.org_id = v.org_id and n.id = v.version_id and n.deleted_at is null
    join component c on c.org_id = v.org_id and c.id = v.component_id
    where v.org_id = ${tx.orgId} and v.finding_id = any(${membersOf(tx, findingId)})
    order by v.known_from desc, n.created_at desc, v.id desc limit ${LIMITS.findingHistoryMax}`.execute(tx.db);
  return rows.map(({ severityRank, ...row }) => ({ ...toIsoTimes(row), severity: severityOf(severityRank) }));
}

type PresenceRow = DatedRow<Omit<FindingPeriod, 'severity'>, 'from' | 'to'> & { readonly severityRank: number };

export interface FindingEvent {
  readonly id: string;
  readonly type: string;
  readonly at: string;
  /** Null if the version was deleted. */
  readonly version: { readonly id: string; readonly name: string } | null;
  readonly analysisId: string | null;
  readonly cause: Cause | null;
  readonly detail: ChangeDetail | null;
}

/** Returns at most `findingHistoryMax` events, newest first. */
export async function listFindingEvents(tx: OrgTx, findingId: string): Promise<FindingEvent[]> {
  const { rows } = await sql<DatedRow<FindingEvent, 'at'>>`
    select e.id, e.type, e.at, case when n.id is not null then jsonb_build_object('id', n.id, 'name', n.name) end as version,
      e.analysis_id as "analysisId", e.cause, e.detail
    from event e left join service_version n on n.org_id = e.org_id and n.id = e.version_id and n.deleted_at is null
    where e.org_id = ${tx.orgId} and e.finding_id = any(${membersOf(tx, findingId)})
    order by e.at desc, e.id desc limit ${LIMITS.findingHistoryMax}`.execute(tx.db);
  return rows.map(toIsoTimes);
}

/**
 * The finding, the one it was merged into, and all others that were merged into the same one. These are compared with a value: in a
 * join, `coalesce` would keep row-level security from using the index.
 */
export function membersOf(tx: OrgTx, findingId: string): RawBuilder<string[]> {
  const heir = sql`select coalesce(g.merged_into, g.id) from finding g where g.org_id = ${tx.orgId} and g.id = ${findingId}`;
  return sql<string[]>`array(
    ${heir} union all select f.id from finding f where f.org_id = ${tx.orgId} and f.merged_into = (${heir}))`;
}
