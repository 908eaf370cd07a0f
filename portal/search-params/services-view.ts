/** URL parameters of the list of services: name, and state of the newest version. */
import { ANALYSIS_STATUSES } from '../../src/core/vocabulary/analysis.ts';
import { SEVERITIES } from '../../src/core/vocabulary/severity.ts';
import { pickKnown, parseListView, textOf, type ListView, type RawSearch } from './list-view.ts';

export const QUIET_DAYS = [7, 30, 90, 180] as const;

export interface ServiceFilters {
  readonly tag?: string | undefined;
  /** Comma-separated. */
  readonly state?: string | undefined;
  readonly severity?: string | undefined;
  readonly inactiveDays?: number | undefined;
}

export interface ServicesView extends ListView, ServiceFilters {}

const TAG_CHARACTERS_MAX = 128;
const DAYS = /^[1-9][0-9]{0,3}$/;
const DAYS_MAX = 3_650;

/** Sets every key; see `parseListView`. */
export function parseServicesView(search: RawSearch): ServicesView {
  const days = textOf(search, 'inactiveDays');
  const inactiveDays = DAYS.test(days) && Number(days) <= DAYS_MAX ? Number(days) : undefined;
  return {
    ...parseListView(search),
    tag: textOf(search, 'tag').trim().slice(0, TAG_CHARACTERS_MAX) || undefined,
    state: pickKnown(ANALYSIS_STATUSES, textOf(search, 'state')),
    severity: pickKnown(SEVERITIES, textOf(search, 'severity')),
    inactiveDays,
  };
}

export function hasServiceFilters({ q, tag, state, severity, inactiveDays }: ServicesView): boolean {
  return [q, tag, state, severity, inactiveDays].some((each) => each !== undefined);
}
