/** The result of a native tool for a pair of versions, and its plain text form. */
import type { VersionTexts } from './choose-version-pairs.ts';

/** Negative, zero or positive; undefined if the tool has no result. */
export type NativeSign = number | undefined;

export type AskTool = (pairs: readonly VersionTexts[]) => readonly NativeSign[];

/** One pair per line; versions contain no spaces. */
export function toLines(pairs: readonly VersionTexts[]): string {
  return pairs.map((pair) => `${pair.join(' ')}\n`).join('');
}

const CANNOT_SAY = '?';

/** One sign per line, in the order of the pairs. */
export function fromLines(output: string, pairs: readonly VersionTexts[]): NativeSign[] {
  const signs = output.trim().split('\n');
  if (signs.length !== pairs.length) throw new Error(`There are ${signs.length} answers to ${pairs.length} questions.`);
  return signs.map((sign) => (sign === CANNOT_SAY ? undefined : Math.sign(Number(sign))));
}
