/**
 * Parses search text such as `kev:true severity:critical lodash`: words that name a filter become filters, the rest is the search
 * text.
 */
import { FILTER_NAMES, type FilterName, type Filters } from '../../search-params/finding-filters.ts';
import { parseFindingView } from '../../search-params/finding-view.ts';

export interface FilterText {
  readonly filters: Filters;
  readonly rest: string;
}

export function parseFilterText(text: string): FilterText {
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
