/**
 * Version ranges of language runtimes as advisories write them: `<11`, `>=8, <8.0.345`, `<1.8 || >=11, <11.0.16`. Only numeric
 * versions are parsed. A version with fewer parts than the bound (`20` against `20.5.1`) stands for all versions that start with
 * it, and is outside only if all of them are: uncertain means inside.
 */
import { LIMITS } from '../../../limits.ts';

type Operator = '<' | '<=' | '>' | '>=' | '=';
type Numbers = readonly string[];

interface Bound {
  readonly operator: Operator;
  readonly numbers: Numbers;
}

/** Example: `isOutside('<11', '17.0.2')`. Returns false if the range or the version cannot be parsed. */
export function isOutsideRange(range: string, version: string, { isJava = false } = {}): boolean {
  if (range.length > LIMITS.componentVersionCharactersMax) return false;
  const numbers = toNumbers(version, isJava);
  const alternatives = range.split(OR).map((part) => toBounds(part, isJava));
  if (numbers === undefined) return false;
  return alternatives.every((bounds) => bounds?.some((bound) => isBeyond(numbers, bound)) === true);
}

const OR = /\|\|| or /;
const AND = /,| and |(?<=[0-9]) (?=[<>=])/;
const BOUND = /^(<=|>=|==|<|>|=)?\s*([^\s<>=]+)$/;

/** Undefined: a part cannot be parsed. */
function toBounds(text: string, isJava: boolean): readonly Bound[] | undefined {
  const bounds: Bound[] = [];
  for (const part of text.split(AND)) {
    const [, operator = '=', version = ''] = BOUND.exec(part.trim()) ?? [];
    const numbers = toNumbers(version, isJava);
    if (numbers === undefined) return undefined;
    bounds.push({ operator: OPERATORS.get(operator) ?? '=', numbers });
  }
  return bounds;
}

const OPERATORS = new Map<string, Operator>([
  ...(['<', '<=', '>', '>=', '='] as const).map((each): [string, Operator] => [each, each]),
  ['==', '='],
]);

const VERSION = /^(?:v|go)?([0-9][0-9._]*)(?:\+[0-9A-Za-z.-]*)?$/;
const SEPARATOR = /[._]/;

/** A version with letters is a prerelease or a vendor version, whose order is unknown. */
function toNumbers(text: string, isJava: boolean): Numbers | undefined {
  if (text.length > LIMITS.componentVersionCharactersMax) return undefined;
  const numbers = VERSION.exec(text.trim().toLowerCase())?.[1]?.split(SEPARATOR).map(withoutZeros);
  if (numbers === undefined || numbers.includes('')) return undefined;
  // Until version 8, Java was called 1.x: 1.8.0_345 is 8.0.345.
  return isJava && numbers[0] === '1' && numbers.length > 1 ? numbers.slice(1) : numbers;
}

/** Digits stay text, because they may exceed the range of a number. */
function withoutZeros(digits: string): string {
  let start = 0;
  while (start < digits.length - 1 && digits.charAt(start) === '0') start += 1;
  return digits.slice(start);
}

/** Returns whether every version that starts with these numbers is outside the bound. */
function isBeyond(version: Numbers, { operator, numbers: bound }: Bound): boolean {
  const order = compareCommon(version, bound);
  switch (operator) {
    case '<':
      // 11.0.5 starts with 11 and is not below it; 11 may be 11.0.0, which is below 11.0.3.
      return order > 0 || (order === 0 && bound.slice(version.length).every((number) => number === '0'));
    case '<=':
      return order > 0;
    case '=':
      return order !== 0;
    default:
      return order < 0;
  }
}

/** Compares the parts that both have. */
function compareCommon(a: Numbers, b: Numbers): number {
  for (let i = 0; i < Math.min(a.length, b.length); i += 1) {
    const [x = '', y = ''] = [a[i], b[i]];
    if (x !== y) return x.length - y.length || (x < y ? -1 : 1);
  }
  return 0;
}
