import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SCHEME_IDS, versionTexts } from '../../../test/support/version-texts.ts';
import { isListed } from './listed-versions.ts';
import { schemeFor } from './schemes/scheme-for.ts';
import type { SchemeId } from '../vocabulary/package.ts';

describe('isListed', () => {
  it.each<[SchemeId, string[], string, boolean]>([
    ['semver', ['1.0.0', '1.0.1'], '1.0.1', true],
    ['semver', ['1.0.0'], 'v1.0', true],
    ['semver', ['v1.0.0'], '1.0.0+build', true],
    ['semver', ['1.0.0'], '1.0.0-rc.1', false],
    ['pep440', ['1.0'], '1.0.0', true],
    ['pep440', ['1.0.0'], 'v1.0', true],
    ['pep440', ['1.0.post1'], '1.0-1', true],
    ['pep440', ['1.0c1'], '1.0rc1', true],
    ['maven', ['5.3.18.RELEASE'], '5.3.18', true],
    ['maven', ['1.0-cr1'], '1.0.RC1', true],
    ['maven', ['1.0'], '1.0-1', false],
    ['debian', ['1.0-0'], '1.0', true],
    ['debian', ['0:1.0-1'], '1.0-1', true],
    ['debian', ['1.0-1'], '1.0-1+b1', false],
    ['go', ['1.22.0-rc.1'], 'go1.22rc1', true],
    ['go', ['1.22.3'], 'go1.22.3-custom7', true],
    ['go', ['v3.0.0'], '3.0.0+incompatible', true],
    ['bitnami', ['1.2.3'], '1.2.3-4', true],
    ['bitnami', ['1.2.3-2'], '1.2.3-4', false],
    ['pub', ['1.2.3'], '1.2.3+4', false],
    ['nuget', ['1.0'], '1.0.0.0', true],
    ['nuget', ['1.0-BETA'], '1.0.0-beta', true],
    ['rubygems', ['1.0.0.rc'], '1.rc', true],
    ['packagist', ['v1.0'], '1.0.0.0', true],
    ['packagist', ['2.65.2+170606'], 'v2.65.2', true],
    ['cran', ['1.2-3'], '1.2.3', true],
    ['hackage', ['1.0'], '1.0.0', false],
  ])('checks %s %j for %s: %s', (id, versions, version, expected) => {
    expect(isListed(schemeFor(id), versions, version)).toBe(expected);
  });

  it('treats a local build of a listed version as listed, but not the other way around', () => {
    const pep440 = schemeFor('pep440');

    expect(isListed(pep440, ['1.0'], '1.0+cpu')).toBe(true);
    expect(isListed(pep440, ['1.0+cpu'], '1.0+cpu')).toBe(true);
    expect(isListed(pep440, ['1.0+cu118'], '1.0+cpu')).toBe(false);
    expect(isListed(pep440, ['1.0+cpu'], '1.0')).toBe(false);
  });

  it('compares texts that are not versions by their spelling', () => {
    expect(isListed(schemeFor('maven'), ['unspecified', 'true'], 'unspecified')).toBe(true);
    expect(isListed(schemeFor('maven'), ['unspecified', 'true'], 'latest')).toBe(false);
    expect(isListed(schemeFor('semver'), ['', '1.0.0'], '')).toBe(true);
    expect(isListed(schemeFor('semver'), [], '1.0.0')).toBe(false);
  });

  it.each(SCHEME_IDS)('finds in %s exactly the versions that compare as equal', (id) => {
    const scheme = schemeFor(id);
    fc.assert(
      fc.property(fc.array(versionTexts(id), { maxLength: 5 }), versionTexts(id), (versions, version) => {
        const parsed = scheme.parse(version);
        const bare = parsed && scheme.withoutLocalPart?.(parsed);
        const isEqual = (text: string): boolean => {
          const listed = scheme.parse(text);
          if (parsed === undefined || listed === undefined) return text === version;
          return scheme.compare(parsed, listed) === 0 || (bare !== undefined && scheme.compare(bare, listed) === 0);
        };

        expect(isListed(scheme, versions, version)).toBe(versions.some(isEqual));
      }),
      { numRuns: 500 },
    );
  });
});
