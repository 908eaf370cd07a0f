/**
 * Describes how the state of the advisory data limits a result. Every state except `ready` is reported, because it makes zero
 * findings less meaningful.
 */

export interface DataNotice {
  readonly text: string;
  readonly cure: string;
}

const LOAD =
  'Make the public address of OSV reachable, or set ASSAY_OSV_URL to a mirror; it is then read by itself, or at once with "assay advisories sync".';

const NOTICES: Readonly<Record<string, DataNotice>> = {
  none: {
    text: 'No advisory data is loaded: no vulnerability is known yet.',
    cure: LOAD,
  },
  starter: {
    text: 'Only the built-in starter set is loaded: most vulnerabilities are not known yet.',
    cure: LOAD,
  },
  syncing: {
    text: 'Advisory data is still being loaded: more findings may appear.',
    cure: 'Results are brought up to date when it is complete.',
  },
  stale: {
    text: 'The advisory data is old: newer vulnerabilities are not known.',
    cure: 'Findings stay as they are until a source can be read again.',
  },
};

export function findDataNotice(state: string): DataNotice | undefined {
  if (state === 'ready') return undefined;
  const known = Object.hasOwn(NOTICES, state) ? NOTICES[state] : undefined;
  return known ?? { text: `The advisory data is in the state "${state}".`, cure: 'Zero findings may mean little.' };
}
