/**
 * Versions of a service. Names and aliases share one namespace per service (`version_name`), so that a collision is a key
 * violation. Versions are ordered by arrival; their names are never parsed.
 */
import { sql, type RawBuilder } from 'kysely';
import { isUuid } from '../../../core/naming/uuid.ts';
import { toIsoTimes, type DatedRow } from '../../dated-row.ts';
import type { OrgTx } from '../../database.ts';
import type { Page, PageRequest } from '../../page.ts';
import type { Service, ServiceScope } from '../services.ts';

export interface ServiceVersion {
  readonly id: string;
  readonly serviceId: string;
  readonly name: string;
  readonly createdAt: string;
  readonly tags: readonly string[];
  readonly aliases: readonly string[];
  readonly git: GitFacts;
  /** When retention removed its documents. */
  readonly frozenAt: string | null;
}

/** A version with the details of a single read. */
export interface VersionDetails extends ServiceVersion {
  /** Whether new advisories are applied to it. */
  readonly watched: boolean;
  /** The advisory data of its result; null before the first one. */
  readonly data: { readonly snapshot: number; readonly asOf: string | null } | null;
}

export interface GitFacts {
  readonly branch: string | null;
  readonly commitSha: string | null;
  readonly origin: string | null;
}

/** Finds by id if the reference is a UUID, otherwise by name or alias. */
export async function findVersion(
  tx: OrgTx,
  serviceId: string,
  reference: string,
): Promise<VersionDetails | undefined> {
  const id = isUuid(reference) ? reference : await findVersionId(tx, serviceId, reference.normalize('NFC'));
  if (id === undefined) return undefined;
  const { rows } = await sql<VersionRow & DataRow>`
    select ${versionColumns(tx)}, v.watched and v.frozen_at is null as watched, d.snapshot::float8 as snapshot,
      (select s.applied_at from advisory_snapshot s where s.number <= d.snapshot order by s.number desc limit 1) as "asOf"
    from service_version v
    join organization o on o.id = v.org_id
    cross join lateral (select case when ${reflectsApplied(tx)}
      then greatest(v.published_snapshot, o.applied_snapshot) else v.published_snapshot end as snapshot) d
    where v.org_id = ${tx.orgId} and v.id = ${id} and v.service_id = ${serviceId} and v.deleted_at is null`.execute(
    tx.db,
  );
  if (rows[0] === undefined) return undefined;
  const { snapshot, asOf, ...version } = toIsoTimes(rows[0]);
  return { ...version, data: snapshot === null ? null : { snapshot, asOf } };
}

/**
 * New data that does not change a version is not published for it, so a watched version that is not behind reflects all applied
 * data. A version whose last analysis failed keeps its own snapshot.
 */
const reflectsApplied = (
  tx: OrgTx,
): RawBuilder<unknown> => sql`v.watched and v.frozen_at is null and v.published_snapshot is not null
  and v.analyzed_generation >= v.generation and 'failed' is distinct from (
    select a.status from analysis a where a.org_id = ${tx.orgId} and a.version_id = v.id
    order by a.created_at desc, a.id desc limit 1)`;

interface DataRow {
  readonly watched: boolean;
  readonly snapshot: number | null;
  readonly asOf: Date | null;
}

export async function findVersionId(tx: OrgTx, serviceId: string, name: string): Promise<string | undefined> {
  const row = await tx.db
    .selectFrom('version_name')
    .select('version_id')
    .where('org_id', '=', tx.orgId)
    .where('service_id', '=', serviceId)
    .where('name', '=', name)
    .executeTakeFirst();
  return row?.version_id;
}

/**
 * Returns the newest first, from `offset` on, or after `after`, which is stable while new versions arrive. The ids of the page
 * come from the index alone, so that a deep offset reads no rows that are not shown.
 */
export async function listVersions(
  tx: OrgTx,
  service: Service,
  page: PageRequest & { readonly after?: { readonly createdAt: string; readonly id: string } | undefined },
  { aliased }: { readonly aliased: boolean } = { aliased: false },
): Promise<Page<ServiceVersion>> {
  const { after } = page;
  const withAlias = sql`select n.version_id from version_name n
    where n.org_id = ${tx.orgId} and n.service_id = ${service.id} and n.kind = 'alias'`;
  const chosen = aliased ? sql`and id in (${withAlias})` : sql``;
  const behind =
    after === undefined ? sql`` : sql`and (created_at, id) < (${after.createdAt}::timestamptz, ${after.id}::uuid)`;
  const { rows } = await sql<VersionRow>`
    with page as materialized (
      select id from service_version
      where org_id = ${tx.orgId} and service_id = ${service.id} and deleted_at is null ${chosen} ${behind}
      order by created_at desc, id desc limit ${page.limit} offset ${after === undefined ? page.offset : 0}
    )
    select ${versionColumns(tx)} from page join service_version v on v.org_id = ${tx.orgId} and v.id = page.id
    order by v.created_at desc, v.id desc`.execute(tx.db);
  const items = rows.map(toIsoTimes);
  if (!aliased) return { total: service.versionCount, items };
  const { rows: counts } = await sql<{ total: number }>`
    select count(distinct n.version_id)::int as total from (${withAlias}) n`.execute(tx.db);
  return { total: counts[0]?.total ?? 0, items };
}

/** A version with the name of its service, for lists of all services. */
export interface PlacedVersion extends ServiceVersion {
  readonly serviceName: string;
}

/** Finds a version by its id alone. Returns undefined for a service outside of the caller's scope. */
export async function findPlacedVersion(
  tx: OrgTx,
  scope: ServiceScope,
  id: string,
): Promise<PlacedVersion | undefined> {
  const { rows } = await sql<DatedRow<PlacedVersion, 'createdAt' | 'frozenAt'>>`
    select ${versionColumns(tx)}, s.name as "serviceName"
    from service_version v join service s on s.org_id = v.org_id and s.id = v.service_id
    where v.org_id = ${tx.orgId} and v.id = ${id} and v.deleted_at is null and ${isListed(tx, scope)}`.execute(tx.db);
  return rows[0] && toIsoTimes(rows[0]);
}

/** Returns the versions of all services in the caller's scope, newest first. */
export async function listPlacedVersions(
  tx: OrgTx,
  scope: ServiceScope,
  page: PageRequest,
): Promise<Page<PlacedVersion>> {
  const { rows: sums } = await sql<{ total: number }>`
    select coalesce(sum(s.version_count), 0)::int as total from service s where ${isListed(tx, scope)}`.execute(tx.db);
  const { rows } = await sql<DatedRow<PlacedVersion, 'createdAt' | 'frozenAt'>>`
    with page as materialized (
      select v.id, s.name from service_version v join service s on s.org_id = v.org_id and s.id = v.service_id
      where v.org_id = ${tx.orgId} and v.deleted_at is null and ${isListed(tx, scope)}
      order by v.created_at desc, v.id desc limit ${page.limit} offset ${page.offset}
    )
    select ${versionColumns(tx)}, page.name as "serviceName"
    from page join service_version v on v.org_id = ${tx.orgId} and v.id = page.id
    order by v.created_at desc, v.id desc`.execute(tx.db);
  return { total: sums[0]?.total ?? 0, items: rows.map(toIsoTimes) };
}

/** A condition on a service `s`. */
function isListed(tx: OrgTx, scope: ServiceScope): RawBuilder<unknown> {
  const isNamed = scope === 'all' ? sql`true` : sql`s.id = any(${scope}::uuid[])`;
  return sql`s.org_id = ${tx.orgId} and s.deleted_at is null and ${isNamed}`;
}

/** Columns of the lists and the single read; aliases in order of creation. */
const versionColumns = (
  tx: OrgTx,
): RawBuilder<unknown> => sql`v.id, v.service_id as "serviceId", v.name, v.created_at as "createdAt", v.tags,
  ${gitFactsOf('v')} as git, v.frozen_at as "frozenAt",
  array(select n.name from version_name n where n.org_id = ${tx.orgId} and n.version_id = v.id and n.kind = 'alias'
    order by n.created_at, n.name) as aliases`;

/** The git columns of a table as `GitFacts`. */
export function gitFactsOf(table: string): RawBuilder<GitFacts> {
  return sql<GitFacts>`jsonb_build_object('branch', ${sql.ref(`${table}.git_branch`)},
    'commitSha', ${sql.ref(`${table}.git_commit_sha`)}, 'origin', ${sql.ref(`${table}.git_origin`)})`;
}

type VersionRow = DatedRow<ServiceVersion, 'createdAt' | 'frozenAt'>;
