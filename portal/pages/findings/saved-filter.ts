/** Named filters that a user has saved: the query of the URL, validated like a URL. */
import { filtersOf, parseFindingView, type FindingView } from '../../search-params/finding-view.ts';

export interface SavedFilter {
  readonly name: string;
  readonly query: string;
}

export function toSavedQuery(view: FindingView): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...filtersOf(view), sort: view.sort }))
    if (value !== undefined) query.set(name, value);
  return query.toString();
}

export function parseSavedFilter(query: string): FindingView {
  return parseFindingView(Object.fromEntries(new URLSearchParams(query)));
}

/** Replaces the filter with the same name, or appends it. */
export function withSavedFilter(saved: readonly SavedFilter[], filter: SavedFilter): readonly SavedFilter[] {
  const isKnown = saved.some(({ name }) => name === filter.name);
  return isKnown ? saved.map((each) => (each.name === filter.name ? filter : each)) : [...saved, filter];
}
