/**
 * Which rows of a version belong to a list of findings. A row is open while it is known; a finding without an open row is in the
 * state in which its last row of the version ended. Both can be asked about the past: what was known at an instant.
 */
import { sql, type RawBuilder } from 'kysely';
import { toEpssStep } from '../../core/advisory/epss-step.ts';
import { boundsOf, type Band } from '../../core/relevance/priority.ts';
import { FACTS_COLUMN } from './finding-details.ts';
import { likePattern, startPattern } from '../like-pattern.ts';

export type FindingState = 'open' | 'resolved' | 'retracted';

export interface FindingFilter {
  /** Absent: open. */
  readonly states?: readonly FindingState[] | undefined;
  /** Absent: all but `not_relevant`. */
  readonly relevance?: readonly string[] | undefined;
  readonly classes?: readonly string[] | undefined;
  readonly severityRanks?: readonly number[] | undefined;
  readonly kev?: boolean | undefined;
  readonly epssMin?: number | undefined;
  readonly fixable?: boolean | undefined;
  readonly package?: string | undefined;
  /** Any of these ids or aliases, letter case aside. */
  readonly vulnerabilities?: readonly string[] | undefined;
  /** Beside these ids: the groups that they are in. An index finds what is known of them now. */
  readonly groupIds?: readonly string[] | undefined;
  readonly images?: readonly string[] | undefined;
  readonly sbomIds?: readonly string[] | undefined;
  readonly direct?: boolean | undefined;
  /** Whether a machine would dismiss it and may not. */
  readonly suggested?: boolean | undefined;
  /** Codes of anything that was said about it. */
  readonly reasons?: readonly string[] | undefined;
  /** What the word of a person or of VEX says. */
  readonly decided?: readonly string[] | undefined;
  readonly labels?: readonly string[] | undefined;
  readonly bands?: readonly Band[] | undefined;
  /** ISO 8601. */
  readonly dueBefore?: string | undefined;
  readonly q?: string | undefined;
  /** What `q` stands for, of findings that are known now; without it every row is looked at. */
  readonly text?: FoundText | undefined;
  /** A version of the same service: only what it does not have. */
  readonly newSinceVersionId?: string | undefined;
  /** ISO 8601: as it was known then. */
  readonly asOf?: string | undefined;
}

export interface FoundText {
  readonly groupIds: readonly string[];
  readonly componentIds: readonly string[];
}

export const SHOWN_RELEVANCE = ['relevant', 'deprioritized'];

export function relevanceOf(filter: FindingFilter): RawBuilder<boolean> {
  return sql<boolean>`v.relevance = any(${filter.relevance ?? SHOWN_RELEVANCE}::text[])`;
}

/**
 * Everything but the relevance, of a row that is called `v`: alternatives, of which a row fulfills at most one. Where no index
 * serves both, each of them has its own.
 */
export function alternativesOf(filter: FindingFilter): RawBuilder<boolean>[] {
  const conditions = COLUMN_CONDITIONS.flatMap((toCondition) => toCondition(filter) ?? []);
  const texts = filter.text === undefined ? [sql`true`] : meaningsOf(filter.text);
  return presencesOf(filter).flatMap((presence) =>
    texts.map((text) => sql<boolean>`(${sql.join([presence, text, ...conditions], sql` and `)})`),
  );
}

/** The state of a row that fulfills the conditions. */
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

/** What is known still comes in the order of its indexes, and few rows have ended since. */
function openAt(asOf: string): RawBuilder<unknown>[] {
  const hadBegun = sql`v.known_from <= ${asOf}::timestamptz`;
  return [sql`v.known_to is null and ${hadBegun}`, sql`v.known_to > ${asOf}::timestamptz and ${hadBegun}`];
}

function meaningsOf({ groupIds, componentIds }: FoundText): RawBuilder<unknown>[] {
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

/** Each is undefined when it was not asked for. */
const COLUMN_CONDITIONS: readonly ((filter: FindingFilter) => RawBuilder<unknown> | undefined)[] = [
  ({ classes }) => classes && sql`v.class = any(${classes}::text[])`,
  // Said once more for the index of the few that are something else.
  ({ classes }) => (classes?.includes('vulnerability') === false ? sql`v.class <> 'vulnerability'` : undefined),
  ({ severityRanks }) => severityRanks && sql`v.severity_rank = any(${severityRanks}::smallint[])`,
  // Not a parameter: only a plain column lets the index of the exploited ones answer.
  ({ kev }) => (kev === true ? sql`v.kev` : undefined),
  ({ kev }) => (kev === false ? sql`not v.kev` : undefined),
  // What nobody has rated is below every bound.
  ({ epssMin }) => (epssMin === undefined ? undefined : sql`v.epss >= ${toEpssStep(epssMin)}::real`),
  ({ fixable }) => (fixable === undefined ? undefined : sql`v.has_fix = ${fixable}`),
  ({ package: name }) => (name === undefined ? undefined : sql`v.package_name = ${name}`),
  ({ vulnerabilities }) => vulnerabilities && sql`v.ids && ${vulnerabilities.map((id) => id.toUpperCase())}::text[]`,
  ({ groupIds }) => groupIds && sql`v.group_id = any(${groupIds}::text[])`,
  ({ images }) => images && sql`v.images && ${images}::text[]`,
  ({ sbomIds }) => sbomIds && sql`v.sbom_ids && ${sbomIds}::uuid[]`,
  ({ direct }) => (direct === undefined ? undefined : sql`v.direct = ${direct}`),
  // As for what is exploited: each of them said so that its index can answer.
  ({ suggested }) => (suggested === true ? sql`v.suggested` : undefined),
  ({ suggested }) => (suggested === false ? sql`not v.suggested` : undefined),
  ({ reasons }) => reasons && sql`v.codes <> '{}' and v.codes && ${reasons}::text[]`,
  ({ decided }) => decided && sql`v.decided = any(${decided}::text[])`,
  ({ labels }) => labels && sql`v.label = any(${labels}::text[])`,
  ({ bands }) => bands && isWithin(bands),
  ({ dueBefore }) => (dueBefore === undefined ? undefined : sql`v.due_at < ${dueBefore}::timestamptz`),
  ({ q, text }) => (q === undefined || text !== undefined ? undefined : speaksOf(q)),
  ({ newSinceVersionId, asOf }) =>
    newSinceVersionId === undefined
      ? undefined
      : sql`not exists (select 1 from version_finding o
          where o.org_id = v.org_id and o.version_id = ${newSinceVersionId} and o.finding_id = v.finding_id
            and ${isOpen('o', asOf)})`,
];

/** A band is a range of the risk, which the lists are ordered by. */
function isWithin(bands: readonly Band[]): RawBuilder<unknown> {
  const bounds = bands.map(boundsOf);
  const [from, below] = [Math.min(...bounds.map((each) => each.from)), Math.max(...bounds.map((each) => each.below))];
  return sql`v.band = any(${bands}::text[]) and v.risk >= ${from}::real and v.risk < ${below}::real`;
}

/** Part of the name of the package, words of the title, or how an id begins. */
function speaksOf(text: string): RawBuilder<unknown> {
  const title = sql`${FACTS_COLUMN}->'vulnerability'->>'title'`;
  return sql`(v.package_name ilike ${likePattern(text)}
    or exists (select 1 from unnest(v.ids) i where i like ${startPattern(text.toUpperCase())})
    or to_tsvector('simple'::regconfig, ${title}) @@ plainto_tsquery('simple'::regconfig, ${text}))`;
}
