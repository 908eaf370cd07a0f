/**
 * Describes what the state of the advisory data means for a result. In any state except `ready` an empty result is less reliable,
 * and the notice says what to do.
 */
import type { ReportedData } from '../report.ts';

const NOTICES: Readonly<Record<Exclude<ReportedData['state'], 'ready'>, string>> = {
  none: 'No advisories are loaded, so no vulnerability is known. Run "assay advisories sync", or import a bundle.',
  starter:
    'Only the built-in starter set of advisories is loaded: most vulnerabilities are not known. Run "assay advisories sync", or import a bundle.',
  syncing:
    'The advisories are still being loaded: more may be found later. "assay advisories status" shows how far it is.',
  stale: 'The advisories are more than a day old: newer vulnerabilities are not known. Run "assay advisories sync".',
};

/** Undefined: the data is complete and current. */
export function findDataNotice({ state }: Pick<ReportedData, 'state'>): string | undefined {
  return state === 'ready' ? undefined : NOTICES[state];
}
