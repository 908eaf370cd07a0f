/** URL parameters of a version: the open tab, its filters, and the open finding. */
import { parseFindingView, type FindingView } from './finding-view.ts';
import { textOf, type RawSearch } from './list-view.ts';
import { parsePlanView, type PlanView } from './plan-view.ts';

/** The first one is the default and not in the URL. */
export const TABS = ['findings', 'components', 'remediation', 'compare', 'history', 'sboms'] as const;
export type Tab = (typeof TABS)[number];

export interface ComponentFilters {
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
