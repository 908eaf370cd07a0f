/** URL parameters of a version: the open tab, its filters, the open finding, and the options of the plan. */
import { parseFindingView, parseGrouping, type FindingView, type Grouping } from './finding-view.ts';
import { textOf, type RawSearch } from './list-view.ts';
import { DISTANCE_LIMITS, type DistanceLimit, type Strategy } from '../../src/core/vocabulary/remediation.ts';

/** The first one is the default and not in the URL. */
export const TABS = ['findings', 'components', 'remediation', 'compare', 'history', 'sboms'] as const;
export type Tab = (typeof TABS)[number];

interface ComponentFilters {
  readonly ecosystem?: string | undefined;
  readonly unchecked?: 'true' | 'false' | undefined;
  readonly fixedIssuesOnly?: 'true' | undefined;
  /** Also a filter of findings; each tab has its own filters. */
  readonly reason?: string | undefined;
  readonly scope?: string | undefined;
}

export interface VersionView extends FindingView, ComponentFilters, PlanView {
  readonly tab?: Exclude<Tab, 'findings'> | undefined;
  readonly finding?: string | undefined;
  /** Absent: the preference of the user. */
  readonly group?: Grouping | undefined;
  /** The version to compare with; absent: the previous one. */
  readonly base?: string | undefined;
  /** Also shows replaced and deleted SBOMs. */
  readonly all?: 'true' | undefined;
}

const ID = /^[0-9a-f-]{36}$/;
const NAMES_PATTERN = /^[\w:. -]+(?:,[\w:. -]+)*$/;
const NAMES_CHARACTERS_MAX = 200;

/** Sets every key; see `parseListView`. */
export function parseVersionView(search: RawSearch): VersionView {
  const finding = textOf(search, 'finding');
  const unchecked = textOf(search, 'unchecked');
  return {
    ...parseFindingView(search),
    ...parsePlanView(search),
    tab: TABS.filter((tab) => tab !== 'findings').find((tab) => tab === search['tab']),
    finding: ID.test(finding) ? finding : undefined,
    group: parseGrouping(search),
    base: textOf(search, 'base').slice(0, 512) || undefined,
    all: textOf(search, 'all') === 'true' ? 'true' : undefined,
    ecosystem: parseNames(search, 'ecosystem'),
    unchecked: unchecked === 'true' || unchecked === 'false' ? unchecked : undefined,
    fixedIssuesOnly: textOf(search, 'fixedIssuesOnly') === 'true' ? 'true' : undefined,
    scope: parseNames(search, 'scope'),
  };
}

function parseNames(search: RawSearch, name: string): string | undefined {
  const text = textOf(search, name);
  return text.length <= NAMES_CHARACTERS_MAX && NAMES_PATTERN.test(text) ? text : undefined;
}

/** Options of the plan and the stop. The image is also a filter of findings. */
interface PlanView {
  /** Absent: the nearest version with the fix. */
  readonly strategy?: Exclude<Strategy, 'lowest'> | undefined;
  /** Absent: no limit. */
  readonly maxDistance?: DistanceLimit | undefined;
  /** Number of steps the user chose to take; absent: all. */
  readonly stop?: number | undefined;
  /** Id of the step that a link points to. */
  readonly action?: string | undefined;
}

const STOP = /^(?:0|[1-9][0-9]{0,3})$/;
const ACTION = /^[\w-]{1,100}$/;

/** Sets every key; see `parseListView`. */
export function parsePlanView(search: RawSearch): PlanView {
  const stop = textOf(search, 'stop');
  const action = textOf(search, 'action');
  return {
    strategy: textOf(search, 'strategy') === 'highest' ? 'highest' : undefined,
    maxDistance: DISTANCE_LIMITS.find((each) => each === search['maxDistance']),
    stop: STOP.test(stop) ? Number(stop) : undefined,
    action: ACTION.test(action) ? action : undefined,
  };
}
