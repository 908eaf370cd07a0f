/** URL parameters of a service: the page of its versions, and whether the chart is by version or by day. */
import { readListView, textOf, type RawSearch } from './list-view.ts';

export interface ServiceView {
  readonly offset?: number | undefined;
  /** Absent: by version. */
  readonly chart?: 'time' | undefined;
}

export function readServiceView(search: RawSearch): ServiceView {
  return { offset: readListView(search).offset, chart: textOf(search, 'chart') === 'time' ? 'time' : undefined };
}
