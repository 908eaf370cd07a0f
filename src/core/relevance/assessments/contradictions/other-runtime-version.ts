/**
 * The vulnerability needs a language runtime in certain versions, and the service has another version. The list has to be
 * complete, because there may be a second runtime.
 */
import { foldText } from '../text/clean-text.ts';
import { citeField, type Contradiction } from './contradiction.ts';
import { LIMITS } from '../../../limits.ts';

const PATH = 'runtime.languages';

export const otherRuntimeVersion: Contradiction = {
  type: 'language_version',
  path: PATH,
  effect: 'dismiss',
  justification: 'requires_environment',
  label: null,
  find: (value, { component, profile }) => {
    const field = profile.known(PATH);
    const { language, range } = parseLanguageRange(foldText(value ?? '').toLowerCase(), component.ecosystem);
    if (field?.complete !== true || !Array.isArray(field.value) || language === undefined) return undefined;
    const versions = field.value.map(toLanguage).filter(({ name }) => name === language);
    const isElsewhere = versions.every(({ version }) =>
      isOutsideRange(range, version, { isJava: language === 'java' }),
    );
    return versions.length > 0 && isElsewhere ? [citeField(profile, PATH)] : undefined;
  },
};

const RANGE_START = /[<>=0-9]/;

/** Parses `java <11`, or `<11` for a package whose language is known. */
export function parseLanguageRange(
  text: string,
  ecosystem: string | null,
): { readonly language: string | undefined; readonly range: string } {
  const start = text.search(RANGE_START);
  const word = start === -1 ? text : text.slice(0, start);
  const range = start === -1 ? '' : text.slice(start);
  const name = word.trim();
  return { language: name === '' ? LANGUAGE_BY_ECOSYSTEM.get(ecosystem ?? '') : NAMES.get(name), range };
}

const LANGUAGE_BY_ECOSYSTEM: ReadonlyMap<string, string> = new Map([
  ['npm', 'node'],
  ['PyPI', 'python'],
  ['Maven', 'java'],
  ['Go', 'go'],
  ['RubyGems', 'ruby'],
  ['NuGet', 'dotnet'],
  ['Packagist', 'php'],
  ['CPAN', 'perl'],
]);

/** Common names of each runtime. */
const NAMES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    node: 'node',
    nodejs: 'node',
    'node.js': 'node',
    java: 'java',
    jdk: 'java',
    jre: 'java',
    openjdk: 'java',
    python: 'python',
    cpython: 'python',
    go: 'go',
    golang: 'go',
    ruby: 'ruby',
    php: 'php',
    perl: 'perl',
    dotnet: 'dotnet',
    '.net': 'dotnet',
    '.net core': 'dotnet',
  }),
);

/** An entry with an unknown name matches no runtime; one without a version may have any version. */
function toLanguage(entry: unknown): { readonly name: string | undefined; readonly version: string } {
  if (typeof entry !== 'object' || entry === null) return { name: undefined, version: '' };
  const { name, version } = entry as { readonly name?: unknown; readonly version?: unknown };
  return {
    name: typeof name === 'string' ? NAMES.get(name.trim().toLowerCase()) : undefined,
    version: typeof version === 'string' ? version : '',
  };
}

type Numbers = readonly string[];

interface Bound {
  readonly operator: string;
  readonly numbers: Numbers;
}

/**
 * Ranges as advisories write them: `<11`, `>=8, <8.0.345`, `<1.8 || >=11, <11.0.16`. Returns false if the range or the version
 * cannot be parsed; only numbers can. A version with fewer parts than the bound (`20` against `20.5.1`) stands for all versions
 * that start with it, and is outside only if all of them are: uncertain means inside.
 */
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
    bounds.push({ operator, numbers });
  }
  return bounds;
}

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
    case '==':
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
