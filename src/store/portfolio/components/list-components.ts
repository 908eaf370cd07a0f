/** Lists components of one document, of all documents of a version, or of the organization. */
import { sql, type RawBuilder } from 'kysely';
import { isCheckedForFixedOnly, findUncheckedReason, NOT_A_PACKAGE } from '../../../core/history/coverage.ts';
import { combineScopes } from '../../../core/sbom/graph/component-scopes.ts';
import type { ComponentScope } from '../../../core/vocabulary/sbom.ts';
import { listLoadedReleases } from '../../advisories/releases.ts';
import { toIsoTimes, type DatedRow } from '../../dated-row.ts';
import type { OrgTx } from '../../database.ts';
import { contains } from '../../like-pattern.ts';
import { toPage, type Page, type PageRequest } from '../../page.ts';
import {
  checkExpressions,
  matchedColumns,
  releasesOf,
  toMatched,
  type CheckExpressions,
  type MatchedRow,
} from './checked-reason.ts';
import { membersAt } from './set-positions.ts';
import type { ServiceScope } from '../services.ts';
import { isLive, liveVersionsOf } from '../versions/live-versions.ts';

export interface ComponentFilter {
  readonly q?: string | undefined;
  readonly name?: string | undefined;
  readonly ecosystems?: readonly string[] | undefined;
  readonly unchecked?: boolean | undefined;
  readonly reasons?: readonly string[] | undefined;
  readonly fixedIssuesOnly?: boolean | undefined;
  /** The time of the request, ISO 8601: whether a component counts as checked depends on it. */
  readonly at: string;
}

export interface SetComponentFilter extends ComponentFilter {
  readonly direct?: boolean | undefined;
  readonly scopes?: readonly string[] | undefined;
}

/** Where a page ends. */
export interface ComponentKeyset {
  readonly sortKey: string;
  readonly id: string;
}

export interface ComponentPage extends PageRequest {
  readonly after?: ComponentKeyset | undefined;
}

export interface Component extends ComponentKeyset {
  /** As uploaded. */
  readonly purl: string | null;
  readonly name: string;
  readonly version: string | null;
  readonly ecosystem: string | null;
  readonly notChecked: string | null;
  /** It was checked, but only for issues that its distribution has fixed. */
  readonly fixedIssuesOnly: boolean;
}

export interface SetComponent extends Component {
  readonly type: string;
  readonly scope: ComponentScope;
  readonly direct: boolean | null;
  /** Hashes of the sets that contain it. */
  readonly sets: readonly string[];
}

type ComponentRow = MatchedRow & Omit<Component, 'notChecked' | 'fixedIssuesOnly'>;

type SetComponentRow = MatchedRow &
  Omit<SetComponent, 'notChecked' | 'fixedIssuesOnly' | 'scope'> & { readonly scopes: readonly ComponentScope[] };

/** Returns the distinct components of some sets, sorted by name and version. */
export async function listSetComponents(
  tx: OrgTx,
  sets: readonly Buffer[],
  filter: SetComponentFilter,
  page: ComponentPage,
): Promise<Page<SetComponent>> {
  const checks = await findChecks(
    tx,
    filter,
    sql`component_set s join component c on c.org_id = s.org_id and c.id = s.component_id
      where s.org_id = ${tx.orgId} and s.sha256 = any(${sets})`,
  );
  const where = sql.join([...conditionsOf(filter, checks), ...setConditionsOf(filter)], sql` and `);
  const from = sql`from (${containedInSets(tx, sets)}) h join component c on c.org_id = ${tx.orgId} and c.id = h.component_id ${MEMO}`;
  const count = await sql<{ total: number }>`select count(*)::int as total ${from} where ${where}`.execute(tx.db);
  const { rows } = await sql<SetComponentRow>`
    select ${setColumns(tx)} ${from} where ${where} and ${isAfterInSets(tx, sets, page)} order by ${orderOf(sets)} limit ${page.limit} offset ${page.offset}`.execute(
    tx.db,
  );
  const judge = await createCheckLookup(tx, rows, filter.at);
  return { total: count.rows[0]?.total ?? 0, items: rows.map((row) => toSetComponent(row, judge(row))) };
}

/** Returns one component of some sets, or undefined when none of them contains it. */
export async function findSetComponent(
  tx: OrgTx,
  sets: readonly Buffer[],
  id: string,
  at: string,
): Promise<SetComponent | undefined> {
  const { rows } = await sql<SetComponentRow>`
    select ${setColumns(tx)} from (${grouped(sql`select * from component_set
      where org_id = ${tx.orgId} and sha256 = any(${sets}) and component_id = ${id}`)}) h
    join component c on c.org_id = ${tx.orgId} and c.id = h.component_id ${MEMO}`.execute(tx.db);
  const judge = await createCheckLookup(tx, rows, at);
  return rows[0] && toSetComponent(rows[0], judge(rows[0]));
}

/** Returns the components at these positions of a set. */
export async function listAtPositions(
  tx: OrgTx,
  set: Buffer,
  positions: readonly number[],
): Promise<ReadonlyMap<number, Pick<Component, 'id' | 'purl' | 'name' | 'version'>>> {
  const { rows } = await sql<Pick<Component, 'id' | 'purl' | 'name' | 'version'> & { readonly position: number }>`
    select p.position, c.id, coalesce(s.purl, c.purl) as purl, c.name, c.version
    from ${membersAt(
      tx,
      positions.map((position) => ({ set: set.toString('hex'), position })),
    )}
    cross join lateral (select * from component where org_id = ${tx.orgId} and id = s.component_id limit 1) c`.execute(
    tx.db,
  );
  return new Map(rows.map(({ position, ...component }) => [position, component]));
}

/** Returns the position of a component in a set. */
export async function findPosition(tx: OrgTx, set: Buffer, id: string): Promise<number | undefined> {
  const { rows } = await sql<{ position: number }>`
    select position from component_set
    where org_id = ${tx.orgId} and sha256 = ${set} and component_id = ${id}`.execute(tx.db);
  return rows[0]?.position;
}

/** Returns all components of current documents of the services in scope, sorted by name and version. */
export async function listUsedComponents(
  tx: OrgTx,
  scope: ServiceScope,
  filter: ComponentFilter,
  page: ComponentPage,
): Promise<Page<Component>> {
  const checks = await findChecks(tx, filter, sql`component c where c.org_id = ${tx.orgId}`);
  const where = sql.join([sql`c.org_id = ${tx.orgId}`, ...conditionsOf(filter, checks)], sql` and `);
  const { rows: found } = await sql<{ total: number; ids: string[] }>`
    with ${usedComponents(tx, scope, sql`component c ${MEMO} where ${where}`)}
    select (select count(*)::int from used) as total, array(
      select c.id from used c where ${isAfter(page)}
      order by c.sort_key, c.id limit ${page.limit} offset ${page.offset}) as ids`.execute(tx.db);
  const { total = 0, ids = [] } = found[0] ?? {};
  const { rows } = await sql<ComponentRow>`
    select ${columns(tx)} from component c ${MEMO}
    where c.org_id = ${tx.orgId} and c.id = any(${ids}::uuid[]) order by c.sort_key, c.id`.execute(tx.db);
  const judge = await createCheckLookup(tx, rows, filter.at);
  return { total, items: rows.map((row) => toComponent(row, judge(row))) };
}

/**
 * Returns the definition of `used`: those of the components `c` that a current document of a service in scope contains. A chunk that is
 * in use tells this of all its components, so only those whose first chunk is not in use are looked up one by one.
 */
function usedComponents(tx: OrgTx, scope: ServiceScope, components: RawBuilder<unknown>): RawBuilder<unknown> {
  if (isOfFewServices(scope))
    return sql`used as materialized (
      select c.id, c.sort_key from ${components} and (c.id in (
        select m.component_id from component_chunk m where m.org_id = ${tx.orgId} and m.sha256 = any(array(${chunksOf(tx, scope)}))
      )) is true
    )`;
  return sql`
    matching as materialized (
      select c.id, c.sort_key, (
        select s.sha256 from component_chunk s where s.org_id = ${tx.orgId} and s.component_id = c.id limit 1) as chunk
      from ${components}
    ),
    used_chunk as materialized (
      select d.chunk from (select distinct m.chunk from matching m) d where exists (
        select 1 from component_set_chunk s ${joinDocuments(sql`s.set_sha256`)}
        where s.org_id = ${tx.orgId} and s.chunk_sha256 = d.chunk and ${isLive(tx, scope, sql`b.version_id`)} offset 0)
    ),
    used as materialized (
      select c.id, c.sort_key from matching c
      where (c.chunk in (select u.chunk from used_chunk u)) is true or ${isUsed(tx, scope)}
    )`;
}

/** A component of others may be in all of their documents, so for few services their own documents are read instead. */
function isOfFewServices(scope: ServiceScope): scope is readonly string[] {
  return scope !== 'all' && scope.length <= SERVICES_FEW_MAX;
}

const SERVICES_FEW_MAX = 100;

/** Returns the chunks of the current documents of these services. */
function chunksOf(tx: OrgTx, services: readonly string[]): RawBuilder<unknown> {
  return sql`
    select distinct s.chunk_sha256 from component_set_chunk s where s.org_id = ${tx.orgId} and s.set_sha256 = any(array(
      select b.set_sha256 from sbom b
      where b.org_id = ${tx.orgId} and b.superseded_by is null and b.deleted_at is null
        and b.version_id = any(array(${liveVersionsOf(tx, services)}))))`;
}

export async function findUsedComponent(
  tx: OrgTx,
  scope: ServiceScope,
  id: string,
  at: string,
): Promise<Component | undefined> {
  const { rows } = await sql<ComponentRow>`
    select ${columns(tx)} from component c ${MEMO}
    where c.org_id = ${tx.orgId} and c.id = ${id} and ${isUsed(tx, scope)}`.execute(tx.db);
  const judge = await createCheckLookup(tx, rows, at);
  return rows[0] && toComponent(rows[0], judge(rows[0]));
}

export interface Use {
  readonly serviceId: string;
  readonly serviceName: string;
  readonly versionId: string;
  readonly versionName: string;
  readonly createdAt: string;
}

/**
 * Returns the versions that contain a component, newest first. Versions of the organization are read from the newest on until the
 * page is full, for which `is true` prevents a join: sorting all versions with the component would read each of them.
 */
export async function listUses(tx: OrgTx, scope: ServiceScope, id: string, page: PageRequest): Promise<Page<Use>> {
  const inScope = scope === 'all' ? sql`` : sql`and d.id = any(${scope}::uuid[])`;
  const { rows } = await sql<DatedRow<Use, 'createdAt'> & { total: number }>`
    with used as materialized (
      select distinct b.version_id from component_set s ${joinDocuments(sql`s.sha256`)}
      where s.org_id = ${tx.orgId} and s.component_id = ${id}
    )
    select (select count(*)::int from used u where ${isLive(tx, scope, sql`u.version_id`)}) as total,
      d.id as "serviceId", d.name as "serviceName", v.id as "versionId", v.name as "versionName", v.created_at as "createdAt"
    from service_version v
    join service d on d.org_id = v.org_id and d.id = v.service_id and d.deleted_at is null ${inScope}
    where v.org_id = ${tx.orgId} and v.deleted_at is null and (v.id in (select u.version_id from used u)) is true
    order by v.created_at desc, v.id desc limit ${page.limit} offset ${page.offset}`.execute(tx.db);
  return toPage(rows, toIsoTimes);
}

const MEMO = sql`left join component_memo m on m.org_id = c.org_id and m.component_id = c.id`;
const columns = (tx: OrgTx): RawBuilder<unknown> =>
  sql`c.id, c.purl, c.name, c.version, c.ecosystem, c.sort_key as "sortKey", ${matchedColumns(tx)}`;
const setColumns = (
  tx: OrgTx,
): RawBuilder<unknown> => sql`c.id, coalesce(h.purl, c.purl) as purl, c.name, c.version, c.ecosystem, c.sort_key as "sortKey",
  ${matchedColumns(tx)}, h.type, h.scopes, h.direct, h.sets`;

/**
 * Returns whether a current document of a service in scope contains the component `c`. `offset 0` keeps one lookup per component:
 * a join would read every component of every document.
 */
export function isUsed(tx: OrgTx, scope: ServiceScope): RawBuilder<unknown> {
  if (isOfFewServices(scope))
    return sql`exists (
      select 1 from component_chunk m
      where m.org_id = ${tx.orgId} and m.component_id = c.id and (m.sha256 in (${chunksOf(tx, scope)})) is true offset 0)`;
  return sql`exists (
    select 1 from component_set s ${joinDocuments(sql`s.sha256`)}
    where s.org_id = ${tx.orgId} and s.component_id = c.id and ${isLive(tx, scope, sql`b.version_id`)} offset 0)`;
}

/** Joins the current documents `b` that have a set. */
function joinDocuments(set: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`join sbom b on b.org_id = s.org_id and b.set_sha256 = ${set} and b.superseded_by is null and b.deleted_at is null`;
}

/** A single set, which nearly every version has, can be read in order without reading the rest of it. */
function containedInSets(tx: OrgTx, sets: readonly Buffer[]): RawBuilder<unknown> {
  const [only] = sets;
  if (sets.length > 1 || only === undefined) {
    return grouped(sql`select * from component_set where org_id = ${tx.orgId} and sha256 = any(${sets})`);
  }
  return sql`
    select component_id, start, position, type, array[scope] as scopes, direct, purl, array[encode(sha256, 'hex')] as sets
    from component_set where org_id = ${tx.orgId} and sha256 = ${only}`;
}

function grouped(members: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select m.component_id, min(m.type) as type, array_agg(distinct m.scope) as scopes, bool_or(m.direct) as direct,
      min(m.purl collate "C") as purl, array_agg(encode(m.sha256, 'hex') order by m.sha256) as sets
    from (${members}) m group by m.component_id`;
}

function conditionsOf(filter: ComponentFilter, { reason, isFixedOnly }: CheckExpressions): RawBuilder<unknown>[] {
  const conditions = [sql`true`];
  if (filter.q !== undefined) {
    conditions.push(sql`(${contains(sql`c.name`, filter.q)} or ${contains(sql`c.purl`, filter.q)})`);
  }
  if (filter.name !== undefined) conditions.push(sql`c.name = ${filter.name}`);
  if (filter.ecosystems !== undefined) conditions.push(sql`lower(c.ecosystem) = any(${filter.ecosystems}::text[])`);
  if (filter.unchecked === false) conditions.push(sql`${reason} is null`);
  // The components of the coverage that were not checked.
  if (filter.unchecked === true) conditions.push(sql`${reason} <> ${sql.lit(NOT_A_PACKAGE)}`);
  if (filter.reasons !== undefined) conditions.push(sql`${reason} = any(${filter.reasons}::text[])`);
  if (filter.fixedIssuesOnly !== undefined) conditions.push(sql`${isFixedOnly} = ${filter.fixedIssuesOnly}`);
  return conditions;
}

function setConditionsOf(filter: SetComponentFilter): RawBuilder<unknown>[] {
  const conditions: RawBuilder<unknown>[] = [];
  if (filter.direct !== undefined) conditions.push(sql`h.direct = ${filter.direct}`);
  if (filter.scopes !== undefined) conditions.push(sql`h.scopes && ${filter.scopes}::text[]`);
  return conditions;
}

function isAfter({ after }: ComponentPage): RawBuilder<unknown> {
  return after === undefined ? sql`true` : sql`(c.sort_key, c.id) > (${after.sortKey}, ${after.id}::uuid)`;
}

/** Within one set, continues after the position of the last component; if the set no longer contains it, after its sort key. */
function isAfterInSets(tx: OrgTx, sets: readonly Buffer[], page: ComponentPage): RawBuilder<unknown> {
  const [only] = sets;
  if (page.after === undefined || sets.length !== 1 || only === undefined) return isAfter(page);
  return sql`h.position > coalesce(
    (select s.position from component_set s
      where s.org_id = ${tx.orgId} and s.sha256 = ${only} and s.component_id = ${page.after.id}::uuid),
    (select max(s.position) from component_set s join component n on n.org_id = s.org_id and n.id = s.component_id
      where s.org_id = ${tx.orgId} and s.sha256 = ${only} and n.sort_key <= ${page.after.sortKey}), -1)`;
}

function orderOf(sets: readonly Buffer[]): RawBuilder<unknown> {
  return sets.length === 1 ? sql`h.start, h.position` : sql`c.sort_key, c.id`;
}

/** Looks up the check state of all components only if the filter depends on it. */
async function findChecks(
  tx: OrgTx,
  filter: ComponentFilter,
  components: RawBuilder<unknown>,
): Promise<CheckExpressions> {
  return isAboutChecks(filter)
    ? await checkExpressions(tx, components, filter.at)
    : { reason: sql`null`, isFixedOnly: sql`null` };
}

function isAboutChecks({ unchecked, reasons, fixedIssuesOnly }: ComponentFilter): boolean {
  return unchecked !== undefined || reasons !== undefined || fixedIssuesOnly !== undefined;
}

type Check = Pick<Component, 'notChecked' | 'fixedIssuesOnly'>;

/** Returns a function that determines how each of these rows was checked. */
async function createCheckLookup(
  tx: OrgTx,
  rows: readonly MatchedRow[],
  at: string,
): Promise<(row: MatchedRow) => Check> {
  const loaded = await listLoadedReleases(tx, releasesOf(rows.map(toMatched)));
  return (row) => {
    const matched = toMatched(row);
    return {
      notChecked: findUncheckedReason(matched, loaded, at),
      fixedIssuesOnly: isCheckedForFixedOnly(matched, loaded, at),
    };
  };
}

function toComponent(row: ComponentRow, check: Check): Component {
  const { id, purl, name, version, ecosystem, sortKey } = row;
  return { id, purl, name, version, ecosystem, sortKey, ...check };
}

function toSetComponent(row: SetComponentRow, check: Check): SetComponent {
  const { scopes, sets, type, direct } = row;
  return { ...toComponent(row, check), scope: combineScopes(scopes), sets, type, direct };
}
