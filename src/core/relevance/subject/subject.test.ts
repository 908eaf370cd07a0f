import { describe, expect, it } from 'vitest';
import { aPlace, aProfile } from '../../../../test/support/subjects.ts';
import { isTrueEverywhere } from './subject.ts';

const places = [aPlace({ sbomId: 'a' }), aPlace({ sbomId: 'b' })];
const profiles = [aProfile({ name: 'a' }), aProfile({ name: 'b' })];

describe('isTrueEverywhere', () => {
  it('checks every profile at every place', () => {
    const asked: string[] = [];

    expect(
      isTrueEverywhere({ places, profiles }, (place, profile) => {
        asked.push(`${place.sbomId} ${profile.name}`);
        return true;
      }),
    ).toBe(true);
    expect(asked).toEqual(['a a', 'a b', 'b a', 'b b']);
  });

  it.each(['a a', 'a b', 'b a', 'b b'])('returns false when the condition is false at %s', (exception) => {
    expect(isTrueEverywhere({ places, profiles }, (place, { name }) => `${place.sbomId} ${name}` !== exception)).toBe(
      false,
    );
  });

  it('checks only the profiles that apply, and requires one for every place', () => {
    const appliesTo = (profile: { readonly name: string }, place: { readonly sbomId: string | null }) =>
      profile.name === place.sbomId;

    expect(isTrueEverywhere({ places, profiles, appliesTo }, (place, { name }) => place.sbomId === name)).toBe(true);
    expect(isTrueEverywhere({ places, profiles: profiles.slice(1), appliesTo }, () => true)).toBe(false);
  });

  it('returns false without places and without profiles', () => {
    expect(isTrueEverywhere({ places: [], profiles }, () => true)).toBe(false);
    expect(isTrueEverywhere({ places, profiles: [] }, () => true)).toBe(false);
  });
});
