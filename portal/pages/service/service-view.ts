/** URL parameters of a service: the page of its versions, and whether the chart is by version or by day. */
import { parseListView, textOf, type RawSearch } from '../../search-params/list-view.ts';

export interface ServiceView {
  readonly offset?: number | undefined;
  /** Absent: by version. */
  readonly chart?: 'time' | undefined;
}

export function parseServiceView(search: RawSearch): ServiceView {
  return { offset: parseListView(search).offset, chart: textOf(search, 'chart') === 'time' ? 'time' : undefined };
}
