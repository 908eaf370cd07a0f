import { describe, expect, it } from 'vitest';
import type { WireDecisionOutcome } from '../../../src/api/contract/findings/decision.ts';
import { describeDecided, describeReach } from './decision-text.ts';

const NONE = { versions: 0, findings: 0 };

function anOutcome(changes: Partial<WireDecisionOutcome>): WireDecisionOutcome {
  return {
    ...{ dryRun: true, decisions: [], count: 1, replaced: 0, skipped: 0, batchId: null, analysisIds: [] },
    ...{ here: { versions: 1, findings: 1 }, elsewhere: NONE, kept: NONE, ...changes },
  };
}

describe('describeReach', () => {
  it.each([
    [{}, 'Changes 1 finding here.'],
    [
      { elsewhere: { versions: 3, findings: 6 }, replaced: 1 },
      'Changes 1 finding here and 6 in 3 other versions. Takes the place of 1 earlier decision.',
    ],
    [
      { kept: { versions: 1, findings: 2 } },
      'Changes 1 finding here. 2 in 1 version stay as before: nobody watches it, or its documents are gone.',
    ],
  ])('describes %j as "%s"', (changes, words) => {
    expect(describeReach(anOutcome(changes))).toBe(words);
  });
});

describe('describeDecided', () => {
  it('counts findings in this version and in others', () => {
    expect(describeDecided(anOutcome({ elsewhere: { versions: 3, findings: 6 } }))).toBe('Decided for 7 findings.');
  });
});
