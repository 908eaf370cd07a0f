/**
 * The identifiers that follow the numbers of a semantic version: `rc.1`. NuGet and Pub have them too, with rules of their own
 * around them.
 * https://semver.org/#spec-item-11
 */
import { compareNumbers, compareTexts, trimZeros } from './digits.ts';

export interface Identifier {
  readonly numeric: boolean;
  readonly text: string;
}

/** The number that an identifier is, for `compareNumbers`; undefined: it is a word. */
export type ReadNumber = (identifier: string) => string | undefined;

const ONLY_DIGITS = /^[0-9]+$/;
const IDENTIFIER = /^[0-9A-Za-z-]+$/;

/** Undefined: one of them is empty or has a letter that none may have. */
export function toIdentifiers(text: string, readNumber: ReadNumber = readDigits): Identifier[] | undefined {
  const texts = text.split('.');
  if (!texts.every((each) => IDENTIFIER.test(each))) return undefined;
  return texts.map((each) => {
    const number = readNumber(each);
    return number === undefined ? { numeric: false, text: each } : { numeric: true, text: number };
  });
}

function readDigits(identifier: string): string | undefined {
  return ONLY_DIGITS.test(identifier) ? trimZeros(identifier) : undefined;
}

const INTEGER = /^(-?)([0-9]+)$/;
const INTEGER_DIGITS_MAX = 19;

/**
 * Where the tool reads numbers as its platform does: with a sign, and no more of them than it can hold, so that longer ones are
 * words. They are moved up until none is below zero.
 */
export function integersOf(bits: 32 | 64): ReadNumber {
  const end = 1n << BigInt(bits - 1);
  return (identifier) => {
    const [, sign = '', digits] = INTEGER.exec(identifier) ?? [];
    if (digits === undefined) return undefined;
    const trimmed = trimZeros(digits);
    if (trimmed.length > INTEGER_DIGITS_MAX) return undefined;
    const integer = sign === '' ? BigInt(trimmed) : -BigInt(trimmed);
    return integer >= -end && integer < end ? trimZeros(String(integer + end)) : undefined;
  };
}

/** One by one; fewer are older than more. */
export function compareIdentifiers(a: readonly Identifier[], b: readonly Identifier[]): number {
  for (const [at, identifier] of a.entries()) {
    const other = b[at];
    if (other === undefined) return 1;
    const difference = compareIdentifier(identifier, other);
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}

/** As `compareIdentifiers`, but none at all is a release, which is newer than everything before it. */
export function comparePrereleases(a: readonly Identifier[], b: readonly Identifier[]): number {
  return a.length === 0 || b.length === 0 ? b.length - a.length : compareIdentifiers(a, b);
}

function compareIdentifier(a: Identifier, b: Identifier): number {
  if (a.numeric !== b.numeric) return a.numeric ? -1 : 1;
  return a.numeric ? compareNumbers(a.text, b.text) : compareTexts(a.text, b.text);
}
