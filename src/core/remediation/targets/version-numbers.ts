/**
 * Parses the leading numbers of a version, for terms such as "same major" and "patch". They do not define an order: only
 * `core/versions` decides which of two versions is newer.
 */
import type { SchemeId } from '../../vocabulary/package.ts';

export interface VersionNumbers {
  /** Epoch of PyPI (`1!2.0`) or of a distribution (`1:2.0`); empty: none. */
  readonly epoch: string;
  /** At least one; digits without leading zeros. */
  readonly numbers: readonly string[];
  /** The text after the numbers: `-rc.1`, `.RELEASE`, `+build`. */
  readonly rest: string;
}

// `v1.2`, `=1.2`, and Go itself, whose releases are called `go1.22`.
const HEAD = /^=?(?:v|V|go)?(?:([0-9]{1,30})[!:])?([0-9]{1,60}(?:\.[0-9]{1,60}){0,20})/;
const LEADING_ZEROS = /^0+(?=[0-9])/;

/** Undefined: it does not start with a number, such as `Finchley.SR2` of Spring. */
export function parseVersionNumbers(version: string): VersionNumbers | undefined {
  const text = version.trim();
  const [head, epoch = '', numbers] = HEAD.exec(text) ?? [];
  if (head === undefined || numbers === undefined) return undefined;
  return {
    epoch: trim(epoch) === '0' ? '' : trim(epoch),
    numbers: numbers.split('.').map(trim),
    rest: text.slice(head.length),
  };
}

function trim(digits: string): string {
  return digits.startsWith('0') ? digits.replace(LEADING_ZEROS, '') : digits;
}

/** Returns the number at an index; a missing number is zero. */
export function numberAt({ numbers }: VersionNumbers, at: number): string {
  return numbers[at] ?? '0';
}

const WITH_DASH = /^(?:-|[A-Za-z])/;
const PEP440_STAGE = /^[-_.]?(?:alpha|beta|preview|pre|dev|rc|a|b|c)[-_.]?[0-9]*|\.dev[0-9]*$/i;
const MAVEN_STAGE =
  /(?:^|[.\-_0-9])(?:alpha|beta|milestone|snapshot|rc|cr|pre|preview|ea|a(?=[0-9])|b(?=[0-9])|m(?=[0-9]))(?:[.\-_0-9]|$)/i;
const PHP_STAGE = /(?:^|[._-])?(?:dev|alpha|beta|rc|a|b)[._-]?[0-9]*(?:[._-]?dev)?$/i;
const ANY_LETTER = /[A-Za-z]/;
const COUNT = /^-r?[0-9]+$/;

/** By scheme: whether the text after the numbers marks a prerelease. Distributions have none. */
const STAGES: { readonly [Id in SchemeId]?: (rest: string) => boolean } = {
  semver: (rest) => WITH_DASH.test(rest),
  go: (rest) => WITH_DASH.test(rest) && !GO_COMMIT.test(rest),
  pub: (rest) => WITH_DASH.test(rest),
  nuget: (rest) => WITH_DASH.test(rest),
  conan: (rest) => rest.startsWith('-'),
  bitnami: (rest) => WITH_DASH.test(rest) && !COUNT.test(rest),
  pep440: (rest) => PEP440_STAGE.test(withoutLocalPart(rest)),
  maven: (rest) => MAVEN_STAGE.test(rest),
  rubygems: (rest) => ANY_LETTER.test(rest),
  packagist: (rest) => PHP_STAGE.test(withoutLocalPart(rest)),
};

// A timestamp with a commit is not a prerelease: `-20190301021747-ccb9e902956d`, `-0.2019..`, `-rc.1.0.2019..`.
const GO_COMMIT = /(?:^-|[.-])20[0-9]{6,12}(?:-[0-9A-Za-z]{1,64})?(?:\+|$)/;

export function isPrerelease(scheme: SchemeId, version: string): boolean {
  const read = parseVersionNumbers(version);
  return read !== undefined && STAGES[scheme]?.(read.rest) === true;
}

/** Returns whether the version is an untagged commit of a Go module. */
export function isGoCommit(version: string): boolean {
  const read = parseVersionNumbers(version);
  return read !== undefined && GO_COMMIT.test(read.rest);
}

/** `2.0-rc1` and `2.0.0` belong to the same release. */
export function isSameRelease(a: string, b: string): boolean {
  const [x, y] = [parseVersionNumbers(a), parseVersionNumbers(b)];
  if (x === undefined || y === undefined || x.epoch !== y.epoch) return false;
  const length = Math.max(x.numbers.length, y.numbers.length);
  for (let at = 0; at < length; at += 1) if (numberAt(x, at) !== numberAt(y, at)) return false;
  return true;
}

function withoutLocalPart(rest: string): string {
  const plus = rest.indexOf('+');
  return plus === -1 ? rest : rest.slice(0, plus);
}
