/** Text in place of an empty table. It always says what was checked and what was not, instead of a bare zero. */
import type { WireFindingSummary } from '../../../src/api/contract/findings/finding.ts';
import { countOf, formatCount } from '../../text/format/counts.ts';
import { describeNothingFound } from '../../text/analysis/coverage-text.ts';
import { describeMissingData } from '../../text/analysis/data-text.ts';

interface EmptyResult {
  readonly text: string;
  /** The next action to offer. */
  readonly action: 'clear' | 'show-filtered' | undefined;
}

export function describeEmptyResult(summary: WireFindingSummary, isFiltered: boolean): EmptyResult {
  const { total, hidden, coverage, data } = summary;
  if (isFiltered) return { text: `No findings match. ${formatCount(total)} without filters.`, action: 'clear' };
  if (coverage === null)
    return { text: 'No result yet. No analysis of this version has completed.', action: undefined };
  if (coverage.components === 0) return { text: 'The SBOM lists no components.', action: undefined };
  if (hidden > 0) {
    const text = `${countOf(hidden, 'finding')}, ${hidden === 1 ? 'not relevant' : 'all not relevant'}.`;
    return { text, action: 'show-filtered' };
  }
  if (coverage.checked === 0) {
    const what = countOf(coverage.components, 'component');
    return { text: `None of ${what} could be checked. The result is unknown.`, action: undefined };
  }
  return { text: `${describeNothingFound(coverage)}${describeMissingData(data.state)}`, action: undefined };
}
