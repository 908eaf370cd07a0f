import { describe, expect, it } from 'vitest';
import { describeOutcomes } from './previous-plan-text.ts';

describe('describeOutcomes', () => {
  it.each([
    [{}, 'It had no steps.'],
    [{ not_applied: 2, applied: 3, regressed: 0 }, '3 applied, 2 not applied.'],
    [{ superseded: 1, not_uploaded: 1_000 }, '1 ended another way, 1,000 not seen.'],
  ])('describes %j as "%s"', (counts, words) => {
    expect(describeOutcomes({ counts })).toBe(words);
  });
});
