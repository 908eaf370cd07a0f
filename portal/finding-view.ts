/**
 * What of the findings is looked at. All of it lives in the URL, under the names of the API, so that a reload or a link shows the
 * same screen; what the URL holds and this file does not know is ignored.
 */
import { isSeverity, SEVERITIES, type Severity } from './wording/severities.ts';

export interface FindingView {
  readonly q?: string | undefined;
  /** Comma-separated, as in the API. */
  readonly severity?: string | undefined;
  /** What the defaults hide; absent, the default applies. */
  readonly relevance?: 'not_relevant' | undefined;
  /** Absent: by severity. */
  readonly sort?: 'package' | undefined;
  readonly offset?: number | undefined;
}

export const FINDINGS_PER_PAGE = 50;
export const SEARCH_CHARACTERS_MAX = 200;
const OFFSET = /^[1-9][0-9]{0,6}$/;

export function readFindingView(search: Readonly<Record<string, unknown>>): FindingView {
  const severities = listSeverities({ severity: textOf(search, 'severity') });
  return {
    ...readSearchText(search),
    ...(severities.length > 0 && { severity: severities.join(',') }),
    ...(search['relevance'] === 'not_relevant' && { relevance: 'not_relevant' }),
    ...(search['sort'] === 'package' && { sort: 'package' }),
    ...readOffset(search),
  };
}

/** For lists that can only be searched and paged. */
export function readListView(search: Readonly<Record<string, unknown>>): Pick<FindingView, 'q' | 'offset'> {
  return { ...readSearchText(search), ...readOffset(search) };
}

function readSearchText(search: Readonly<Record<string, unknown>>): Pick<FindingView, 'q'> {
  const q = textOf(search, 'q').trim();
  return q === '' ? {} : { q: q.slice(0, SEARCH_CHARACTERS_MAX) };
}

function readOffset(search: Readonly<Record<string, unknown>>): Pick<FindingView, 'offset'> {
  const offset = textOf(search, 'offset');
  return OFFSET.test(offset) ? { offset: Number(offset) } : {};
}

/** From the URL everything is text; from a link inside the portal a number may come. */
function textOf(search: Readonly<Record<string, unknown>>, name: string): string {
  const value = search[name];
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/** Known ones, each once, worst first. */
export function listSeverities({ severity = '' }: Pick<FindingView, 'severity'>): Severity[] {
  const given = new Set(severity.split(',').filter(isSeverity));
  return SEVERITIES.filter((each) => given.has(each));
}

/** The filter of a tile: that severity alone, or all again. */
export function toggleSeverity(view: FindingView, severity: Severity): FindingView {
  return { ...view, severity: view.severity === severity ? undefined : severity, offset: undefined };
}

export function hasFilters({ q, severity, relevance }: FindingView): boolean {
  return q !== undefined || severity !== undefined || relevance !== undefined;
}
