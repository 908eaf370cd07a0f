/**
 * Describes what the state of the advisory data means for a result. In any state except `ready` an empty result is less reliable,
 * and the notice says what to do.
 */
import type { ReportedData } from '../report.ts';

const NOTICES: Readonly<Record<Exclude<ReportedData['state'], 'ready'>, string>> = {
  none: 'No advisories are loaded, so no vulnerabilities can be found. Run "assay advisories sync", or import a bundle.',
  starter:
    'Only the built-in starter set of advisories is loaded, so most vulnerabilities cannot be found. Run "assay advisories sync", or import a bundle.',
  syncing:
    'Advisories are still being loaded. More findings may follow. Run "assay advisories status" to see the progress.',
  stale:
    'The advisories are more than a day old, so newer vulnerabilities may be missing. Run "assay advisories sync".',
};

/** Undefined: the data is complete and current. */
export function findDataNotice({ state }: Pick<ReportedData, 'state'>): string | undefined {
  return state === 'ready' ? undefined : NOTICES[state];
}
