/**
 * Searches an organization for a text: names of services, names and aliases of versions, ids and titles of vulnerabilities,
 * components. Returns a few best matches of each: those that start with the text before those that only contain it.
 */
import { sql, type RawBuilder } from 'kysely';
import { groupsMatchingText } from '../advisories/vulnerabilities/list-vulnerabilities.ts';
import type { OrgTx } from '../database.ts';
import { likePattern, startPattern } from '../like-pattern.ts';
import type { ServiceScope } from './services.ts';

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
    where s.org_id = ${tx.orgId} and s.deleted_at is null and ${inScope(scope)} and s.name ilike ${likePattern(text)}
    order by s.name ilike ${startPattern(text)} desc, length(s.name), s.name collate "C" limit ${limit}`.execute(tx.db);
  return rows;
}

/** Returns the newest first. */
export async function searchVersions(
  tx: OrgTx,
  scope: ServiceScope,
  text: string,
  limit: number,
): Promise<readonly FoundVersion[]> {
  const { rows } = await sql<FoundVersion>`
    select v.id, n.name as found, v.name, s.id as "serviceId", s.name as "serviceName"
    from version_name n
    join service s on s.org_id = n.org_id and s.id = n.service_id and s.deleted_at is null and ${inScope(scope)}
    join service_version v on v.org_id = n.org_id and v.id = n.version_id and v.deleted_at is null
    where n.org_id = ${tx.orgId} and n.name ilike ${likePattern(text)}
    order by n.name ilike ${startPattern(text)} desc, v.created_at desc, v.id desc, n.name collate "C" limit ${limit}`.execute(
    tx.db,
  );
  return rows;
}

/** Returns ids of alias groups with the number of affected services; those with a current finding in scope come first. */
export async function searchVulnerabilityIds(
  tx: OrgTx,
  scope: ServiceScope,
  text: string,
  limit: number,
): Promise<readonly { readonly groupId: string; readonly services: number }[]> {
  const { rows } = await sql<{ groupId: string; services: number }>`
    with found as materialized (select distinct f.group_id from (${groupsMatchingText(text)}) f (group_id)),
    held as materialized (
      select v.group_id, count(distinct s.id)::int as services
      from found f
      join version_finding v on v.org_id = ${tx.orgId} and v.group_id = f.group_id and v.known_to is null
      join service_version n on n.org_id = v.org_id and n.id = v.version_id and n.deleted_at is null
      join service s on s.org_id = n.org_id and s.id = n.service_id and s.deleted_at is null and ${inScope(scope)}
      group by v.group_id
    )
    select f.group_id as "groupId", coalesce(h.services, 0) as services
    from found f left join held h on h.group_id = f.group_id
    order by h.group_id is null, f.group_id collate "C" desc limit ${limit}`.execute(tx.db);
  return rows;
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
  const pattern = likePattern(text);
  const others = await listComponents(tx, scope, sql`(c.name ilike ${pattern} or c.purl ilike ${pattern})`, 2 * limit);
  const known = new Set(beginning.map(({ id }) => id));
  return [...beginning, ...others.filter(({ id }) => !known.has(id))].slice(0, limit);
}

const LAST_CHARACTER = '\u{10ffff}';

/** `offset 0` keeps one lookup per component: a join would read every component of every document. */
async function listComponents(
  tx: OrgTx,
  scope: ServiceScope,
  condition: RawBuilder<unknown>,
  limit: number,
): Promise<readonly FoundComponent[]> {
  const { rows } = await sql<FoundComponent>`
    select c.id, c.name, c.version, c.purl from component c
    where c.org_id = ${tx.orgId} and ${condition} and exists (
      select 1 from component_set t
      join sbom b on b.org_id = t.org_id and b.set_sha256 = t.sha256 and b.superseded_by is null and b.deleted_at is null
      join service_version v on v.org_id = b.org_id and v.id = b.version_id and v.deleted_at is null
      join service s on s.org_id = v.org_id and s.id = v.service_id and s.deleted_at is null and ${inScope(scope)}
      where t.org_id = ${tx.orgId} and t.component_id = c.id offset 0)
    order by c.sort_key, c.id limit ${limit}`.execute(tx.db);
  return rows;
}

function inScope(scope: ServiceScope): RawBuilder<unknown> {
  return scope === 'all' ? sql`true` : sql`s.id = any(${scope}::uuid[])`;
}
