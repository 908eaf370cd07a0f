/** A finding as shown in lists: a row of a version with the names of its version and service. All lists share these columns. */
import { sql, type RawBuilder } from 'kysely';
import type { FindingState } from '../../../core/vocabulary/finding.ts';
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

export interface ListedRow {
  id: string;
  finding_id: string;
  fingerprint: string;
  component_id: string;
  package: string;
  class: ListedFinding['class'];
  state: FindingState;
  canonical_id: string;
  relevance: ListedFinding['relevance'];
  risk: number;
  band: ListedFinding['band'];
  facts: StoredFacts;
  component: StoredComponent;
  first_seen_at: Date;
  first_seen_version_id: string;
  known_from: Date;
  known_to: Date | null;
  analyzed_at: Date | null;
  service_id: string;
  service_name: string;
  version_id: string;
  version_name: string;
}

/** Columns of `LISTED_FROM`, except the state. */
export const LISTED_COLUMNS = sql`v.id, v.finding_id, encode(coalesce(m.fingerprint, f.fingerprint), 'hex') as fingerprint,
  v.component_id, f.package, v.class, v.canonical_id, v.relevance,
  v.risk, v.band, ${FACTS_COLUMN} as facts, ${PLACE_COLUMN} as component, v.first_seen_at,
  coalesce(m.first_seen_version_id, f.first_seen_version_id) as first_seen_version_id, v.known_from, v.known_to,
  s.id as service_id, s.name as service_name, n.id as version_id, n.name as version_name`;

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

export function toListed(row: ListedRow): ListedFinding {
  const knownFrom = row.known_from.toISOString();
  const endedAt = row.state === 'open' ? null : (row.known_to?.toISOString() ?? knownFrom);
  const analyzed = row.analyzed_at?.toISOString() ?? knownFrom;
  return {
    id: row.id,
    findingId: row.finding_id,
    fingerprint: row.fingerprint,
    componentId: row.component_id,
    package: row.package,
    class: row.class,
    state: row.state,
    canonicalId: row.canonical_id,
    relevance: row.relevance,
    risk: row.risk,
    band: row.band,
    detail: toDetail(row.facts, row.component),
    firstSeenAt: row.first_seen_at.toISOString(),
    firstSeenVersionId: row.first_seen_version_id,
    lastSeenAt: endedAt ?? (analyzed > knownFrom ? analyzed : knownFrom),
    endedAt,
    service: { id: row.service_id, name: row.service_name },
    version: { id: row.version_id, name: row.version_name },
  };
}
