/** URL parameters of the vulnerabilities of all services: grouped by vulnerability, or every finding. */
import { parseFindingView, type FindingView } from './finding-view.ts';
import { parseListView, textOf, type RawSearch } from './list-view.ts';

export interface VulnerabilitiesView extends FindingView {
  /** Absent: one row per vulnerability. */
  readonly list?: 'findings' | undefined;
  readonly offset?: number | undefined;
}

/** Sets every key; see `parseListView`. */
export function parseVulnerabilitiesView(search: RawSearch): VulnerabilitiesView {
  return {
    ...parseFindingView(search),
    list: textOf(search, 'list') === 'findings' ? 'findings' : undefined,
    offset: parseListView(search).offset,
  };
}
