/** A finding as shown in lists: a row of a version with the names of its version and service. All lists share these columns. */
import { sql, type RawBuilder } from 'kysely';
import type { FindingState } from '../../../core/vocabulary/finding.ts';
import { toIsoTimes, type DatedRow } from '../../dated-row.ts';
import { FACTS_COLUMN, PLACE_COLUMN } from '../finding-details.ts';
import type { PublishedFinding } from '../published-finding.ts';
import { toDetail, type StoredComponent, type StoredDetail, type StoredFacts } from '../stored-detail.ts';

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
export const LISTED_COLUMNS = sql`v.id, v.finding_id as "findingId", encode(coalesce(m.fingerprint, f.fingerprint), 'hex') as fingerprint,
  v.component_id as "componentId", f.package, v.class, v.canonical_id as "canonicalId", v.relevance, v.risk, v.band,
  ${FACTS_COLUMN} as facts, ${PLACE_COLUMN} as component, v.first_seen_at as "firstSeenAt",
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
export function analyzedAt(asOf?: string): RawBuilder<Date | null> {
  const until = asOf === undefined ? sql`` : sql`and a.finished_at <= ${asOf}::timestamptz`;
  return sql<Date | null>`(select a.finished_at from analysis a
    where a.org_id = v.org_id and a.version_id = v.version_id and a.coverage is not null ${until}
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
