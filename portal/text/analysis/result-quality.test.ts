import { describe, expect, it } from 'vitest';
import type { WireFindingSummary } from '../../../src/api/contract/findings/finding.ts';
import { aCoverage, aSummary } from '../../../test/support/wire-answers.ts';
import type { AnalysisStatus } from '../../../src/core/vocabulary/analysis.ts';
import { rateResult } from './result-quality.ts';

const NOW = '2026-11-15T12:00:00.000Z';

function withData(state: string, newestRecordAt: string | null = NOW): Partial<WireFindingSummary> {
  return { data: { snapshot: 1, state, newestRecordAt } };
}

describe('rateResult', () => {
  it.each<[string, Partial<WireFindingSummary>, AnalysisStatus | undefined, string]>([
    ['everything checked, nothing found', {}, 'completed', 'good'],
    ['95 % checked', { coverage: aCoverage(380, 400) }, 'completed', 'good'],
    ['less checked', { coverage: aCoverage(379, 400) }, 'completed', 'doubtful'],
    ['nothing checked', { coverage: aCoverage(0, 400) }, 'completed', 'doubtful'],
    ['some checked for fixed issues only', { coverage: aCoverage(400, 400, { 9: 1 }) }, 'completed', 'doubtful'],
    [
      'some checked for fixed issues only, something found',
      { coverage: aCoverage(400, 400, { 9: 1 }), total: 1 },
      'completed',
      'neutral',
    ],
    ['no components', { coverage: aCoverage(0, 0) }, 'completed', 'doubtful'],
    ['only the starter set', withData('starter'), 'completed', 'doubtful'],
    ['no data', withData('none'), 'completed', 'doubtful'],
    ['old data', withData('stale'), 'completed', 'doubtful'],
    ['data on its way', withData('syncing'), 'completed', 'doubtful'],
    ['small ecosystems without recent changes', withData('ready', '2026-01-08T12:00:00.000Z'), 'completed', 'good'],
    ['no record at all', withData('ready', null), 'completed', 'doubtful'],
    ['an image that was not sent', { notUploaded: [{ slot: 'a', image: 'a:1' }] }, 'completed', 'doubtful'],
    ['gaps', {}, 'completed_with_warnings', 'doubtful'],
    ['a failed analysis', {}, 'failed', 'doubtful'],
    ['an analysis under way', {}, 'running', 'neutral'],
    ['an unknown analysis', {}, undefined, 'neutral'],
    ['something open', { total: 1 }, 'completed', 'neutral'],
    ['something filtered', { hidden: 1 }, 'completed', 'neutral'],
    ['no result', { coverage: null }, 'completed', 'unknown'],
  ])('judges a result with %s', (_name, changes, status, standing) => {
    expect(rateResult(aSummary({ ...withData('ready'), ...changes }), status)).toBe(standing);
  });
});
