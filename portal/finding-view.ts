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

/**
 * Every key is named, also without a value: the router lays the answer over the raw parameters, so that a key which is left out
 * would let the raw text through.
 */
export function readFindingView(search: Readonly<Record<string, unknown>>): FindingView {
  return {
    ...readListView(search),
    severity: listSeverities({ severity: textOf(search, 'severity') }).join(',') || undefined,
    relevance: search['relevance'] === 'not_relevant' ? 'not_relevant' : undefined,
    sort: search['sort'] === 'package' ? 'package' : undefined,
  };
}

/** For lists that can only be searched and paged. */
export function readListView(search: Readonly<Record<string, unknown>>): Pick<FindingView, 'q' | 'offset'> {
  const offset = textOf(search, 'offset');
  return {
    q: textOf(search, 'q').trim().slice(0, SEARCH_CHARACTERS_MAX) || undefined,
    offset: OFFSET.test(offset) ? Number(offset) : undefined,
  };
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
