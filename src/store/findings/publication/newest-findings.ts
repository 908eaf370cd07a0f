/**
 * Copies the open findings of the newest version of each service into `newest_finding`, which the lists of an organization read.
 * Only differences are written, so a build without changes writes nothing. The row of the service is locked meanwhile: a
 * publication, a deletion and the creation of a version see each other's newest version.
 */
import { sql, type RawBuilder } from 'kysely';
import type { OrgTx } from '../../database.ts';
import { recordDailyChanges } from './daily-changes.ts';
import { countOpenFindings } from './open-finding-counts.ts';

const changedVersions = new WeakMap<OrgTx, Map<string, boolean>>();

/**
 * Copies the findings and the coverage of a published version before the commit, if it is the newest. A version with changes is
 * copied even if another one is listed, because that one may be about to be deleted. All versions of a transaction are copied at
 * once, so that their services are locked in order. Call it before `addUsage`, whose lock comes last.
 */
export function updateNewestFindings(tx: OrgTx, versionId: string, hasChanged: boolean): void {
  const changed = changedVersions.get(tx) ?? new Map<string, boolean>();
  changed.set(versionId, hasChanged || changed.get(versionId) === true);
  if (changedVersions.has(tx)) return;
  changedVersions.set(tx, changed);
  tx.beforeCommit(async () => await copyPublished(tx, changed));
}

async function copyPublished(tx: OrgTx, published: ReadonlyMap<string, boolean>): Promise<void> {
  const versionIds = [...published.keys()];
  const changedIds = versionIds.filter((id) => published.get(id) === true);
  const servicesOf = (ids: readonly string[]): RawBuilder<unknown> =>
    sql`s.id in (select v.service_id from service_version v where v.org_id = ${tx.orgId} and v.id = any(${ids}::uuid[]))`;
  const { rows } = await sql<{ id: string }>`
    select s.id from service s
    where s.org_id = ${tx.orgId} and ${servicesOf(versionIds)}
      and (s.listed_version_id is null or ${servicesOf(changedIds)})
    order by s.id for no key update of s`.execute(tx.db);
  if (rows.length === 0) return;
  const newest = await listNewest(
    tx,
    rows.map(({ id }) => id),
  );
  await copyFindings(
    tx,
    newest.filter(({ versionId }) => versionId !== null && published.has(versionId)),
  );
}

/** After the deletion of a version. The caller holds the lock on the service. */
export async function copyNewestFindings(tx: OrgTx, serviceId: string): Promise<void> {
  await copyFindings(tx, await listNewest(tx, [serviceId]));
}

interface NewestVersion {
  readonly serviceId: string;
  readonly versionId: string | null;
  /** How many components its last analysis that has ended checked, as JSON. */
  readonly coverage: string | null;
}

/** A statement of its own after the lock: the locking one would not see versions that were created while it waited. */
async function listNewest(tx: OrgTx, serviceIds: readonly string[]): Promise<NewestVersion[]> {
  const { rows } = await sql<NewestVersion>`
    select s.id as "serviceId", n.id as "versionId", (
      select a.coverage::text from analysis a
      where a.org_id = ${tx.orgId} and a.version_id = n.id and a.coverage is not null
      order by a.created_at desc, a.id desc limit 1) as coverage
    from service s left join lateral (
      select v.id from service_version v where v.org_id = ${tx.orgId} and v.service_id = s.id and v.deleted_at is null
      order by v.created_at desc, v.id desc limit 1) n on true
    where s.org_id = ${tx.orgId} and s.id = any(${serviceIds}::uuid[])`.execute(tx.db);
  return rows;
}

async function copyFindings(tx: OrgTx, newest: readonly NewestVersion[]): Promise<void> {
  if (newest.length === 0) return;
  const differences = await listDifferences(tx, newest);
  if (differences.length > 0) await recordDailyChanges(tx, keysOf(differences));
  const gone = differences.filter(({ isGone }) => isGone);
  if (gone.length > 0)
    await sql`
      delete from newest_finding o using ${keysOf(gone)}
      where o.org_id = ${tx.orgId} and o.service_id = k.service_id and o.group_id = k.group_id
        and o.component_id = k.component_id`.execute(tx.db);
  const changed = differences.filter(({ isGone }) => !isGone);
  if (changed.length > 0)
    await sql`
      insert into newest_finding (org_id, service_id, group_id, component_id, ${columnsOf()})
      select v.org_id, k.service_id, v.group_id, v.component_id, ${columnsOf('v')} from ${keysOf(changed)}
      join version_finding v on v.org_id = ${tx.orgId} and v.version_id = k.version_id and v.group_id = k.group_id
        and v.component_id = k.component_id and v.known_to is null
      on conflict (org_id, service_id, group_id, component_id) do update set (${columnsOf()}) = (${columnsOf('excluded')})`.execute(
      tx.db,
    );
  if (differences.length > 0) await countOpenFindings(tx, [...new Set(differences.map(({ serviceId }) => serviceId))]);
  await sql`
    update service s set listed_version_id = c.version_id, listed_coverage = c.coverage
    from ${pairsOf(newest)}
    where s.org_id = ${tx.orgId} and s.id = c.service_id
      and (s.listed_version_id, s.listed_coverage) is distinct from (c.version_id, c.coverage)`.execute(tx.db);
}

interface Difference extends Omit<NewestVersion, 'coverage'> {
  readonly groupId: string;
  readonly componentId: string;
  /** The version does not have it. Otherwise it is missing or different in the copy. */
  readonly isGone: boolean;
}

async function listDifferences(tx: OrgTx, newest: readonly NewestVersion[]): Promise<Difference[]> {
  const { rows } = await sql<Difference>`
    select coalesce(v.service_id, o.service_id) as "serviceId", v.version_id as "versionId",
      coalesce(v.group_id, o.group_id) as "groupId", coalesce(v.component_id, o.component_id) as "componentId",
      v.service_id is null as "isGone"
    from (
      select c.service_id, f.version_id, f.group_id, f.component_id, ${columnsOf('f')} from ${pairsOf(newest)}
      join version_finding f on f.org_id = ${tx.orgId} and f.version_id = c.version_id and f.known_to is null
    ) v full join (
      select n.service_id, n.group_id, n.component_id, ${columnsOf('n')} from newest_finding n
      where n.org_id = ${tx.orgId} and n.service_id = any(${newest.map(({ serviceId }) => serviceId)}::uuid[])
    ) o on o.service_id = v.service_id and o.group_id = v.group_id and o.component_id = v.component_id
    where v.service_id is null or o.service_id is null or (${columnsOf('v')}) is distinct from (${columnsOf('o')})`.execute(
    tx.db,
  );
  return rows;
}

function pairsOf(newest: readonly NewestVersion[]): RawBuilder<unknown> {
  return sql`unnest(${newest.map(({ serviceId }) => serviceId)}::uuid[], ${newest.map(({ versionId }) => versionId)}::uuid[],
    ${newest.map(({ coverage }) => coverage)}::jsonb[]) c(service_id, version_id, coverage)`;
}

function keysOf(differences: readonly Difference[]): RawBuilder<unknown> {
  return sql`unnest(${differences.map(({ serviceId }) => serviceId)}::uuid[],
    ${differences.map(({ versionId }) => versionId)}::uuid[], ${differences.map(({ groupId }) => groupId)}::text[],
    ${differences.map(({ componentId }) => componentId)}::uuid[]) k(service_id, version_id, group_id, component_id)`;
}

/** Columns by which lists sort, filter and count, as in `version_finding`. */
const COLUMNS = [
  'finding_id',
  'class',
  'severity_rank',
  'package_name',
  'relevance',
  'has_fix',
  'risk',
  'band',
  'first_seen_at',
  'kev',
  'epss',
  'direct',
  'suggested',
  'decided',
  'label',
  'due_at',
  'codes',
];

function columnsOf(row?: string): RawBuilder<unknown> {
  return sql.join(COLUMNS.map((column) => sql.ref(row === undefined ? column : `${row}.${column}`)));
}
