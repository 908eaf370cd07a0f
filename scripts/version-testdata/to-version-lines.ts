/** The lines of a test data file: the results of a tool for pairs of versions, and the pairs parsed back from the lines. */
import type { VersionTexts } from './choose-version-pairs.ts';
import type { NativeSign } from './run-native-tool.ts';
import type { VersionSource } from './version-sources.ts';

export function toVersionLines(
  { ask, digitsMax = Infinity, leavesOut = () => false }: Pick<VersionSource, 'ask' | 'digitsMax' | 'leavesOut'>,
  pairs: readonly VersionTexts[],
): string[] {
  const asked = pairs.filter((pair) => longestNumber(pair.join(' ')) <= digitsMax && !leavesOut(pair));
  const signs = ask(asked);
  return [...new Set(asked.flatMap((pair, at) => toLine(pair, signs[at])))];
}

const PAIR = /^(\S+) [<=] (\S+)$/gm;

export function fromVersionLines(content: string): VersionTexts[] {
  return Array.from(content.matchAll(PAIR), ([, left = '', right = '']): VersionTexts => [left, right]);
}

const NUMBER = /[0-9]+/g;

function longestNumber(text: string): number {
  return Math.max(0, ...Array.from(text.matchAll(NUMBER), ([digits]) => digits.length));
}

function toLine([left, right]: VersionTexts, sign: NativeSign): string[] {
  if (sign === undefined) return [];
  // Always in the same order, so that a pair occurs only once.
  if (sign === 0) return [[left, right].sort().join(' = ')];
  return [sign < 0 ? `${left} < ${right}` : `${right} < ${left}`];
}
