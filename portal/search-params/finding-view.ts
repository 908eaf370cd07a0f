/**
 * URL parameters of the list of findings, with the names and formats of the API, so that a reload or a link shows the same
 * screen. Unknown parameters are ignored; a known parameter with an invalid value falls back to its default, and the page says
 * so.
 */
import { FINDING_CLASSES, FINDING_SORTS, FINDING_STATES } from '../../src/core/vocabulary/finding.ts';
import { BANDS } from '../../src/core/vocabulary/priority.ts';
import { LOWER_LABELS, RELEVANCES } from '../../src/core/vocabulary/relevance.ts';
import { SEVERITIES } from '../../src/core/vocabulary/severity.ts';
import { VEX_STATES } from '../../src/core/vocabulary/vex.ts';
import { pickKnown, parseSearchText, textOf, type RawSearch } from './list-view.ts';

/** Absent: by priority. */
const SORTS = FINDING_SORTS.filter((sort) => sort !== 'priority');
const FLAGS = ['true', 'false'] as const;

export const FILTER_NAMES = [
  'q',
  'severity',
  'relevance',
  'class',
  'state',
  'kev',
  'epssMin',
  'fixable',
  'package',
  'cve',
  'image',
  'sbom',
  'direct',
  'newSince',
  'asOf',
  'suggested',
  'reason',
  'decided',
  'label',
  'band',
  'dueBefore',
] as const;
export type FilterName = (typeof FILTER_NAMES)[number];
export type Filters = { readonly [Name in FilterName]?: string | undefined };

export interface FindingView extends Filters {
  readonly sort?: (typeof SORTS)[number] | undefined;
}

const NAME_CHARACTERS_MAX = 1_024;
const FRACTION = /^(?:0(?:\.[0-9]{1,6})?|1(?:\.0{1,6})?)$/;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
/** Hyphenated codes as the API uses them; the components of a version use the same parameter name and format. */
const CODES = /^[\w:. -]+(?:,[\w:. -]+)*$/;
const INSTANT =
  /^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}(?::[0-9]{2}(?:\.[0-9]{1,9})?)?(?:Z|[+-][0-9]{2}:[0-9]{2})$/;

const PARSERS: { readonly [Name in FilterName]: (text: string) => string | undefined } = {
  q: (text) => parseSearchText({ q: text }),
  severity: (text) => pickKnown(SEVERITIES, text),
  relevance: (text) => pickKnown(RELEVANCES, text),
  class: (text) => pickKnown(FINDING_CLASSES, text),
  state: (text) => pickKnown(FINDING_STATES, text),
  kev: (text) => one(FLAGS, text),
  epssMin: (text) => (FRACTION.test(text) ? text : undefined),
  fixable: (text) => one(FLAGS, text),
  package: parseName,
  cve: parseName,
  image: parseName,
  sbom: (text) => (text.split(',').every((id) => UUID.test(id)) ? text : undefined),
  direct: (text) => one(FLAGS, text),
  newSince: parseName,
  asOf: (text) => (INSTANT.test(text) ? text : undefined),
  suggested: (text) => one(FLAGS, text),
  reason: (text) => (CODES.test(text) && text.length <= NAME_CHARACTERS_MAX ? text : undefined),
  decided: (text) => pickKnown(VEX_STATES, text),
  label: (text) => pickKnown(LOWER_LABELS, text),
  band: (text) => pickKnown(BANDS, text),
  dueBefore: (text) => (INSTANT.test(text) ? text : undefined),
};

/** Sets every key; see `parseListView`. */
export function parseFindingView(search: RawSearch): FindingView {
  const filters = FILTER_NAMES.map((name) => [name, PARSERS[name](textOf(search, name))] as const);
  return { ...Object.fromEntries(filters), sort: one(SORTS, textOf(search, 'sort')) };
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

function parseName(text: string): string | undefined {
  return text.trim().slice(0, NAME_CHARACTERS_MAX) || undefined;
}
