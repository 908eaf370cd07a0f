/**
 * The filter of a list of findings. A row is open while it is current; a finding without an open row has the state in which its
 * last row in the version ended. Both can be evaluated for a point in the past (`asOf`).
 */
import { sql, type RawBuilder } from 'kysely';
import { toEpssStep } from '../../../core/advisory/enrichment/epss-step.ts';
import { boundsOf } from '../../../core/relevance/priority/priority.ts';
import type { FindingState } from '../../../core/vocabulary/finding.ts';
import type { Band } from '../../../core/vocabulary/priority.ts';
import { SHOWN_RELEVANCES } from '../../../core/vocabulary/relevance.ts';
import { FACTS_COLUMN } from '../finding-details.ts';
import { likePattern, startPattern } from '../../like-pattern.ts';

export interface FindingFilter {
  /** Default: open. */
  readonly states?: readonly FindingState[] | undefined;
  /** Default: all except `not_relevant`. */
  readonly relevance?: readonly string[] | undefined;
  readonly classes?: readonly string[] | undefined;
  readonly severityRanks?: readonly number[] | undefined;
  readonly kev?: boolean | undefined;
  readonly epssMin?: number | undefined;
  readonly fixable?: boolean | undefined;
  readonly package?: string | undefined;
  /** Any of these ids or aliases, case-insensitive. */
  readonly vulnerabilities?: readonly string[] | undefined;
  /** The groups of these ids, for which an index finds current findings. */
  readonly groupIds?: readonly string[] | undefined;
  readonly images?: readonly string[] | undefined;
  readonly sbomIds?: readonly string[] | undefined;
  readonly direct?: boolean | undefined;
  /** Whether a rule or model suggests to dismiss it, but needs approval. */
  readonly suggested?: boolean | undefined;
  /** Codes of any reason of the finding. */
  readonly reasons?: readonly string[] | undefined;
  /** State of the decision of a person or of VEX. */
  readonly decided?: readonly string[] | undefined;
  readonly labels?: readonly string[] | undefined;
  readonly bands?: readonly Band[] | undefined;
  /** ISO 8601. */
  readonly dueBefore?: string | undefined;
  readonly q?: string | undefined;
  /** The vulnerabilities and components that `q` matches, for current findings. Without it, every row is scanned. */
  readonly text?: FoundText | undefined;
  /** A version of the same service: only findings that it does not have. */
  readonly newSinceVersionId?: string | undefined;
  /** ISO 8601: evaluates the filter as of this time. */
  readonly asOf?: string | undefined;
}

export interface FoundText {
  readonly groupIds: readonly string[];
  readonly componentIds: readonly string[];
}

export function relevanceOf(filter: FindingFilter): RawBuilder<boolean> {
  return sql<boolean>`v.relevance = any(${filter.relevance ?? SHOWN_RELEVANCES}::text[])`;
}

/**
 * Returns all conditions except relevance on a row `v`, as mutually exclusive alternatives. Where no single index serves all of
 * them, each alternative uses its own.
 */
export function alternativesOf(filter: FindingFilter): RawBuilder<boolean>[] {
  const conditions = COLUMN_CONDITIONS.flatMap((toCondition) => toCondition(filter) ?? []);
  const texts = filter.text === undefined ? [sql`true`] : textMatchesOf(filter.text);
  return presencesOf(filter).flatMap((presence) =>
    texts.map((text) => sql<boolean>`(${sql.join([presence, text, ...conditions], sql` and `)})`),
  );
}

/** Returns the state of a row that satisfies the conditions. */
export function stateOf({ asOf }: FindingFilter): RawBuilder<FindingState> {
  return sql<FindingState>`case when ${isOpen('v', asOf)} then 'open' else v.ended_as end`;
}

function presencesOf({ states = ['open'], asOf }: FindingFilter): RawBuilder<unknown>[] {
  const ended = states.filter((state) => state !== 'open');
  if (ended.length === 0 && asOf !== undefined) return openAt(asOf);
  const open = isOpen('v', asOf);
  if (ended.length === 0) return [open];
  const isLast = sql`(v.ended_as = any(${ended}::text[]) and ${isEnded('v', asOf)} and not exists (
    select 1 from version_finding o
    where o.org_id = v.org_id and o.version_id = v.version_id and o.finding_id = v.finding_id
      and (${isOpen('o', asOf)} or (${isEnded('o', asOf)} and (o.known_to, o.id) > (v.known_to, v.id)))))`;
  return [states.includes('open') ? sql`(${open} or ${isLast})` : isLast];
}

/** Current rows are read in index order, and only few rows have ended since. */
function openAt(asOf: string): RawBuilder<unknown>[] {
  const hadBegun = sql`v.known_from <= ${asOf}::timestamptz`;
  return [sql`v.known_to is null and ${hadBegun}`, sql`v.known_to > ${asOf}::timestamptz and ${hadBegun}`];
}

function textMatchesOf({ groupIds, componentIds }: FoundText): RawBuilder<unknown>[] {
  const isOfGroup = sql`v.group_id = any(${groupIds}::text[])`;
  return [isOfGroup, sql`v.component_id = any(${componentIds}::uuid[]) and not ${isOfGroup}`];
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

/** Each returns undefined when its condition is not used. */
const COLUMN_CONDITIONS: readonly ((filter: FindingFilter) => RawBuilder<unknown> | undefined)[] = [
  ({ classes }) => classes && sql`v.class = any(${classes}::text[])`,
  // Redundant, but required for the partial index of other classes.
  ({ classes }) => (classes?.includes('vulnerability') === false ? sql`v.class <> 'vulnerability'` : undefined),
  ({ severityRanks }) => severityRanks && sql`v.severity_rank = any(${severityRanks}::smallint[])`,
  // Not a parameter: the partial index of exploited findings requires a plain column.
  ({ kev }) => (kev === true ? sql`v.kev` : undefined),
  ({ kev }) => (kev === false ? sql`not v.kev` : undefined),
  // Findings without a score are below every bound.
  ({ epssMin }) => (epssMin === undefined ? undefined : sql`v.epss >= ${toEpssStep(epssMin)}::real`),
  ({ fixable }) => (fixable === undefined ? undefined : sql`v.has_fix = ${fixable}`),
  ({ package: name }) => (name === undefined ? undefined : sql`v.package_name = ${name}`),
  ({ vulnerabilities }) => vulnerabilities && sql`v.ids && ${vulnerabilities.map((id) => id.toUpperCase())}::text[]`,
  ({ groupIds }) => groupIds && sql`v.group_id = any(${groupIds}::text[])`,
  ({ images }) => images && sql`v.images && ${images}::text[]`,
  ({ sbomIds }) => sbomIds && sql`v.sbom_ids && ${sbomIds}::uuid[]`,
  ({ direct }) => (direct === undefined ? undefined : sql`v.direct = ${direct}`),
  // As for `kev`: written so that the partial index can be used.
  ({ suggested }) => (suggested === true ? sql`v.suggested` : undefined),
  ({ suggested }) => (suggested === false ? sql`not v.suggested` : undefined),
  ({ reasons }) => reasons && sql`v.codes <> '{}' and v.codes && ${reasons}::text[]`,
  ({ decided }) => decided && sql`v.decided = any(${decided}::text[])`,
  ({ labels }) => labels && sql`v.label = any(${labels}::text[])`,
  ({ bands }) => bands && isWithin(bands),
  ({ dueBefore }) => (dueBefore === undefined ? undefined : sql`v.due_at < ${dueBefore}::timestamptz`),
  ({ q, text }) => (q === undefined || text !== undefined ? undefined : containsText(q)),
  ({ newSinceVersionId, asOf }) =>
    newSinceVersionId === undefined
      ? undefined
      : sql`not exists (select 1 from version_finding o
          where o.org_id = v.org_id and o.version_id = ${newSinceVersionId} and o.finding_id = v.finding_id
            and ${isOpen('o', asOf)})`,
];

/** A band is a range of the risk, by which the lists are sorted. */
function isWithin(bands: readonly Band[]): RawBuilder<unknown> {
  const bounds = bands.map(boundsOf);
  const [from, below] = [Math.min(...bounds.map((each) => each.from)), Math.max(...bounds.map((each) => each.below))];
  return sql`v.band = any(${bands}::text[]) and v.risk >= ${from}::real and v.risk < ${below}::real`;
}

/** Matches a part of the package name, words of the title, or the start of an id. */
function containsText(text: string): RawBuilder<unknown> {
  const title = sql`${FACTS_COLUMN}->'vulnerability'->>'title'`;
  return sql`(v.package_name ilike ${likePattern(text)}
    or exists (select 1 from unnest(v.ids) i where i like ${startPattern(text.toUpperCase())})
    or to_tsvector('simple'::regconfig, ${title}) @@ plainto_tsquery('simple'::regconfig, ${text}))`;
}
