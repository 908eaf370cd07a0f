import { describe, expect, it } from 'vitest';
import { aProfile } from '../../../../test/support/subjects.ts';
import { findExposure, findRequirements, isExposed, isInternal } from './exposure.ts';

type Fields = Readonly<Record<string, unknown>>;
const reach = (value: string, surface?: string): Fields => ({
  'exposure.reach': value,
  ...(surface !== undefined && { 'exposure.unauthenticatedSurface': surface }),
});
const profilesOf = (...fields: readonly Fields[]) =>
  fields.map((each, index) => aProfile({ name: `p${index}`, fields: each }));

describe('findExposure and isExposed', () => {
  it.each<[string, readonly Fields[], string, number, boolean]>([
    ['without a profile', [], 'exposure-unknown', 1, true],
    ['of an empty profile', [{}], 'exposure-unknown', 1, true],
    ['to the internet', [reach('internet')], 'exposure-internet', 1, true],
    ['to the internet, without a password', [reach('internet', 'yes')], 'exposure-internet', 1, true],
    ['to the internet, behind a password', [reach('internet', 'no')], 'exposure-internet-authenticated', 0.85, false],
    ['to partners', [reach('partner')], 'exposure-partner', 0.75, false],
    ['to the internal network', [reach('internal')], 'exposure-internal', 0.6, false],
    ['on the host', [reach('host-only')], 'exposure-host-only', 0.35, false],
    ['of a service that is not reachable', [reach('none')], 'exposure-none', 0.2, false],
    ['of the worst profile', [reach('internal'), reach('partner')], 'exposure-partner', 0.75, false],
    ['of a profile without the field', [reach('internal'), {}], 'exposure-unknown', 1, true],
    ['for an unknown value', [reach('moon')], 'exposure-unknown', 1, true],
  ])('returns the exposure %s', (_, fields, code, value, exposed) => {
    for (const profiles of [profilesOf(...fields), profilesOf(...fields).toReversed()]) {
      expect(findExposure(profiles)).toMatchObject({ code, value });
      expect(isExposed(profiles).exposed).toBe(exposed);
    }
  });

  it('is internal only when every profile says so', () => {
    expect(isInternal(profilesOf(reach('internal'), reach('internal')))).toBe(true);
    expect(isInternal(profilesOf(reach('internal'), reach('host-only')))).toBe(false);
    expect(isInternal(profilesOf(reach('internal'), {}))).toBe(false);
    expect(isInternal([])).toBe(false);
  });
});

describe('findRequirements', () => {
  it.each<[readonly (string | undefined)[], string | null]>([
    [['L'], 'L'],
    [['L', 'L'], 'L'],
    [['L', 'M'], 'M'],
    [['L', 'H'], 'H'],
    [[undefined, 'H'], 'H'],
    [[undefined, 'L'], null],
    [[undefined], null],
    [[], null],
  ])('combines the profile values %j to %s', (values, expected) => {
    const profiles = profilesOf(...values.map((value): Fields => (value ? { 'data.availabilityReq': value } : {})));

    expect(findRequirements(profiles)).toEqual({ confidentiality: null, integrity: null, availability: expected });
  });
});
