/**
 * Ranges of versions of language runtimes as advisories write them: `<11`, `>=8, <8.0.345`, `<1.8 || >=11, <11.0.16`. Only numbers are
 * read. A version that says less than the bound (`20` beside `20.5.1`) may be any that begins so, and is outside only where all of
 * them are: what is not certain is inside.
 */
import { LIMITS } from '../../../limits.ts';

type Operator = '<' | '<=' | '>' | '>=' | '=';
type Numbers = readonly string[];

interface Bound {
  readonly operator: Operator;
  readonly numbers: Numbers;
}

/** `isOutside('<11', '17.0.2')`. False also for what cannot be read. */
export function isOutside(range: string, version: string, { isJava = false } = {}): boolean {
  if (range.length > LIMITS.componentVersionCharactersMax) return false;
  const numbers = toNumbers(version, isJava);
  const alternatives = range.split(OR).map((part) => toBounds(part, isJava));
  if (numbers === undefined) return false;
  return alternatives.every((bounds) => bounds?.some((bound) => isBeyond(numbers, bound)) === true);
}

const OR = /\|\|| or /;
const AND = /,| and |(?<=[0-9]) (?=[<>=])/;
const BOUND = /^(<=|>=|==|<|>|=)?\s*([^\s<>=]+)$/;

/** Undefined: there is a part that cannot be read. */
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

/** A version with letters is one before a release, or of somebody else: nobody knows where it stands. */
function toNumbers(text: string, isJava: boolean): Numbers | undefined {
  if (text.length > LIMITS.componentVersionCharactersMax) return undefined;
  const numbers = VERSION.exec(text.trim().toLowerCase())?.[1]?.split(SEPARATOR).map(withoutZeros);
  if (numbers === undefined || numbers.includes('')) return undefined;
  // Until 8 Java was called 1.x: 1.8.0_345 is 8.0.345.
  return isJava && numbers[0] === '1' && numbers.length > 1 ? numbers.slice(1) : numbers;
}

/** They stay text: a run of digits may be longer than any number. */
function withoutZeros(digits: string): string {
  let start = 0;
  while (start < digits.length - 1 && digits.charAt(start) === '0') start += 1;
  return digits.slice(start);
}

/** Whether every version that begins with these numbers is on the other side of the bound. */
function isBeyond(version: Numbers, { operator, numbers: bound }: Bound): boolean {
  const order = compareCommon(version, bound);
  switch (operator) {
    case '<':
      // 11.0.5 begins with 11 and is not below it; 11 may be 11.0.0, which is below 11.0.3.
      return order > 0 || (order === 0 && bound.slice(version.length).every((number) => number === '0'));
    case '<=':
      return order > 0;
    case '=':
      return order !== 0;
    default:
      return order < 0;
  }
}

/** As far as both say something. */
function compareCommon(a: Numbers, b: Numbers): number {
  for (let i = 0; i < Math.min(a.length, b.length); i += 1) {
    const [x = '', y = ''] = [a[i], b[i]];
    if (x !== y) return x.length - y.length || (x < y ? -1 : 1);
  }
  return 0;
}
