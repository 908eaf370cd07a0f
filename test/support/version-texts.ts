/**
 * Version texts for property tests: combined from the parts that matter to a scheme, few enough that equal and nearly equal
 * versions are common, and from arbitrary input.
 */
import fc from 'fast-check';
import type { SchemeId } from '../../src/core/vocabulary/package.ts';

const NUMBERS = ['0', '1', '2', '10', '01', '00', '123456789012345678901234567890', '9007199254740993'];
const SEPARATORS = ['.', '.', '-'];

export const PIECES: { readonly [Id in SchemeId]: readonly string[] } = {
  semver: ['alpha', 'rc', 'Z', 'beta-1', '+build', 'v', '='],
  go: ['go', 'rc1', 'beta2', '+incompatible', '+dirty', '-0.20190301021747-ccb9e902956d', 'v', '-custom'],
  bitnami: ['-1', '-r2', '-0', '-rc', 'rc', 'v', '+build'],
  pub: ['alpha', 'Z', '+', '+1', '+a', '+a.1', 'v'],
  nuget: ['alpha', 'ALPHA', 'Beta', 'beta-1', '+build', '-rc'],
  pep440: ['a', 'b', 'rc', 'c', 'pre', '.post', '.dev', '-1', '+', '+cpu', '1!', 'v', 'x', 'stable', '_', '1e5'],
  maven: [
    'alpha',
    'a',
    'b',
    'm',
    'beta',
    'rc',
    'cr',
    'SNAPSHOT',
    'ga',
    'Final',
    'sp',
    'foo',
    'x',
    '_',
    '-sp',
    '-0-alpha',
  ],
  rubygems: ['a', 'b', 'pre', '.pre', 'A', 'beta', 'rc', '-', '.0', '_'],
  packagist: ['dev', 'alpha', 'a', 'B', 'beta', 'RC', 'rc', 'p', 'pl', 'patch', 'stable', 'foo', '_', '+', 'v', 'x'],
  conan: ['t', 'u1', 'Z', '.a', '.rc', '_1', '-rc', '-rc.1', '-pre-1', '+', '+1', '+a.1'],
  cran: ['.0', '-0'],
  hackage: ['.0'],
  debian: ['~', '~~', '+', '+b1', '~rc1', 'a', 'Z', 'dfsg', '1:', '0:', '-1', '-0'],
  rpm: ['~', '~~', '^', '^git', '~^', '+', '_', '..', 'a', 'Z', 'rc', 'el9', '1:', '0:', '-1', '-0'],
  apk: [
    'a',
    'z',
    '_alpha',
    '_pre',
    '_rc1',
    '_cvs',
    '_git2023',
    '_hg',
    '_p',
    '_p01',
    '~ab',
    '~0a1',
    '-r0',
    '-r1',
    '-r01',
  ],
  cpe: ['a', 'k', 'p1', 'Z', '-rc1', '-beta', 'alpha', ':update_92', ':p1', '_', '+9', 'v', ' (excluded)', '-r1'],
  jdk: ['u92', '.0_92', ':update_92', ':update92', '-b08', '.8.0', '+9', ' (excluded)', '-ea'],
};

export const SCHEME_IDS = Object.keys(PIECES) as readonly SchemeId[];

/** Many of them are valid versions of the scheme, but none is guaranteed to be. */
export function versionTexts(scheme: SchemeId): fc.Arbitrary<string> {
  const pieces = fc.constantFrom(...NUMBERS, ...SEPARATORS, ...PIECES[scheme]);
  const assembled = fc.array(pieces, { maxLength: 6 }).map((parts) => `1${parts.join('')}`);
  return fc.oneof({ weight: 8, arbitrary: assembled }, { weight: 1, arbitrary: hostileTexts() });
}

export function hostileTexts(): fc.Arbitrary<string> {
  // Lone surrogates included; much cheaper to set up than `fc.string`.
  const anything = fc.array(fc.nat(0xffff), { maxLength: 300 }).map((units) => String.fromCharCode(...units));
  const printable = fc.array(fc.integer({ min: 32, max: 126 }), { maxLength: 300 });
  const repeated = fc.tuple(fc.constantFrom(...REPEATED), fc.nat(400)).map(([text, times]) => text.repeat(times));
  return fc.oneof(
    anything,
    printable.map((units) => String.fromCharCode(...units)),
    repeated,
  );
}

const REPEATED = '0 1 9 . - ~ a + : \u0000 ſ ٣ 😀 1a 1. 1- 0- .-'.split(' ');
