/**
 * Searches an organization for a text: names of services, names and aliases of versions, ids and titles of vulnerabilities,
 * components. Returns a few best matches of each: those that start with the text before those that only contain it.
 */
import { sql, type RawBuilder } from 'kysely';
import { groupsMatchingText } from '../advisories/vulnerabilities/list-vulnerabilities.ts';
import type { OrgTx } from '../database.ts';
import { heldFindings, serviceOfHeld } from '../findings/lists/held-findings.ts';
import { contains, startsWith } from '../like-pattern.ts';
import { isUsed } from './components/list-components.ts';
import type { ServiceScope } from './services.ts';
import { isLive } from './versions/live-versions.ts';

export interface FoundService {
  readonly id: string;
  readonly name: string;
}

export interface FoundVersion {
  readonly id: string;
  /** The matching name or alias, and the name of the version. */
  readonly found: string;
  readonly name: string;
  readonly serviceId: string;
  readonly serviceName: string;
}

export interface FoundComponent {
  readonly id: string;
  readonly name: string;
  readonly version: string | null;
  readonly purl: string | null;
}

/** Sorts shorter names first, because they are closer to the text. */
export async function searchServices(
  tx: OrgTx,
  scope: ServiceScope,
  text: string,
  limit: number,
): Promise<readonly FoundService[]> {
  const { rows } = await sql<FoundService>`
    select s.id, s.name from service s
    where s.org_id = ${tx.orgId} and s.deleted_at is null and ${inScope(scope)} and ${contains(sql`s.name`, text)}
    order by ${startsWith(sql`s.name`, text)} desc, length(s.name), s.name collate "C" limit ${limit}`.execute(tx.db);
  return rows;
}

/**
 * Returns the newest first. A short text is in the names of nearly all versions, so the newest ones are tried first. Otherwise versions
 * are read from the newest on until the page is full, for which `is true` prevents a join.
 */
export async function searchVersions(
  tx: OrgTx,
  scope: ServiceScope,
  text: string,
  limit: number,
): Promise<readonly FoundVersion[]> {
  const matchingNames = (condition: RawBuilder<unknown>): RawBuilder<unknown> => sql`
    select n.version_id, n.name, ${startsWith(sql`n.name`, text)} as starts from version_name n
    where n.org_id = ${tx.orgId} and ${condition} and ${contains(sql`n.name`, text)}`;
  const newest = (condition: RawBuilder<unknown>, count: number): RawBuilder<unknown> => sql`
    select v.id from service_version v
    where v.org_id = ${tx.orgId} and v.deleted_at is null and ${condition}
      and (v.service_id in (
        select s.id from service s where s.org_id = ${tx.orgId} and s.deleted_at is null and ${inScope(scope)})) is true
    order by v.created_at desc, v.id desc limit ${count}`;
  const found = sql`
    select v.id, m.name as found, v.name, s.id as "serviceId", s.name as "serviceName", m.starts
    from chosen w
    join matching m on m.version_id = w.id
    join service_version v on v.org_id = ${tx.orgId} and v.id = w.id
    join service s on s.org_id = ${tx.orgId} and s.id = v.service_id
    order by m.starts desc, v.created_at desc, v.id desc, m.name collate "C" limit ${limit}`;
  const { rows: best } = await sql<FoundVersion & { readonly starts: boolean }>`
    with chosen as materialized (${newest(sql`true`, VERSIONS_TRIED)}),
    matching as materialized (
      select m.* from chosen w cross join lateral (${matchingNames(sql`n.version_id = w.id`)} offset 0) m
    ) ${found}`.execute(tx.db);
  if (best.length === limit && best.every(({ starts }) => starts)) return best.map(toFoundVersion);
  const newestWith = (condition: RawBuilder<unknown>): RawBuilder<unknown> =>
    sql`(${newest(
      sql`exists (select from matching m where ${condition})
      and (v.id in (select m.version_id from matching m where ${condition})) is true`,
      limit,
    )})`;
  const { rows } = await sql<FoundVersion & { readonly starts: boolean }>`
    with matching as materialized (${matchingNames(inScope(scope, sql`n.service_id`))}),
    chosen as materialized (${newestWith(sql`m.starts`)} union ${newestWith(sql`not m.starts`)}) ${found}`.execute(
    tx.db,
  );
  return rows.map(toFoundVersion);
}

const VERSIONS_TRIED = 200;

function toFoundVersion({ starts: _starts, ...version }: FoundVersion & { readonly starts: boolean }): FoundVersion {
  return version;
}

/**
 * Returns ids of alias groups with the number of affected services; those with a current finding in scope come first. The groups are
 * tested in order, `offset 0` keeps it, and only until the page is full: an id like `CVE-20` matches hundreds of thousands.
 */
export async function searchVulnerabilityIds(
  tx: OrgTx,
  scope: ServiceScope,
  text: string,
  limit: number,
): Promise<readonly { readonly groupId: string; readonly services: number }[]> {
  const inOrder = sql`order by f.group_id collate "C" desc`;
  const { rows } = await sql<{ groupId: string; services: number }>`
    with recursive matching (group_id) as materialized (${groupsMatchingText(text)}),
    best as materialized (
      select f.group_id from (select f.group_id from matching f ${inOrder} offset 0) f
      where ${isFound(tx, scope)} ${inOrder} limit ${limit}
    ),
    held (group_id, finding_id, package_name) as (${heldFindings(tx, sql`select b.group_id from best b`)}),
    placed as materialized (select h.group_id, ${serviceOfHeld(tx)} as service_id from held h),
    affected as materialized (
      select p.group_id, count(distinct p.service_id)::int as services
      from placed p where ${inScope(scope, sql`p.service_id`)} group by p.group_id
    )
    select f.group_id as "groupId", coalesce(a.services, 0) as services from (
      select b.group_id, true as is_held from best b
      union all (
        select f.group_id, false from matching f
        where (select count(*) from best) < ${limit} and f.group_id not in (select b.group_id from best b)
        ${inOrder} limit ${limit})
    ) f left join affected a on a.group_id = f.group_id
    order by f.is_held desc, f.group_id collate "C" desc limit ${limit}`.execute(tx.db);
  return rows;
}

/** `offset 0` keeps one lookup per vulnerability, which ends at the first row. */
function isFound(tx: OrgTx, scope: ServiceScope): RawBuilder<unknown> {
  return sql`exists (
    select 1 from version_finding v
    where v.org_id = ${tx.orgId} and v.group_id = f.group_id and v.known_to is null and ${isLive(tx, scope, sql`v.version_id`)}
    offset 0)`;
}

/**
 * Returns components of current documents. Components that start with the text come from the index; only if there are too few,
 * all are scanned.
 */
export async function searchComponents(
  tx: OrgTx,
  scope: ServiceScope,
  text: string,
  limit: number,
): Promise<readonly FoundComponent[]> {
  const start = text.toLowerCase();
  const beginning = await listComponents(
    tx,
    scope,
    sql`c.sort_key >= ${start} and c.sort_key < ${start + LAST_CHARACTER}`,
    limit,
  );
  if (beginning.length === limit) return beginning;
  const isFound = sql`(${contains(sql`c.name`, text)} or ${contains(sql`c.purl`, text)})`;
  const others = await listComponents(tx, scope, isFound, 2 * limit);
  const known = new Set(beginning.map(({ id }) => id));
  return [...beginning, ...others.filter(({ id }) => !known.has(id))].slice(0, limit);
}

const LAST_CHARACTER = '\u{10ffff}';

async function listComponents(
  tx: OrgTx,
  scope: ServiceScope,
  condition: RawBuilder<unknown>,
  limit: number,
): Promise<readonly FoundComponent[]> {
  const { rows } = await sql<FoundComponent>`
    select c.id, c.name, c.version, c.purl from component c
    where c.org_id = ${tx.orgId} and ${condition} and ${isUsed(tx, scope)}
    order by c.sort_key, c.id limit ${limit}`.execute(tx.db);
  return rows;
}

function inScope(scope: ServiceScope, serviceId = sql`s.id`): RawBuilder<unknown> {
  return scope === 'all' ? sql`true` : sql`${serviceId} = any(${scope}::uuid[])`;
}
