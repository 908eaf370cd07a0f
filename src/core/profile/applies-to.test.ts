import { describe, expect, it } from 'vitest';
import { profilesFor, type Place, parseAppliesTo } from './applies-to.ts';

const IMAGE = 'ghcr.io/acme/web:1.2@sha256:abcd';
const PLACE: Place = { image: IMAGE, sbomKind: 'deployed' };

function applying(appliesTo: object, place: Partial<Place> = {}): boolean {
  const profile = { name: 'a', isDefault: false, appliesTo: parseAppliesTo(appliesTo) };
  return profilesFor([profile], { ...PLACE, ...place }).length > 0;
}

describe('profilesFor', () => {
  it.each([
    [{}, {}, true],
    [{ images: ['ghcr.io/acme/web'] }, {}, true],
    [{ images: ['ghcr.io/acme/*'] }, {}, true],
    [{ images: ['ghcr.io/*'] }, {}, false],
    [{ images: ['ghcr.io/**'] }, {}, true],
    [{ images: ['**/web:1.*'] }, {}, true],
    [{ images: ['**/web:2.*'] }, {}, false],
    [{ images: ['**@sha256:abcd'] }, {}, true],
    [{ images: ['localhost:5000/web'] }, { image: 'localhost:5000/web:7' }, true],
    [{ images: ['{a,ghcr.io/acme/w?b}'] }, {}, true],
    [{ images: ['other', 'ghcr.io/acme/web:1.2'] }, {}, true],
    [{ images: ['**'] }, { image: null }, false],
    [{ sbomKinds: ['deployed'] }, {}, true],
    [{ sbomKinds: ['source', 'build'] }, {}, false],
    [{ sbomKinds: ['source'] }, { sbomKind: 'unknown' }, true],
    [{ environments: ['prod'] }, {}, true],
    [{ environments: ['prod'] }, { environment: 'prod' }, true],
    [{ environments: ['prod'] }, { environment: 'ci' }, false],
    [{ images: ['ghcr.io/acme/web'], sbomKinds: ['source'] }, {}, false],
  ] as const)('applies a profile with %j to %j: %s', (appliesTo, place, expected) => {
    expect(applying(appliesTo, place)).toBe(expected);
  });

  it('returns all matching profiles, and the default profile only if none matches', () => {
    const profiles = [
      { name: 'default', isDefault: true, appliesTo: parseAppliesTo({}) },
      { name: 'web', isDefault: false, appliesTo: parseAppliesTo({ images: ['**/web'] }) },
      { name: 'all', isDefault: false, appliesTo: parseAppliesTo({ images: ['ghcr.io/**'] }) },
    ];

    expect(profilesFor(profiles, PLACE).map(({ name }) => name)).toEqual(['web', 'all']);
    expect(profilesFor(profiles, { ...PLACE, image: 'other' }).map(({ name }) => name)).toEqual(['default']);
    expect(profilesFor(profiles.slice(1), { ...PLACE, image: null })).toEqual([]);
  });

  it.each([
    [[], /must be an object/],
    [{ image: ['a'] }, /has an unknown member "image"/],
    [{ images: 'a' }, /must be a list of at most 100 short strings/],
    [{ images: [''] }, /must be a list/],
    [{ images: Array(101).fill('a') }, /must be a list/],
    [{ images: ['a{b'] }, /an invalid pattern: "a\{b"/],
    [{ sbomKinds: ['running'] }, /must contain only source, build, deployed, unknown/],
  ])('rejects invalid limits: %.60j', (input, message) => {
    expect(() => parseAppliesTo(input)).toThrow(message);
  });
});
