import { describe, expect, it } from 'vitest';
import { describeOutcomes } from './previous-plan-text.ts';

describe('describeOutcomes', () => {
  it.each([
    [{}, 'No steps.'],
    [{ not_applied: 2, applied: 3, regressed: 0 }, '3 applied, 2 not applied.'],
    [{ superseded: 1, not_uploaded: 1_000 }, '1 fixed another way, 1,000 not uploaded yet.'],
  ])('describes %j as "%s"', (counts, expected) => {
    expect(describeOutcomes({ counts })).toBe(expected);
  });
});
