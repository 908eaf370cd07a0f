/** Texts for the state of the advisory data, which limits every result: zero findings mean little while advisories are missing. */
import { findLabel } from '../format/labels.ts';

interface DataNotice {
  readonly text: string;
  readonly cure: string;
  readonly link?: { readonly path: string; readonly text: string };
}

const LOAD =
  'Allow access to OSV, or set ASSAY_OSV_URL to a mirror. Assay then syncs automatically. To sync now, run "assay advisories sync".';

const NOTICES: Readonly<Record<string, DataNotice>> = {
  none: {
    text: 'No advisory data is loaded. No vulnerabilities can be found.',
    cure: LOAD,
  },
  starter: {
    text: 'Only the built-in starter set is loaded. Most vulnerabilities cannot be found yet.',
    cure: LOAD,
  },
  syncing: {
    text: 'Results are preliminary until the first sync is complete. More findings may appear.',
    cure: '',
    link: { path: '/settings/sources', text: 'Show sources' },
  },
  stale: {
    text: 'The advisory data is outdated. Newer vulnerabilities are not found.',
    cure: '',
    link: { path: '/settings/sources', text: 'Show what to do' },
  },
};

/** Undefined: the data is complete and current. */
export function findDataNotice(state: string): DataNotice | undefined {
  if (state === 'ready') return undefined;
  const known = Object.hasOwn(NOTICES, state) ? NOTICES[state] : undefined;
  return known ?? { text: `The advisory data is in the state "${state}".`, cure: 'Results may be incomplete.' };
}

const PRELIMINARY_LABELS: Readonly<Record<string, string>> = {
  none: 'no advisories loaded',
  starter: 'starter set only',
  syncing: 'preliminary',
};

/** Qualifies the number beside it; empty once the advisories are loaded. */
export function describePreliminary(state: string): string {
  return findLabel(PRELIMINARY_LABELS, state, '');
}

/** Appended to a sentence about a result without findings; empty once the advisories are loaded. */
export function describeMissingData(state: string): string {
  return describePreliminary(state) === '' ? '' : ` ${findDataNotice(state)?.text ?? ''}`;
}
