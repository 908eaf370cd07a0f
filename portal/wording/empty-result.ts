/** What stands in the place of an empty table. Never a bare zero: it says what was looked at, and what was not. */
import type { WireFindingSummary } from '../../src/api/contract/finding.ts';
import { countOf, formatCount } from './counts.ts';

export interface EmptyResult {
  readonly text: string;
  /** Shown as the one thing to do next. */
  readonly action: 'clear' | 'show-filtered' | undefined;
}

export function describeEmptyResult(summary: WireFindingSummary, isFiltered: boolean): EmptyResult {
  const { total, hidden, coverage } = summary;
  if (isFiltered) return { text: `No finding matches. ${formatCount(total)} without filters.`, action: 'clear' };
  if (coverage === null)
    return { text: 'There is no result yet: no analysis of this version has ended.', action: undefined };
  if (coverage.components === 0) return { text: 'The SBOM lists no components.', action: undefined };
  if (hidden > 0) {
    const text = `${countOf(hidden, 'finding')}, ${hidden === 1 ? 'filtered' : 'all filtered'} as not relevant here.`;
    return { text, action: 'show-filtered' };
  }
  const unchecked = coverage.components - coverage.checked;
  if (coverage.checked === 0) {
    const what = countOf(coverage.components, 'component');
    return { text: `None of ${what} could be checked: nothing is known about this version.`, action: undefined };
  }
  const gap = unchecked === 0 ? '' : ` ${formatCount(unchecked)} could not be checked.`;
  const text = `No known vulnerability among ${countOf(coverage.checked, 'checked component')}.${gap}`;
  return { text, action: undefined };
}
