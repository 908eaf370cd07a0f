/** Overview of an organization: services whose newest version failed, and recent changes. */
import { sql, type RawBuilder } from 'kysely';
import { CHANGE_KINDS, type ChangeKind } from '../../../core/vocabulary/change.ts';
import { toIsoTimes, type DatedRow } from '../../dated-row.ts';
import type { OrgTx } from '../../database.ts';
import { firstIdOf } from '../../new-id.ts';
import { toPage, type Page, type PageRequest } from '../../page.ts';
import type { ServiceScope } from '../../portfolio/services.ts';
import { versionsOf } from './collect-findings.ts';
import { PLACE_COLUMNS, withPlace, type Place, type PlaceRow } from './place.ts';
import { Failure } from '../analyses/stored-analysis.ts';

interface FailedService extends Place {
  readonly failedAt: string;
  readonly failure: { readonly code: string; readonly message: string } | null;
}

/** Returns services whose newest version failed in its latest analysis, latest failure first. */
export async function listFailures(tx: OrgTx, scope: ServiceScope, limit: number): Promise<FailedService[]> {
  const { rows } = await sql<PlaceRow & { failedAt: Date; failure: unknown }>`
    with chosen as materialized (${versionsOf(tx, { newestOf: scope }, {})})
    select ${PLACE_COLUMNS}, coalesce(a.finished_at, a.created_at) as "failedAt", a.failure
    from chosen c
    join service_version v on v.org_id = ${tx.orgId} and v.id = c.version_id
    join service s on s.org_id = v.org_id and s.id = v.service_id
    cross join lateral (
      select * from analysis a where a.org_id = ${tx.orgId} and a.version_id = c.version_id
      order by a.created_at desc, a.id desc limit 1
    ) a
    where a.status = 'failed'
    order by "failedAt" desc, s.id limit ${limit}`.execute(tx.db);
  return rows.map((row) => ({ ...toIsoTimes(withPlace(row)), failure: Failure.parse(row.failure) }));
}

/** Counts findings that were introduced, ended or escalated after a time. Deleted services are excluded. */
export async function countChanges(
  tx: OrgTx,
  scope: ServiceScope,
  since: string,
): Promise<Readonly<Record<ChangeKind, number>>> {
  const { rows } = await sql<{ type: string; count: number }>`
    select e.type, sum(e.count)::int as count from (${countedChanges(tx, scope, { since })}) e group by e.type`.execute(
    tx.db,
  );
  const counts = new Map(rows.map((row) => [row.type, row.count]));
  const countOf = (kind: ChangeKind): number => counts.get(`finding.${kind}`) ?? 0;
  return {
    introduced: countOf('introduced'),
    reintroduced: countOf('reintroduced'),
    escalated: countOf('escalated'),
    resolved: countOf('resolved'),
    retracted: countOf('retracted'),
  };
}

export interface FindingChange extends Place {
  readonly id: string;
  readonly kind: string;
  readonly at: string;
  readonly cause: string | null;
  readonly findingId: string | null;
  readonly detail: unknown;
}

/** Returns the newest first. */
export async function listChanges(
  tx: OrgTx,
  scope: ServiceScope,
  filter: ChangeFilter,
  page: PageRequest,
): Promise<Page<FindingChange>> {
  const { rows } = await sql<PlaceRow & ChangeRow>`
    with page as materialized (
      select e.id from event e ${joinLive(tx)} where ${isChange(tx, scope, filter)}
      order by e.id desc limit ${page.limit} offset ${page.offset}
    )
    select (select coalesce(sum(c.count), 0)::int from (${countedChanges(tx, scope, filter)}) c) as total, e.id, e.type as kind, e.at, e.cause, e.finding_id as "findingId",
      e.detail, ${PLACE_COLUMNS}
    from page p
    join event e on e.org_id = ${tx.orgId} and e.id = p.id
    join service s on s.org_id = ${tx.orgId} and s.id = e.service_id
    join service_version v on v.org_id = ${tx.orgId} and v.id = e.version_id
    order by e.id desc`.execute(tx.db);
  return toPage(rows, (row) => ({ ...toIsoTimes(withPlace(row)), kind: row.kind.slice('finding.'.length) }));
}

type ChangeRow = DatedRow<Omit<FindingChange, 'service' | 'version'>, 'at'> & { readonly total: number };

interface ChangeFilter {
  readonly since: string;
  readonly kinds?: readonly ChangeKind[] | undefined;
}

/** Neither the version of a row `e` nor its service was deleted. */
function joinLive(tx: OrgTx): RawBuilder<unknown> {
  return sql`
    join service s on s.org_id = ${tx.orgId} and s.id = e.service_id and s.deleted_at is null
    join service_version v on v.org_id = ${tx.orgId} and v.id = e.version_id and v.deleted_at is null`;
}

/** Counts by type and version. Versions are looked up once for all of their events. */
function countedChanges(tx: OrgTx, scope: ServiceScope, filter: ChangeFilter): RawBuilder<unknown> {
  return sql`
    select e.type, e.count from (
      select e.type, e.service_id, e.version_id, count(*) as count from event e
      where ${isChange(tx, scope, filter)} group by e.type, e.service_id, e.version_id offset 0
    ) e ${joinLive(tx)}`;
}

/** Ids sort by time, so an index finds where to start; the event's own time decides. The index has events of findings only. */
function isChange(tx: OrgTx, scope: ServiceScope, { since, kinds = CHANGE_KINDS }: ChangeFilter): RawBuilder<unknown> {
  const inScope = scope === 'all' ? sql`` : sql`and e.service_id = any(${scope}::uuid[])`;
  return sql`e.org_id = ${tx.orgId} and e.id >= ${firstIdAt(since)}::uuid and e.at > ${since}::timestamptz
    and e.finding_id is not null and e.type = any(${kinds.map((kind) => `finding.${kind}`)}::text[]) ${inScope}`;
}

/** Clocks of processes differ: an id may be some seconds older than its event. */
const CLOCK_SKEW_MS_MAX = 60_000;

function firstIdAt(since: string): string {
  return firstIdOf(Date.parse(since) - CLOCK_SKEW_MS_MAX);
}
