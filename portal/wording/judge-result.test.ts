import { describe, expect, it } from 'vitest';
import type { WireFindingSummary } from '../../src/api/contract/finding.ts';
import { aCoverage, aSummary } from '../../test/support/wire-answers.ts';
import type { AnalysisStatus } from './analysis-words.ts';
import { judgeResult } from './judge-result.ts';

function withData(state: string): Partial<WireFindingSummary> {
  return { data: { snapshot: 1, state, newestRecordAt: null } };
}

describe('judgeResult', () => {
  it.each<[string, Partial<WireFindingSummary>, AnalysisStatus | undefined, string]>([
    ['everything checked, nothing found', {}, 'completed', 'good'],
    ['95 % checked', { coverage: aCoverage(380, 400) }, 'completed', 'good'],
    ['less checked', { coverage: aCoverage(379, 400) }, 'completed', 'doubtful'],
    ['nothing checked', { coverage: aCoverage(0, 400) }, 'completed', 'doubtful'],
    ['no components', { coverage: aCoverage(0, 0) }, 'completed', 'doubtful'],
    ['only the starter set', withData('starter'), 'completed', 'doubtful'],
    ['no data', withData('none'), 'completed', 'doubtful'],
    ['old data', withData('stale'), 'completed', 'doubtful'],
    ['data on its way', withData('syncing'), 'completed', 'doubtful'],
    ['gaps', {}, 'completed_with_warnings', 'doubtful'],
    ['a failed analysis', {}, 'failed', 'doubtful'],
    ['an analysis under way', {}, 'running', 'neutral'],
    ['an unknown analysis', {}, undefined, 'neutral'],
    ['something open', { total: 1 }, 'completed', 'neutral'],
    ['something filtered', { hidden: 1 }, 'completed', 'neutral'],
    ['no result', { coverage: null }, 'completed', 'unknown'],
  ])('with %s', (_name, changes, status, standing) => {
    expect(judgeResult(aSummary(changes), status)).toBe(standing);
  });
});
