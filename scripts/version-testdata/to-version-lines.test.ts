import { describe, expect, it } from 'vitest';
import type { VersionTexts } from './choose-version-pairs.ts';
import { fromVersionLines, toVersionLines } from './to-version-lines.ts';

const PAIRS: readonly VersionTexts[] = [
  ['1', '2'],
  ['3', '2'],
  ['b1', 'a1'],
  ['a1', 'b1'],
  ['1', 'x1'],
];

/** Has no result for texts with an x. */
function askByNumber(pairs: readonly VersionTexts[]): (number | undefined)[] {
  return pairs.map(([left, right]) => (right.includes('x') ? undefined : numberOf(left) - numberOf(right)));
}

function numberOf(text: string): number {
  return Number(text.slice(-1));
}

describe('toVersionLines', () => {
  it('puts the older version first, equal ones once, and omits pairs without a result', () => {
    expect(toVersionLines({ ask: askByNumber }, PAIRS)).toEqual(['1 < 2', '2 < 3', 'a1 = b1']);
  });

  it('skips numbers that the tool cannot represent, and excluded pairs', () => {
    const asked: VersionTexts[] = [];
    const ask = (pairs: readonly VersionTexts[]): undefined[] => {
      asked.push(...pairs);
      return [];
    };
    toVersionLines({ ask, digitsMax: 3, leavesOut: ([left]) => left === 'b1' }, [...PAIRS, ['1.1234', '1']]);

    expect(asked).toEqual(PAIRS.filter(([left]) => left !== 'b1'));
  });

  it('round-trips lines through pairs', () => {
    const lines = toVersionLines({ ask: askByNumber }, PAIRS);

    expect(toVersionLines({ ask: askByNumber }, fromVersionLines(`# head\n\n${lines.join('\n')}\n`))).toEqual(lines);
  });
});
