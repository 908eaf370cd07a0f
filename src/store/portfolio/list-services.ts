/**
 * Lists services, each with its newest version and the one it is compared with. All filters except the name apply to the newest
 * version, which an index finds for each service; data that no filter needs is not read.
 */
import { sql, type RawBuilder } from 'kysely';
import { toIsoTimes, type DatedRow } from '../dated-row.ts';
import type { OrgTx } from '../database.ts';
import type { Analysis } from '../findings/analyses/analyses.ts';
import { contains } from '../like-pattern.ts';
import type { Page, PageRequest } from '../page.ts';
import type { Service, ServiceScope } from './services.ts';

export interface ServiceListItem extends Service {
  readonly latestVersion: { readonly id: string; readonly name: string; readonly createdAt: string } | null;
  /** The version with which the latest is compared: the previous one of the same branch, or else the previous one. */
  readonly previousVersion: { readonly id: string; readonly name: string } | null;
}

interface ServiceFilter {
  readonly scope: ServiceScope;
  /** A part of the name, case-insensitive. */
  readonly search?: string | undefined;
  /** The newest version has this tag. */
  readonly tag?: string | undefined;
  /** Status of the newest analysis of the newest version. */
  readonly statuses?: readonly Analysis['status'][] | undefined;
  /** The newest version has an open finding with one of these severities that is not filtered as not relevant. */
  readonly severityRanks?: readonly number[] | undefined;
  /** No version has arrived since this time (ISO 8601). */
  readonly quietSince?: string | undefined;
}

type ServiceRow = DatedRow<Omit<ServiceListItem, 'latestVersion'>, 'createdAt'> & {
  readonly latestId: string | null;
  readonly latestName: string | null;
  readonly latestAt: Date | null;
};

/** A branch is searched only this far back, so that a list reads a limited part of each service. */
const BRANCH_SEARCHED_MAX = 100;

/** Returns the newest first. */
export async function listServices(
  tx: OrgTx,
  page: PageRequest,
  filter: ServiceFilter,
): Promise<Page<ServiceListItem>> {
  const total = await sql<{ total: number }>`
    select count(*)::int as total from service s ${isAboutVersions(filter) ? withLatest(tx) : sql``}
    where ${conditionsOf(tx, filter)}`.execute(tx.db);
  const { rows } = await sql<ServiceRow>`
    select s.id, s.name, s.created_at as "createdAt", s.version_count as "versionCount", s.ai_opt_out as "aiOptOut",
      s.version_id as "latestId", s.version_name as "latestName", s.version_created_at as "latestAt",
      case when p.id is not null then jsonb_build_object('id', p.id, 'name', p.name) end as "previousVersion"
    from (
      select s.*, l.id as version_id, l.name as version_name, l.created_at as version_created_at, l.git_branch
      from service s ${withLatest(tx)}
      where ${conditionsOf(tx, filter)}
      order by s.created_at desc, s.id desc limit ${page.limit} offset ${page.offset}
    ) s
    left join lateral (
      select p.id, p.name from (
        select v.id, v.name, v.created_at, v.git_branch from service_version v
        where v.org_id = ${tx.orgId} and v.service_id = s.id and v.deleted_at is null
          and (v.created_at, v.id) < (s.version_created_at, s.version_id)
        order by v.created_at desc, v.id desc limit ${BRANCH_SEARCHED_MAX}
      ) p
      order by (p.git_branch is not null and p.git_branch = s.git_branch) desc, p.created_at desc, p.id desc limit 1
    ) p on true
    order by s.created_at desc, s.id desc`.execute(tx.db);
  return { total: total.rows[0]?.total ?? 0, items: rows.map(toItem) };
}

function withLatest(tx: OrgTx): RawBuilder<unknown> {
  return sql`left join lateral (
    select v.id, v.name, v.created_at, v.git_branch, v.tags from service_version v
    where v.org_id = ${tx.orgId} and v.service_id = s.id and v.deleted_at is null
    order by v.created_at desc, v.id desc limit 1
  ) l on true`;
}

function isAboutVersions({ tag, statuses, severityRanks, quietSince }: ServiceFilter): boolean {
  return [tag, statuses, severityRanks, quietSince].some((each) => each !== undefined);
}

/** Conditions on a service `s` and its newest version `l`. */
function conditionsOf(tx: OrgTx, filter: ServiceFilter): RawBuilder<unknown> {
  const { scope, search, tag, statuses, severityRanks, quietSince } = filter;
  const conditions = [
    sql`s.org_id = ${tx.orgId} and s.deleted_at is null`,
    scope === 'all' ? undefined : sql`s.id = any(${scope}::uuid[])`,
    search === undefined ? undefined : contains(sql`s.name`, search),
    tag === undefined ? undefined : sql`${tag}::text = any(l.tags)`,
    // For a service without a version, its creation time counts.
    quietSince === undefined ? undefined : sql`coalesce(l.created_at, s.created_at) < ${quietSince}::timestamptz`,
    statuses &&
      sql`(select a.status from analysis a where a.org_id = ${tx.orgId} and a.version_id = l.id
      order by a.created_at desc, a.id desc limit 1) = any(${statuses}::text[])`,
    severityRanks &&
      sql`exists (select 1 from version_finding f
      where f.org_id = ${tx.orgId} and f.version_id = l.id and f.known_to is null
        and f.relevance = any(array['relevant', 'deprioritized']) and f.severity_rank = any(${severityRanks}::smallint[]))`,
  ];
  return sql.join(
    conditions.flatMap((condition) => condition ?? []),
    sql` and `,
  );
}

function toItem({ latestId: id, latestName: name, latestAt, ...row }: ServiceRow): ServiceListItem {
  const latestVersion =
    id === null || name === null || latestAt === null ? null : { id, name, createdAt: latestAt.toISOString() };
  return { ...toIsoTimes(row), latestVersion };
}
