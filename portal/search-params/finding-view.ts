/**
 * URL parameters of the list of findings, with the names and formats of the API, so that a reload or a link shows the same
 * screen. Unknown parameters are ignored; a known parameter with an invalid value falls back to its default, and the page says
 * so.
 */
import { FINDING_GROUPINGS, FINDING_SORTS } from '../../src/core/vocabulary/finding.ts';
import { FILTER_NAMES, parseFilter, type FilterName, type Filters } from './finding-filters.ts';
import { textOf, type RawSearch } from './list-view.ts';

/** Absent: by priority. */
const SORTS = FINDING_SORTS.filter((sort) => sort !== 'priority');

/** How the findings of a version or of all services are grouped. */
export const GROUPINGS = [...FINDING_GROUPINGS, 'none'] as const;
export type Grouping = (typeof GROUPINGS)[number];

export interface FindingView extends Filters {
  readonly sort?: (typeof SORTS)[number] | undefined;
}

/** Sets every key; see `parseListView`. */
export function parseFindingView(search: RawSearch): FindingView {
  const filters = FILTER_NAMES.map((name) => [name, parseFilter(name, textOf(search, name))] as const);
  return { ...Object.fromEntries(filters), sort: one(SORTS, textOf(search, 'sort')) };
}

export function parseGrouping(search: RawSearch): Grouping | undefined {
  return one(GROUPINGS, textOf(search, 'group'));
}

/** A link may name the grouping. Sorted findings and the review of suggestions are lists of single findings. */
export function chooseGrouping(
  { group, sort, suggested }: FindingView & { readonly group?: Grouping | undefined },
  preferred: Grouping,
): Grouping {
  return group ?? (sort !== undefined || suggested === 'true' ? 'none' : preferred);
}

/** Returns the known parameters whose values are invalid. */
export function listIgnored(searchText: string): (FilterName | 'sort')[] {
  const given = Object.fromEntries(new URLSearchParams(searchText));
  const view = parseFindingView(given);
  return [...FILTER_NAMES, 'sort' as const].filter(
    (name) => (given[name] ?? '').trim() !== '' && view[name] === undefined && given[name] !== 'priority',
  );
}

/** Returns the values of a filter that accepts several. */
export function valuesOf(value: string | undefined): string[] {
  return value === undefined ? [] : value.split(',');
}

/** Adds or removes a value of a filter. Without values there is no filter. */
export function toggleValue(value: string | undefined, one: string): string | undefined {
  const values = valuesOf(value);
  const toggled = values.includes(one) ? values.filter((each) => each !== one) : [...values, one];
  return toggled.length === 0 ? undefined : toggled.join(',');
}

/** Filter of a tile: selects only this value, or clears it. */
export function toggleOnly(value: string | undefined, one: string): string | undefined {
  return value === one ? undefined : one;
}

export function filtersOf(view: Filters): Filters {
  return Object.fromEntries(FILTER_NAMES.map((name) => [name, view[name]]));
}

export function hasFilters(view: Filters): boolean {
  return FILTER_NAMES.some((name) => view[name] !== undefined);
}

function one<Value extends string>(known: readonly Value[], text: string): Value | undefined {
  return known.find((each) => each === text);
}
