/** URL parameters of the vulnerabilities of all services: grouped by vulnerability, or every finding. */
import { readFindingView, type FindingView } from './finding-view.ts';
import { readListView, textOf, type RawSearch } from './list-view.ts';

export interface VulnerabilitiesView extends FindingView {
  /** Absent: one row per vulnerability. */
  readonly list?: 'findings' | undefined;
  readonly offset?: number | undefined;
}

/** Sets every key; see `readListView`. */
export function readVulnerabilitiesView(search: RawSearch): VulnerabilitiesView {
  return {
    ...readFindingView(search),
    list: textOf(search, 'list') === 'findings' ? 'findings' : undefined,
    offset: readListView(search).offset,
  };
}
