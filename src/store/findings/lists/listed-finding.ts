/** A finding as shown in lists: a row of a version with the names of its version and service. All lists share these columns. */
import { sql, type RawBuilder } from 'kysely';
import type { FindingState } from '../../../core/vocabulary/finding.ts';
import { toIsoTimes, type DatedRow } from '../../dated-row.ts';
import { factsColumn, placeColumn } from '../finding-details.ts';
import {
  type PublishedFinding,
  toDetail,
  type StoredComponent,
  type StoredDetail,
  type StoredFacts,
} from '../stored-finding.ts';
import type { OrgTx } from '../../database.ts';
import type { ServiceScope } from '../../portfolio/services.ts';

export interface ListedFinding extends Pick<
  PublishedFinding,
  | 'id'
  | 'findingId'
  | 'fingerprint'
  | 'componentId'
  | 'package'
  | 'class'
  | 'canonicalId'
  | 'relevance'
  | 'risk'
  | 'band'
  | 'firstSeenAt'
> {
  readonly state: FindingState;
  readonly detail: StoredDetail;
  readonly firstSeenVersionId: string;
  /** For an open finding: the last analysis that found it. */
  readonly lastSeenAt: string;
  /** Null if open. */
  readonly endedAt: string | null;
  readonly service: { readonly id: string; readonly name: string };
  readonly version: { readonly id: string; readonly name: string };
}

export type ListedRow = DatedRow<Omit<ListedFinding, 'detail' | 'lastSeenAt' | 'endedAt'>, 'firstSeenAt'> & {
  readonly facts: StoredFacts;
  readonly component: StoredComponent;
  readonly knownFrom: Date;
  readonly knownTo: Date | null;
  readonly analyzedAt: Date | null;
};

/** Columns of `LISTED_FROM`, except the state. */
export const listedColumns = (
  tx: OrgTx,
): RawBuilder<unknown> => sql`v.id, v.finding_id as "findingId", encode(coalesce(m.fingerprint, f.fingerprint), 'hex') as fingerprint,
  v.component_id as "componentId", f.package, v.class, v.canonical_id as "canonicalId", v.relevance, v.risk, v.band,
  ${factsColumn(tx)} as facts, ${placeColumn(tx)} as component, v.first_seen_at as "firstSeenAt",
  coalesce(m.first_seen_version_id, f.first_seen_version_id) as "firstSeenVersionId", v.known_from as "knownFrom",
  v.known_to as "knownTo", jsonb_build_object('id', s.id, 'name', s.name) as service,
  jsonb_build_object('id', n.id, 'name', n.name) as version`;

/** Tables that every row joins; the version and the service may be deleted. */
export const LISTED_FROM = sql`version_finding v
  join finding f on f.org_id = v.org_id and f.id = v.finding_id
  left join finding m on m.org_id = f.org_id and m.id = f.merged_into
  join service_version n on n.org_id = v.org_id and n.id = v.version_id
  join service s on s.org_id = n.org_id and s.id = n.service_id`;

/** Time of the last analysis of the version, up to a given time. */
export function analyzedAt(tx: OrgTx, asOf?: string): RawBuilder<Date | null> {
  const until = asOf === undefined ? sql`` : sql`and a.finished_at <= ${asOf}::timestamptz`;
  return sql<Date | null>`(select a.finished_at from analysis a
    where a.org_id = ${tx.orgId} and a.version_id = v.version_id and a.coverage is not null ${until}
    order by a.created_at desc, a.id desc limit 1)`;
}

export function toListed(listed: ListedRow): ListedFinding {
  const { facts, component, knownFrom: from, knownTo, analyzedAt: analyzed, ...row } = toIsoTimes(listed);
  const endedAt = row.state === 'open' ? null : (knownTo ?? from);
  return {
    ...row,
    detail: toDetail(facts, component),
    lastSeenAt: endedAt ?? (analyzed !== null && analyzed > from ? analyzed : from),
    endedAt,
  };
}

export interface KnownFinding {
  readonly listed: ListedFinding;
  /** The records that reported it when it was published. */
  readonly recordIds: readonly string[];
}

/** Returns open findings by the id of their row. Rows that do not exist any more are absent. */
export async function listFindingsById(tx: OrgTx, ids: readonly string[]): Promise<ReadonlyMap<string, KnownFinding>> {
  const { rows } = await sql<ListedRow & { recordIds: string[] }>`
    select ${listedColumns(tx)}, 'open' as state, ${analyzedAt(tx)} as "analyzedAt",
      array(select distinct e->>'recordId' from jsonb_array_elements(${factsColumn(tx)}->'match'->'evidence') e) as "recordIds"
    from ${LISTED_FROM} where v.org_id = ${tx.orgId} and v.id = any(${ids}::uuid[])`.execute(tx.db);
  return new Map(rows.map(({ recordIds, ...row }) => [row.id, { listed: toListed(row), recordIds }]));
}

/**
 * Finds one finding by the id of any row that a list has shown. If the row was replaced by a newer one in its version, that one is
 * returned, so that a saved id leads to the current state. Returns undefined for a deleted version or service, and for a service
 * outside of the caller's scope.
 */
export async function findFinding(tx: OrgTx, id: string, scope: ServiceScope): Promise<ListedFinding | undefined> {
  const inScope = scope === 'all' ? sql`` : sql`and s.id = any(${scope}::uuid[])`;
  const { rows } = await sql<ListedRow>`
    select ${listedColumns(tx)}, ${analyzedAt(tx)} as "analyzedAt",
      case when v.known_to is null or (v.ended_as is null and ${isUnseen(tx)}) then 'open'
        else coalesce(v.ended_as, 'resolved') end as state
    from version_finding g
    join (${LISTED_FROM}) on v.org_id = g.org_id and v.version_id = g.version_id and v.finding_id = g.finding_id
    where g.org_id = ${tx.orgId} and g.id = ${id} and n.deleted_at is null and s.deleted_at is null ${inScope}
    order by (v.known_to is null) desc, (v.component_id = g.component_id) desc, (v.ended_as is not null) desc,
      v.known_to desc, v.known_from desc, v.id desc limit 1`.execute(tx.db);
  return rows[0] && toListed(rows[0]);
}

/** The document that contained it was removed and not replaced, so the finding's last known state is present. */
const isUnseen = (tx: OrgTx): RawBuilder<unknown> => sql`exists (select from analysis a
  where a.org_id = ${tx.orgId} and a.version_id = v.version_id and v.finding_id = any(a.not_uploaded_findings))`;
