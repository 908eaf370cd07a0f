/** Filters as text: as the query of a saved filter, and as words of the search field. */
import type { WireMe } from '../../../src/api/contract/organization/person.ts';
import { filtersOf, parseFindingView, type FindingView } from '../../search-params/finding-view.ts';
import {
  FILTER_NAMES,
  listFilterValues,
  parseFilter,
  type FilterName,
  type Filters,
} from '../../search-params/finding-filters.ts';

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

interface ParsedFilters {
  readonly filters: Filters;
  /** The search text. */
  readonly rest: string;
  /** The last word, if it may still become a filter. It is not searched, because it would match nothing. */
  readonly pending: string;
}

/**
 * Parses search text such as `kev:true severity:critical lodash`: words that name a filter become filters, the rest is the search
 * text. While the last word is typed, it becomes a filter as soon as its value is complete.
 */
export function parseFilterText(text: string, isFinished = true): ParsedFilters {
  const filters: { [Name in FilterName]?: string } = {};
  const rest: string[] = [];
  const words = text.split(' ');
  const open = isFinished ? '' : (words.at(-1) ?? '');
  for (const word of isFinished ? words : words.slice(0, -1)) {
    const { name, value } = parseWord(word);
    if (name !== undefined && value !== undefined) filters[name] = value;
    else rest.push(word);
  }
  const { name, value } = parseWord(open);
  if (name !== undefined && value !== undefined && isComplete(name, open)) filters[name] = value;
  else if (name === undefined && !isStartOfName(open)) rest.push(open);
  const isPending = open !== '' && rest.at(-1) !== open && filters[name ?? 'q'] === undefined;
  return { filters, rest: rest.join(' ').trim(), pending: isPending ? open : '' };
}

/** Names that can be typed. */
const WORD_NAMES = FILTER_NAMES.filter((name) => name !== 'q');

function parseWord(word: string): { readonly name: FilterName | undefined; readonly value: string | undefined } {
  const colon = word.indexOf(':');
  const given = word.slice(0, Math.max(0, colon)).toLowerCase();
  const name = WORD_NAMES.find((each) => each.toLowerCase() === given);
  return { name, value: name && parseFilter(name, word.slice(colon + 1)) };
}

/** Whether the last value is one of the known ones, and not the start of another. */
function isComplete(name: FilterName, word: string): boolean {
  const last =
    word
      .slice(word.indexOf(':') + 1)
      .split(',')
      .at(-1) ?? '';
  const values = listFilterValues(name)?.values ?? [];
  return values.includes(last) && !values.some((value) => value !== last && value.startsWith(last));
}

const START_CHARACTERS_MIN = 3;

function isStartOfName(word: string): boolean {
  const start = word.toLowerCase();
  return start.length >= START_CHARACTERS_MIN && WORD_NAMES.some((name) => name.toLowerCase().startsWith(start));
}

/** Adds the values of filters that accept several; others are replaced. */
export function addFilters(view: Filters, filters: Filters): Filters {
  return Object.fromEntries(
    FILTER_NAMES.flatMap((name) => {
      const [before, added] = [view[name], filters[name]];
      if (added === undefined) return [];
      const isAdded = before !== undefined && listFilterValues(name)?.isSeveral === true;
      return [[name, isAdded ? (parseFilter(name, `${before},${added}`) ?? added) : added]];
    }),
  );
}

const COMPLETIONS_MAX = 10;

/** Completes the last word: the name of a filter, or its value. */
export function completeFilter(text: string): { readonly word: string; readonly hint: string }[] {
  const word = text.slice(text.lastIndexOf(' ') + 1);
  if (word === '') return [];
  const { name } = parseWord(word);
  if (name === undefined) {
    const start = word.toLowerCase();
    return WORD_NAMES.filter((each) => each.toLowerCase().startsWith(start))
      .slice(0, COMPLETIONS_MAX)
      .map((each) => ({ word: `${each}:`, hint: listHint(each) }));
  }
  const given = word.slice(word.indexOf(':') + 1).split(',');
  const start = (given.pop() ?? '').toLowerCase();
  const { values = [], labels = {} } = listFilterValues(name) ?? {};
  return values
    .filter((value) => value.toLowerCase().startsWith(start) && !given.includes(value))
    .slice(0, COMPLETIONS_MAX)
    .map((value) => ({ word: `${name}:${[...given, value].join(',')}`, hint: labels[value] ?? '' }));
}

function listHint(name: FilterName): string {
  return (listFilterValues(name)?.values ?? []).slice(0, 3).join(', ');
}
