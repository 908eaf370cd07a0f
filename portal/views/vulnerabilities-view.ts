/** What of the vulnerabilities of our services is looked at: each once, or every finding of them. */
import { readFindingView, type FindingView } from './finding-view.ts';
import { readListView, textOf, type RawSearch } from './list-view.ts';

export interface VulnerabilitiesView extends FindingView {
  /** Absent: one row for each vulnerability. */
  readonly list?: 'findings' | undefined;
  readonly offset?: number | undefined;
}

/** Every key is named; see `readListView`. */
export function readVulnerabilitiesView(search: RawSearch): VulnerabilitiesView {
  return {
    ...readFindingView(search),
    list: textOf(search, 'list') === 'findings' ? 'findings' : undefined,
    offset: readListView(search).offset,
  };
}
