/**
 * The filter of a list of findings. A row is open while it is current; a finding without an open row has the state in which its
 * last row in the version ended. Both can be evaluated for a point in the past (`asOf`).
 */
import { sql, type RawBuilder } from 'kysely';
import { toEpssStep } from '../../../core/advisory/enrichment/epss.ts';
import type { FindingState } from '../../../core/vocabulary/finding.ts';
import type { Band } from '../../../core/vocabulary/priority.ts';
import { SHOWN_RELEVANCES } from '../../../core/vocabulary/relevance.ts';
import type { Severity } from '../../../core/vocabulary/severity.ts';
import { rankOf } from '../../../core/advisory/severity/severity-rank.ts';
import { boundsOf } from '../../../core/relevance/priority/priority.ts';
import { factsColumn } from '../finding-details.ts';
import { contains, startPattern } from '../../like-pattern.ts';
import { findVulnerabilityId, groupsMatchingText } from '../../advisories/vulnerabilities/list-vulnerabilities.ts';
import type { OrgTx } from '../../database.ts';

/** Has the names of the API's query parameters, so that a parameter needs no mapping. */
export interface FindingFilter extends ColumnFilter {
  /** Default: open. */
  readonly state?: readonly FindingState[] | undefined;
  /** Default: all except `not_relevant`. */
  readonly relevance?: readonly string[] | undefined;
  readonly q?: string | undefined;
  /** The vulnerabilities and components that `q` matches, for current findings. Without it, every row is scanned. */
  readonly text?: FoundText | undefined;
  /** A version of the same service: only findings that it does not have. */
  readonly newSinceVersionId?: string | undefined;
  /** Only findings that this member has handled in the inbox, or only others. */
  readonly handled?: { readonly personId: string; readonly isHandled: boolean } | undefined;
  /** ISO 8601: evaluates the filter as of this time. */
  readonly asOf?: string | undefined;
}

type ColumnFilter = {
  readonly [Name in keyof typeof COLUMN_CONDITIONS]?: Parameters<(typeof COLUMN_CONDITIONS)[Name]>[0] | undefined;
};

/** Each named by its component and vulnerability, because the id of its row changes with every decision. */
export interface PlannedFindings {
  readonly componentIds: readonly string[];
  readonly groupIds: readonly string[];
  readonly isExcluded: boolean;
}

interface FoundText {
  readonly groupIds: readonly string[];
  readonly componentIds: readonly string[];
  /** Whether there are so many that reading all findings of the newest versions takes less time than starting from each of them. */
  readonly isWide: boolean;
}

export function relevanceOf(filter: FindingFilter): RawBuilder<boolean> {
  return sql<boolean>`v.relevance = any(${filter.relevance ?? SHOWN_RELEVANCES}::text[])`;
}

/**
 * Returns all conditions except relevance on a row `v`, as mutually exclusive alternatives. Where no single index serves all of
 * them, each alternative uses its own.
 */
export function alternativesOf(tx: OrgTx, filter: FindingFilter): RawBuilder<boolean>[] {
  const texts = filter.text === undefined ? [sql`true`] : textMatchesOf(filter.text);
  return presencesOf(tx, filter).flatMap((presence) =>
    texts.map((text) => allOf([presence, text, ...columnConditionsOf(filter), ...otherConditionsOf(tx, filter)])),
  );
}

/** The same for a row of `newest_finding`, which is open. */
export function newestAlternativesOf(tx: OrgTx, filter: FindingFilter): RawBuilder<boolean>[] {
  const { text } = filter;
  const isWide = text !== undefined && text.groupIds.length + text.componentIds.length > MATCHES_SEARCHED_MAX;
  const texts = text === undefined ? [sql`true`] : textMatchesOf({ ...text, isWide });
  return texts.map((match) => allOf([match, ...columnConditionsOf(filter), ...handledConditionOf(tx, filter)]));
}

/** Returns whether `newest_finding` has everything that the filter depends on. */
export function isAboutNewest({
  state: states,
  asOf,
  q,
  text,
  newSinceVersionId,
  cve,
  image,
  sbom,
}: FindingFilter): boolean {
  const others = [asOf, newSinceVersionId, cve, image, sbom];
  return (
    others.every((condition) => condition === undefined) &&
    (q === undefined || text !== undefined) &&
    (states === undefined || states.every((state) => state === 'open'))
  );
}

/** Returns whether the facets of services have everything that the filter depends on. */
export function isAboutFacets(filter: FindingFilter): boolean {
  const { q, handled } = filter;
  const isOther = q !== undefined || handled !== undefined;
  return !isOther && isAboutNewest(filter) && listColumnFilters(filter).every((name) => FACET_FILTERS.has(name));
}

function allOf(conditions: readonly RawBuilder<unknown>[]): RawBuilder<boolean> {
  return sql<boolean>`(${sql.join(conditions, sql` and `)})`;
}

/** Returns the state of a row that satisfies the conditions. */
export function stateOf({ asOf }: FindingFilter): RawBuilder<FindingState> {
  return sql<FindingState>`case when ${isOpen('v', asOf)} then 'open' else v.ended_as end`;
}

function presencesOf(tx: OrgTx, { state: states = ['open'], asOf }: FindingFilter): RawBuilder<unknown>[] {
  const ended = states.filter((state) => state !== 'open');
  if (ended.length === 0 && asOf !== undefined) return openAt(asOf);
  const open = isOpen('v', asOf);
  if (ended.length === 0) return [open];
  const isLast = sql`(v.ended_as = any(${ended}::text[]) and ${isEnded('v', asOf)} and not exists (
    select 1 from version_finding o
    where o.org_id = ${tx.orgId} and o.version_id = v.version_id and o.finding_id = v.finding_id
      and (${isOpen('o', asOf)} or (${isEnded('o', asOf)} and (o.known_to, o.id) > (v.known_to, v.id)))))`;
  return [states.includes('open') ? sql`(${open} or ${isLast})` : isLast];
}

/** Current rows are read in index order, and only few rows have ended since. */
function openAt(asOf: string): RawBuilder<unknown>[] {
  const hadBegun = sql`v.known_from <= ${asOf}::timestamptz`;
  return [sql`v.known_to is null and ${hadBegun}`, sql`v.known_to > ${asOf}::timestamptz and ${hadBegun}`];
}

/** A wide text is no index condition: the planner expects one search of the index per id, and reads the table instead. */
function textMatchesOf({ groupIds, componentIds, isWide }: FoundText): RawBuilder<unknown>[] {
  if (isWide)
    return [
      sql`((v.group_id in (select unnest(${groupIds}::text[]))) is true
        or (v.component_id in (select unnest(${componentIds}::uuid[]))) is true)`,
    ];
  const isOfGroup = sql`v.group_id = any(${groupIds}::text[])`;
  // Planning a list of hundreds of ids takes longer than a search for one, so it is named only where it is needed.
  if (componentIds.length === 0) return [isOfGroup];
  const isOfComponent = sql`v.component_id = any(${componentIds}::uuid[])`;
  return groupIds.length === 0 ? [isOfComponent] : [isOfGroup, sql`${isOfComponent} and not ${isOfGroup}`];
}

function isOpen(row: 'v' | 'o', asOf: string | undefined): RawBuilder<unknown> {
  const knownTo = sql.ref(`${row}.known_to`);
  if (asOf === undefined) return sql`${knownTo} is null`;
  return sql`(${sql.ref(`${row}.known_from`)} <= ${asOf}::timestamptz and (${knownTo} is null or ${knownTo} > ${asOf}::timestamptz))`;
}

function isEnded(row: 'v' | 'o', asOf: string | undefined): RawBuilder<unknown> {
  const isMarked = sql`${sql.ref(`${row}.ended_as`)} is not null`;
  return asOf === undefined ? isMarked : sql`(${isMarked} and ${sql.ref(`${row}.known_to`)} <= ${asOf}::timestamptz)`;
}

/** Filters on columns of a row `v`: a new one needs only a line here and a query parameter of the same name. */
const COLUMN_CONDITIONS = {
  // The second condition is redundant, but required for the partial index of other classes.
  class: (classes: readonly string[]) =>
    classes.includes('vulnerability')
      ? sql`v.class = any(${classes}::text[])`
      : sql`v.class = any(${classes}::text[]) and v.class <> 'vulnerability'`,
  severity: (severities: readonly Severity[]) => sql`v.severity_rank = any(${severities.map(rankOf)}::smallint[])`,
  // Not a parameter: the partial index of exploited findings requires a plain column.
  kev: (isListed: boolean) => (isListed ? sql`v.kev` : sql`not v.kev`),
  // Findings without a score are below every bound.
  epssMin: (least: number) => sql`v.epss >= ${toEpssStep(least)}::real`,
  // Not `=`: the index of counts would be searched by this column instead of read, which the planner expects to be slow.
  fixable: (isFixable: boolean) => sql`v.has_fix is not distinct from ${isFixable}`,
  package: (name: string) => sql`v.package_name = ${name}`,
  component: (ids: readonly string[]) => sql`v.component_id = any(${ids}::uuid[])`,
  /** Findings of a plan, or all others. */
  fix: ({ componentIds, groupIds, isExcluded }: PlannedFindings) => sql`((v.component_id, v.group_id) in (
    select * from unnest(${componentIds}::uuid[], ${groupIds}::text[]))) is ${isExcluded ? sql`false` : sql`true`}`,
  /** Any of these ids or aliases, case-insensitive. */
  cve: (ids: readonly string[]) => sql`v.ids && ${ids.map((id) => id.toUpperCase())}::text[]`,
  /** The groups of these ids, for which an index finds current findings. */
  groupIds: (ids: readonly string[]) => sql`v.group_id = any(${ids}::text[])`,
  image: (images: readonly string[]) => sql`v.images && ${images}::text[]`,
  sbom: (ids: readonly string[]) => sql`v.sbom_ids && ${ids}::uuid[]`,
  direct: (isDirect: boolean) => sql`v.direct is not distinct from ${isDirect}`,
  /** Whether a rule or model suggests to dismiss it, but needs approval. Written like `kev`, for the partial index. */
  suggested: (isSuggested: boolean) => (isSuggested ? sql`v.suggested` : sql`not v.suggested`),
  /** Codes of any reason of the finding. */
  reason: (codes: readonly string[]) => sql`v.codes <> '{}' and v.codes && ${codes}::text[]`,
  /** State of the decision of a person or of VEX. */
  decided: (states: readonly string[]) => sql`v.decided = any(${states}::text[])`,
  label: (labels: readonly string[]) => sql`v.label = any(${labels}::text[])`,
  band: isWithin,
  /** ISO 8601. */
  dueBefore: (time: string) => sql`v.due_at < ${time}::timestamptz`,
  /** ISO 8601. */
  firstSeenAfter: (time: string) => sql`v.first_seen_at > ${time}::timestamptz`,
  /** Any of these findings, as resolved from other conditions. */
  findingIds: (ids: readonly string[]) => sql`v.finding_id = any(${ids}::uuid[])`,
  /** A subquery, which is hashed: the array would be searched for every row. */
  exceptFindingIds: (ids: readonly string[]) => sql`(v.finding_id in (select unnest(${ids}::uuid[]))) is not true`,
} as const satisfies Readonly<Record<string, (value: never) => RawBuilder<unknown>>>;

/** Contained in the indexes that sort current findings. */
const INDEXED_FILTERS: ReadonlySet<string> = new Set(['severity', 'kev', 'fixable']);

/** Contained in the facets of findings. */
const FACET_FILTERS: ReadonlySet<string> = new Set(['severity', 'kev', 'fixable', 'direct', 'band']);

function listColumnFilters(filter: FindingFilter): (keyof ColumnFilter)[] {
  const names = Object.keys(COLUMN_CONDITIONS) as (keyof ColumnFilter)[];
  return names.filter((name) => filter[name] !== undefined);
}

function columnConditionsOf(filter: FindingFilter): RawBuilder<unknown>[] {
  return listColumnFilters(filter).map((name) => {
    const toCondition: (value: never) => RawBuilder<unknown> = COLUMN_CONDITIONS[name];
    return toCondition(filter[name] as never);
  });
}

/** Returns whether the filter may be narrow: a condition that the sort indexes do not contain, or one about the past. */
export function isNarrow(filter: FindingFilter): boolean {
  const { state, q, newSinceVersionId, handled, asOf } = filter;
  if ([state, q, newSinceVersionId, handled].some((condition) => condition !== undefined)) return true;
  return listColumnFilters(filter).some((name) => asOf !== undefined || !INDEXED_FILTERS.has(name));
}

function otherConditionsOf(tx: OrgTx, filter: FindingFilter): RawBuilder<unknown>[] {
  const { q, text, newSinceVersionId, asOf } = filter;
  const conditions = [
    q === undefined || text !== undefined ? undefined : containsText(tx, q),
    newSinceVersionId === undefined
      ? undefined
      : sql`not exists (select 1 from version_finding o
          where o.org_id = ${tx.orgId} and o.version_id = ${newSinceVersionId} and o.finding_id = v.finding_id
            and ${isOpen('o', asOf)})`,
  ];
  return [...conditions.flatMap((condition) => condition ?? []), ...handledConditionOf(tx, filter)];
}

/**
 * A mark counts while the finding is in one of the saved states, and has not become overdue since. A scalar subquery looks up each
 * mark by its key: `exists` could become a join that compares every finding with every mark.
 */
function handledConditionOf(tx: OrgTx, { handled }: FindingFilter): RawBuilder<unknown>[] {
  if (handled === undefined) return [];
  const isMarked = sql`(select ${stateOfRow()} = any(h.states) and (v.due_at > h.handled_at and v.due_at <= now()) is not true
    from inbox_handled h
    where h.org_id = ${tx.orgId} and h.person_id = ${handled.personId} and h.finding_id = v.finding_id)`;
  return [handled.isHandled ? sql`${isMarked} is true` : sql`${isMarked} is not true`];
}

/** The properties of a row `v` whose change brings a handled finding back. */
export function stateOfRow(): RawBuilder<string> {
  return sql<string>`concat_ws(' ', v.severity_rank, v.band, v.kev, v.has_fix, v.suggested, v.relevance,
    coalesce(v.decided, '-'), coalesce(v.label, '-'))`;
}

/** A band is a range of the risk, by which the lists are sorted. */
function isWithin(bands: readonly Band[]): RawBuilder<unknown> {
  const bounds = bands.map(boundsOf);
  const [from, below] = [Math.min(...bounds.map((each) => each.from)), Math.max(...bounds.map((each) => each.below))];
  return sql`v.band = any(${bands}::text[]) and v.risk >= ${from}::real and v.risk < ${below}::real`;
}

/** Matches a part of the package name, words of the title, or the start of an id. */
function containsText(tx: OrgTx, text: string): RawBuilder<unknown> {
  const title = sql`${factsColumn(tx)}->'vulnerability'->>'title'`;
  return sql`(${contains(sql`v.package_name`, text)}
    or exists (select 1 from unnest(v.ids) i where i like ${startPattern(text.toUpperCase())})
    or to_tsvector('simple'::regconfig, ${title}) @@ plainto_tsquery('simple'::regconfig, ${text}))`;
}

/**
 * Resolves a filter before findings are read: the groups of its ids, and the vulnerabilities and components that its text
 * matches. There are few of them, and indexes lead from them to the findings; otherwise every finding would be scanned, which
 * takes seconds for a million. Only for current findings: in the past they may have been in other groups. `isOfNewest`: only
 * findings of newest versions are listed, so only their vulnerabilities and components are needed.
 */
export async function resolveFilter(
  tx: OrgTx,
  filter: FindingFilter,
  { isOfNewest = false }: { readonly isOfNewest?: boolean } = {},
): Promise<FindingFilter> {
  const { asOf, state: states = ['open'], cve, q } = filter;
  if (asOf !== undefined || states.some((state) => state !== 'open')) return filter;
  return {
    ...filter,
    groupIds: cve && (await findGroups(tx, cve)),
    text: q === undefined ? undefined : await findText(tx, q, isOfNewest),
  };
}

/** Includes every id of the groups: a version that is no longer watched may have stored the finding under another one. */
async function findGroups(tx: OrgTx, ids: readonly string[]): Promise<readonly string[]> {
  const groups: string[] = [];
  for (const id of ids) groups.push(...((await findVulnerabilityId(tx, id))?.groupIds ?? []));
  const { rows } = await sql<{ id: string }>`
    select id from alias where group_id = any(${groups}::text[]) limit ${MATCHES_MAX}`.execute(tx.db);
  return [...new Set([...groups, ...rows.map((row) => row.id)])];
}

/** Returns undefined if the text matches so many that scanning the findings in order finds a page quickly. */
async function findText(tx: OrgTx, text: string, isOfNewest: boolean): Promise<FoundText | undefined> {
  const held = isOfNewest
    ? sql`newest_finding v where v.org_id = ${tx.orgId}`
    : sql`version_finding v where v.org_id = ${tx.orgId} and v.known_to is null`;
  const { rows } = await sql<Omit<FoundText, 'isWide'>>`
    with words as materialized (select distinct w.group_id from (${groupsMatchingText(text)}) w (group_id))
    select array(
      select w.group_id from words w where exists (
        select 1 from ${held} and v.group_id = w.group_id)
      limit ${MATCHES_MAX + 1}) as "groupIds",
    array(
      select c.id from component c where c.org_id = ${tx.orgId} and ${contains(sql`c.name`, text)} and exists (
        select 1 from ${held} and v.component_id = c.id)
      limit ${MATCHES_MAX + 1}) as "componentIds"`.execute(tx.db);
  const { groupIds = [], componentIds = [] } = rows[0] ?? {};
  if (groupIds.length > MATCHES_MAX || componentIds.length > MATCHES_MAX) return undefined;
  return { groupIds, componentIds, isWide: groupIds.length + componentIds.length > MATCHES_FEW_MAX };
}

const MATCHES_MAX = 20_000;
/** With more, reading the newest findings in order takes less time than searching them for each. */
const MATCHES_SEARCHED_MAX = 5_000;
const MATCHES_FEW_MAX = 20;
