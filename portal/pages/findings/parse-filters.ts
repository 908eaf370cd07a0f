/** Filters as text: as the query of a saved filter, and as words of the search field. */
import type { WireMe } from '../../../src/api/contract/organization/person.ts';
import { filtersOf, parseFindingView, type FindingView } from '../../search-params/finding-view.ts';
import { FILTER_NAMES, type FilterName, type Filters } from '../../search-params/finding-filters.ts';

export type SavedFilter = WireMe['savedFilters'][number];

export function toSavedQuery(view: FindingView): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...filtersOf(view), sort: view.sort }))
    if (value !== undefined) query.set(name, value);
  return query.toString();
}

/** A saved filter is validated like a URL. */
export function parseSavedFilter(query: string): FindingView {
  return parseFindingView(Object.fromEntries(new URLSearchParams(query)));
}

/** Replaces the filter with the same name, or appends it. */
export function withSavedFilter(saved: readonly SavedFilter[], filter: SavedFilter): readonly SavedFilter[] {
  const isKnown = saved.some(({ name }) => name === filter.name);
  return isKnown ? saved.map((each) => (each.name === filter.name ? filter : each)) : [...saved, filter];
}

/**
 * Parses search text such as `kev:true severity:critical lodash`: words that name a filter become filters, the rest is the search
 * text.
 */
export function parseFilterText(text: string): { readonly filters: Filters; readonly rest: string } {
  const filters: { [Name in FilterName]?: string } = {};
  const rest: string[] = [];
  for (const word of text.split(' ')) {
    const colon = word.indexOf(':');
    const name = FILTER_NAMES.find((each) => each.toLowerCase() === word.slice(0, Math.max(0, colon)).toLowerCase());
    const value =
      name === undefined || name === 'q' ? undefined : parseFindingView({ [name]: word.slice(colon + 1) })[name];
    if (name !== undefined && value !== undefined) filters[name] = value;
    else rest.push(word);
  }
  return { filters, rest: rest.join(' ').trim() };
}
