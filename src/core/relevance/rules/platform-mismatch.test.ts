import { describe, expect, it } from 'vitest';
import {
  aPlace,
  aProfile,
  aSubject,
  type PlaceChanges,
  type ProfileChanges,
} from '../../../../test/support/subjects.ts';
import type { Platform } from '../../advisory/platform.ts';
import type { Subject } from '../subject/subject.ts';
import { platformMismatch } from './platform-mismatch.ts';

const WINDOWS: Platform = { os: ['windows'], arch: [] };
const ARM: Platform = { os: [], arch: ['arm64'] };
const LINUX_AMD64: Platform = { os: ['linux'], arch: ['amd64'] };

const onLinux: PlaceChanges = { document: { platform: { os: ['linux'], arch: [] } } };
const onWindows: PlaceChanges = { document: { platform: { os: ['windows'], arch: [] } } };
const linuxProfile: ProfileChanges = { fields: { 'runtime.os': 'linux' } };

function judge(
  platforms: readonly Platform[],
  places: readonly PlaceChanges[],
  profiles: readonly ProfileChanges[] = [],
  component: Partial<Subject['component']> = {},
) {
  return platformMismatch.judge(
    aSubject({ match: { platforms }, places: places.map(aPlace), profiles: profiles.map(aProfile), component }),
  );
}

describe('R06 based on documents', () => {
  it.each<[string, readonly Platform[], readonly PlaceChanges[], Partial<Subject['component']>]>([
    ['another system', [WINDOWS], [onLinux], {}],
    ['another system everywhere', [WINDOWS], [onLinux, onLinux], {}],
    ['the platform of the component', [WINDOWS], [{ ...onWindows, platform: { os: ['linux'], arch: [] } }], {}],
    ['the processor of the package', [ARM], [{}], { arch: 'x86_64' }],
    ['none of several limits', [WINDOWS, { os: ['darwin'], arch: ['arm64'] }], [onLinux], {}],
    ['the processor, whatever the system', [LINUX_AMD64], [{ platform: { os: [], arch: ['arm64'] } }], {}],
  ])('dismisses as a fact: %s', (_, platforms, places, component) => {
    expect(judge(platforms, places, [], component)).toMatchObject({
      code: 'platform-mismatch',
      effect: 'dismiss',
      class: 'fact',
      justification: 'requires_environment',
    });
  });

  it.each<[string, readonly Platform[], readonly PlaceChanges[], Partial<Subject['component']>]>([
    ['no limit', [], [onLinux], {}],
    ['the very system', [WINDOWS], [onWindows], {}],
    ['one place of the very system', [WINDOWS], [onLinux, onWindows], {}],
    ['one place of which nothing is known', [WINDOWS], [onLinux, {}], {}],
    ['one of several systems', [WINDOWS], [{ platform: { os: ['linux', 'windows'], arch: [] } }], {}],
    ['one of several limits', [WINDOWS, { os: ['linux'], arch: [] }], [onLinux], {}],
    ['a package for all processors', [ARM], [{}], { arch: 'noarch' }],
    ['an unknown processor', [ARM], [{}], { arch: 'quantum' }],
    ['a limit by both of which one is unknown', [LINUX_AMD64], [onLinux], {}],
  ])('does not apply: %s', (_, platforms, places, component) => {
    expect(judge(platforms, places, [], component)).toBeUndefined();
  });
});

describe('R06 based on profiles', () => {
  it.each<[string, readonly PlaceChanges[], readonly ProfileChanges[]]>([
    ['every profile says so', [{}], [linuxProfile, { ...linuxProfile, name: 'staging' }]],
    ['a document knows it of one place', [onLinux, {}], [linuxProfile]],
  ])('deprioritizes when %s', (_, places, profiles) => {
    expect(judge([WINDOWS], places, profiles)).toMatchObject({ effect: 'deprioritize', class: 'heuristic' });
  });

  it('uses architectures only from a complete list', () => {
    const fields = { 'runtime.arch': ['amd64'] };

    expect(judge([ARM], [{}], [{ fields }])).toMatchObject({ effect: 'deprioritize' });
    expect(judge([ARM], [{}], [{ fields, incomplete: true }])).toBeUndefined();
    expect(judge([ARM], [{}], [{ fields: { 'runtime.arch': ['amd64', 'abacus'] } }])).toBeUndefined();
  });

  it.each<[string, readonly PlaceChanges[], readonly ProfileChanges[]]>([
    ['one profile does not', [{}], [linuxProfile, {}]],
    ['one profile says the opposite', [{}], [linuxProfile, { fields: { 'runtime.os': 'windows' } }]],
    ['a document says the opposite', [onWindows], [linuxProfile]],
    ['there is no profile', [{}], []],
  ])('does not apply when %s', (_, places, profiles) => {
    expect(judge([WINDOWS], places, profiles)).toBeUndefined();
  });
});
