import { describe, expect, it } from 'vitest';
import { canonicalProfile, type ProfileContent, type ProfileField, countSetFields } from './security-profile.ts';
import {
  countMovedFindings,
  listAssumptions,
  listMovedFindings,
  withAssumed,
  withInForce,
  type FindingRating,
} from './impact.ts';
import { PROFILE_PATHS, type ProfilePath } from './profile-fields.ts';
import { parseProfileFields } from './parse-profile-fields.ts';
import { toProfileView } from './to-profile-view.ts';

const EMPTY: ProfileContent = {
  name: 'web',
  isDefault: true,
  appliesTo: { environments: [], images: [], sbomKinds: [] },
  fields: {},
  documentRefs: [],
};
const CONFIRMED: ProfileField = { value: 'no', source: 'user', confirmedBy: 'Ann' };

function pathsOf(profile: ProfileContent): readonly ProfilePath[] {
  return listAssumptions(profile).flatMap((each) => ('path' in each ? [each.path] : []));
}

describe('listAssumptions', () => {
  it('lists every field with a list of values if nothing is known', () => {
    const withoutValues = PROFILE_PATHS.filter((path) => !pathsOf(EMPTY).includes(path));

    expect(withoutValues).toEqual([
      'exposure.entryPoints',
      'runtime.distro',
      'runtime.languages',
      'privilege.capabilities',
      'usage.featuresUsed',
      'usage.featuresNotUsed',
      'usage.commandsUsed',
      'usage.commandsNotUsed',
      'text.notes',
    ]);
  });

  it('omits facts and confirmed fields', () => {
    const profile = {
      ...EMPTY,
      fields: { 'privilege.runsAsRoot': CONFIRMED, 'runtime.os': { value: 'linux', source: 'sbom' } },
    } as const;

    expect(pathsOf(profile)).not.toContain('privilege.runsAsRoot');
    expect(pathsOf(profile)).not.toContain('runtime.os');
    expect(pathsOf(profile)).toContain('exposure.reach');
  });

  it('lists only the suggested value of a field that has one', () => {
    const fields = { 'privilege.capabilities': { value: ['chown'], complete: true, source: 'imported' } } as const;

    expect(
      listAssumptions({ ...EMPTY, fields }).find((each) => 'path' in each && each.path === 'privilege.capabilities'),
    ).toEqual({
      path: 'privilege.capabilities',
      values: [{ value: ['chown'], complete: true }],
    });
  });

  it('lists only valid values, which are known once assumed', () => {
    for (const assumption of listAssumptions(EMPTY)) {
      if (!('path' in assumption)) continue;
      for (const assumed of assumption.values) {
        const { name, fields } = withAssumed(EMPTY, assumption.path, assumed);

        expect(parseProfileFields({ [assumption.path]: { value: assumed.value, source: 'user' } })).toBeDefined();
        expect(toProfileView({ name, version: 1, fields }, []).known(assumption.path)).toEqual({
          ...assumed,
          basis: 'confirmed',
        });
      }
    }
    expect(EMPTY.fields).toEqual({});
  });

  it('lists runtime documents that are not confirmed to be in force', () => {
    const documentRefs = [
      { kind: 'apparmor', sha256: 'a', inForce: false },
      { kind: 'seccomp', sha256: 'b', inForce: true },
      { kind: 'observed', sha256: 'c', inForce: false },
    ] as const;
    const profile = { ...EMPTY, documentRefs };

    expect(listAssumptions(profile).filter((each) => 'document' in each)).toEqual([
      { document: 'a', kind: 'apparmor' },
    ]);
    expect(withInForce(profile, 'a').documentRefs.map(({ inForce }) => inForce)).toEqual([true, true, false]);
  });
});

describe('countSetFields', () => {
  it('counts fields that are facts or confirmed', () => {
    const fields = {
      'privilege.runsAsRoot': CONFIRMED,
      'runtime.os': { value: 'linux', source: 'sbom' },
      'exposure.reach': { value: 'internal', source: 'user' },
      'network.egress': { value: 'unknown', source: 'user', confirmedBy: 'Ann' },
      'network.dnsOutbound': CONFIRMED,
    } as const;

    expect(countSetFields({})).toBe(0);
    expect(countSetFields(fields)).toBe(3);
  });
});

describe('canonicalProfile', () => {
  const PROFILE: ProfileContent = {
    ...EMPTY,
    appliesTo: { environments: [], images: ['b', 'a'], sbomKinds: [] },
    fields: { 'runtime.os': { value: 'linux', source: 'sbom' }, 'privilege.runsAsRoot': CONFIRMED },
    documentRefs: [
      { kind: 'seccomp', sha256: 'b', inForce: true },
      { kind: 'apparmor', sha256: 'a', inForce: true },
    ],
  };

  it('does not depend on the order of members, patterns and documents', () => {
    const turned: ProfileContent = {
      ...PROFILE,
      appliesTo: { sbomKinds: [], images: ['a', 'b'], environments: [] },
      fields: Object.fromEntries(Object.entries(PROFILE.fields).toReversed()),
      documentRefs: PROFILE.documentRefs.toReversed(),
    };

    expect(canonicalProfile(turned)).toBe(canonicalProfile(PROFILE));
  });

  it.each([
    ['a value', { fields: { ...PROFILE.fields, 'runtime.os': { value: 'windows', source: 'sbom' } } }],
    [
      'the confirming user',
      { fields: { ...PROFILE.fields, 'privilege.runsAsRoot': { ...CONFIRMED, confirmedBy: 'Bob' } } },
    ],
    ['whether a document is in force', { documentRefs: [{ kind: 'seccomp', sha256: 'b', inForce: false }] }],
    ['the scope of the profile', { appliesTo: EMPTY.appliesTo }],
  ] as const)('changes with %s', (_what, change) => {
    expect(canonicalProfile({ ...PROFILE, ...change } as ProfileContent)).not.toBe(canonicalProfile(PROFILE));
  });

  it('does not depend on the name of the profile', () => {
    expect(canonicalProfile({ ...PROFILE, name: 'other' })).toBe(canonicalProfile(PROFILE));
  });
});

const RELEVANT: FindingRating = { status: 'relevant', band: 'P1' };
const LOWERED: FindingRating = { status: 'deprioritized', band: 'P2' };
const FILTERED: FindingRating = { status: 'not_relevant', band: 'P4' };

describe('listMovedFindings and countMoved', () => {
  it.each([
    ['lowered', RELEVANT, LOWERED],
    ['filtered', RELEVANT, FILTERED],
    ['filtered', LOWERED, FILTERED],
    ['raised', FILTERED, LOWERED],
    ['raised', LOWERED, RELEVANT],
    ['bandChanged', RELEVANT, { ...RELEVANT, band: 'P0' }],
  ] as const)('counts a change as %s', (kind, from, to) => {
    const counts = countMovedFindings(listMovedFindings(new Map([['a', from]]), new Map([['a', to]])));

    expect(counts).toMatchObject({ [kind]: 1, total: 1 });
  });

  it('ignores findings that do not change or are missing on one side', () => {
    const before = new Map([['a', RELEVANT] as const, ['b', LOWERED] as const]);

    expect(listMovedFindings(before, new Map([['a', RELEVANT]]))).toEqual([]);
  });
});
