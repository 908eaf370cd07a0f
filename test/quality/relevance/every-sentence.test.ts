/** The worst case for the verifier, with the labeled set. */
import { describe, expect, it } from 'vitest';
import { ITEMS } from './all-items.ts';
import type { EvaluationItem } from './evaluation-item.ts';
import { toFindingInput } from './to-finding-input.ts';
import { listPassedClaims } from './worst-case-reader.ts';

function isDismissed(item: EvaluationItem): boolean {
  const { subject, texts } = toFindingInput(item, 'advisory-only');
  return listPassedClaims(subject, texts).some(({ isGuarded }) => !isGuarded);
}

describe('a reader that tries every sentence for everything', () => {
  it('gets no item dismissed that is labeled relevant', () => {
    const wrong = ITEMS.filter((item) => item.label === 'relevant' && isDismissed(item));

    expect(wrong.map(({ id }) => id)).toEqual([]);
  });
});
