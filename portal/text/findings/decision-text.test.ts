import { describe, expect, it } from 'vitest';
import type { WireDecisionOutcome } from '../../../src/api/contract/findings/decision.ts';
import { describeDecided, describeReach } from './decision-text.ts';

const NONE = { versions: 0, findings: 0 };

function anOutcome(changes: Partial<WireDecisionOutcome>): WireDecisionOutcome {
  return {
    dryRun: true,
    decisions: [],
    count: 1,
    replaced: 0,
    skipped: 0,
    batchId: null,
    analysisIds: [],
    selected: { versions: 1, findings: 1 },
    others: NONE,
    unchanged: NONE,
    ...changes,
  };
}

describe('describeReach', () => {
  it.each([
    [{}, 'Changes 1 finding here.'],
    [
      { others: { versions: 3, findings: 6 }, replaced: 1 },
      'Changes 1 finding here and 6 in 3 other versions. Replaces 1 earlier decision.',
    ],
    [
      { unchanged: { versions: 1, findings: 2 } },
      'Changes 1 finding here. 2 in 1 version stay unchanged: not monitored, or SBOMs deleted by retention.',
    ],
  ])('describes %j as "%s"', (changes, text) => {
    expect(describeReach(anOutcome(changes))).toBe(text);
  });
});

describe('describeDecided', () => {
  it('counts findings in this version and in others', () => {
    expect(describeDecided(anOutcome({ others: { versions: 3, findings: 6 } }))).toBe(
      'Decision applied to 7 findings.',
    );
  });
});
