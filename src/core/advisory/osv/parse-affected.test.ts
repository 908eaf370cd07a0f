import { describe, expect, it } from 'vitest';
import { anAffected, anOsvRecord, readAdvisory } from '../../../../test/support/advisories.ts';
import { describeWindow } from '../../versions/version-window.ts';
import type { AffectedEntry } from '../advisory.ts';
import { ECOSYSTEMS } from '../../identity/ecosystems/ecosystem.ts';
import { parseAffectedPackage } from './parse-affected.ts';

describe('parseAffected', () => {
  it.each([
    ['npm', '@types/Node', { family: 'npm', release: '', name: '@types/Node', scheme: 'semver' }],
    ['PyPI', 'Zope.Interface_x', { family: 'PyPI', release: '', name: 'zope-interface-x', scheme: 'pep440' }],
    ['Maven', 'Org.x:Y', { family: 'Maven', release: '', name: 'Org.x:Y', scheme: 'maven' }],
    ['Maven:https://repo.example.org/', 'a:b', { family: 'Maven', release: '', name: 'a:b', scheme: 'maven' }],
    ['Debian:12', 'openssl', { family: 'Debian', release: '12', name: 'openssl', scheme: 'debian' }],
    ['Go', 'github.com/A/B', { family: 'Go', release: '', name: 'github.com/a/b', scheme: 'go' }],
    ['Packagist:https://packages.drupal.org/8', 'drupal/X', { family: 'Packagist', release: '', name: 'drupal/x' }],
    ['GHC', 'ghc', { family: 'GHC', release: '', name: 'ghc', scheme: 'hackage' }],
    ['Ubuntu:Pro:18.04:LTS', 'curl', { family: 'Ubuntu', release: '18.04', channel: 'pro', scheme: 'debian' }],
    ['Red Hat:rhel_eus:9.2::baseos', 'curl', { release: '9', channel: 'eus:9.2', scheme: 'rpm' }],
    ['SUSE:Linux Enterprise Server 15 SP3', 'curl', { release: '15.3', channel: 'Linux Enterprise Server' }],
    ['Alpine:v3.19', 'curl', { family: 'Alpine', release: 'v3.19', scheme: 'apk' }],
    ['Wolfi', 'curl', { family: 'Wolfi', release: '', scheme: 'apk' }],
  ])('indexes %s %s under its family, release and name', (ecosystem, name, expected) => {
    expect(read({ ecosystem, name })).toMatchObject(expected);
  });

  it.each([
    ['Maven', 'semver'],
    ['crates.io', 'semver'],
    ['Go', 'go'],
    ['Bitnami', 'bitnami'],
    ['Pub', 'pub'],
  ])('orders a SEMVER range of %s by the scheme %s', (ecosystem, scheme) => {
    expect(read({ ecosystem, type: 'SEMVER' })?.scheme).toBe(scheme);
  });

  const ECOSYSTEM = { type: 'ECOSYSTEM', events: [{ introduced: '1.0' }, { fixed: '2.0' }] };
  const GIT = { type: 'GIT', repo: 'https://example.com/x', events: [{ introduced: '0' }, { fixed: 'abcdef' }] };

  it.each([
    ['before', [GIT, ECOSYSTEM]],
    ['behind', [ECOSYSTEM, GIT]],
    ['between', [ECOSYSTEM, GIT, { type: 'ECOSYSTEM', events: [{ introduced: '3.0' }] }]],
  ])('parses the other ranges if a GIT range stands %s them', (_place, ranges) => {
    const entry = read({ ecosystem: 'PyPI', ranges });

    expect(windowsOf(entry)[0]).toBe('>= 1.0, < 2.0');
    expect(entry?.problems).toEqual([]);
  });

  it('sorts the windows of several ranges', () => {
    const range = (introduced: string, fixed: string): object => ({
      type: 'SEMVER',
      events: [{ introduced }, { fixed }],
    });
    const entry = read({ ranges: [range('10.0.0', '10.1.0'), range('0', '1.0.0'), range('9.0.0', '9.1.0')] });

    expect(windowsOf(entry)).toEqual(['< 1.0.0', '>= 9.0.0, < 9.1.0', '>= 10.0.0, < 10.1.0']);
  });

  it.each([
    ['only commits', { ranges: [GIT] }, ['git-only']],
    ['commits and tags', { ranges: [GIT], versions: ['v1.0'] }, ['git-only']],
    ['neither ranges nor versions', { ranges: [] }, ['record-without-versions']],
    ['a range without events', { events: [] }, ['record-without-versions']],
    ['an unreadable bound', { events: [{ introduced: '0' }, { fixed: 'a b' }] }, ['unparsable-bound']],
    ['a bound with NUL', { events: [{ introduced: '0' }, { fixed: '1.0\0' }] }, ['unparsable-bound']],
    [
      'an introduction above the fix',
      { events: [{ introduced: '2.0.0' }, { fixed: '1.0.0' }] },
      ['contradictory-range'],
    ],
    ['versions alone', { ranges: undefined, versions: ['1.0.0'] }, []],
    ['a range that affects nothing', { events: [{ introduced: '0' }, { fixed: '0' }] }, []],
  ])('reports the problems of an entry with %s', (_case, members, problems) => {
    expect(read(members)?.problems).toEqual(problems);
  });

  it('keeps valid ranges beside invalid ones', () => {
    const bad = { type: 'SEMVER', events: [{ introduced: 'x y' }] };
    const good = { type: 'SEMVER', events: [{ introduced: '1.0.0' }, { fixed: '2.0.0' }] };
    const entry = read({ ranges: [bad, good] });

    expect(windowsOf(entry)).toEqual(['>= 1.0.0, < 2.0.0']);
    expect(entry?.problems).toEqual(['unparsable-bound']);
  });

  it.each([
    ['<= 1.4.0', [{ introduced: '0' }], '<= 1.4.0'],
    ['< 1.4.0', [{ introduced: '1.0.0' }], '< 1.4.0'],
    ['<= 1.4.0', [{ introduced: '0' }, { fixed: '1.5.0' }], undefined],
    ['<= 1.4.0', [{ introduced: '0' }, { last_affected: '1.4.0' }], undefined],
    ['>= 1.0.0, <= 1.4.0', [{ introduced: '0' }], undefined],
    ['', [{ introduced: '0' }], undefined],
  ])('keeps the last known affected version %j only with an open window: %j', (range, events, expected) => {
    const database_specific = { last_known_affected_version_range: range };

    expect(read({ events, database_specific })?.lastKnownAffected).toBe(expected);
  });

  it('leaves out fields that do not apply to the entry', () => {
    expect(Object.keys(read({}) ?? {})).toEqual(Object.keys(read({ ecosystem: 'Go' }) ?? {}));
    expect(read({})).not.toHaveProperty('channel');
  });

  it('keeps the custom ranges of Go beside the windows of its tags', () => {
    const custom_ranges = [
      { type: 'ECOSYSTEM', events: [{ introduced: '0' }, { fixed: '5.0.4-0.20231016150651-4285' }] },
    ];
    const entry = read({ ecosystem: 'Go', events: [{ introduced: '0' }], ecosystem_specific: { custom_ranges } });

    expect(windowsOf(entry)).toEqual(['all versions']);
    expect(entry?.customWindows?.map(describeWindow)).toEqual(['< 5.0.4-0.20231016150651-4285']);
    expect(read({ ecosystem_specific: { custom_ranges } })).not.toHaveProperty('customWindows');
  });

  it('reports a problem of a custom range as a problem of the entry', () => {
    const custom_ranges = [{ type: 'ECOSYSTEM', events: [{ fixed: 'RELEASE.2025-02-28T09-55-16Z' }] }];
    const entry = read({ ecosystem: 'Go', events: [{ introduced: '0' }], ecosystem_specific: { custom_ranges } });

    expect(entry).toMatchObject({ customWindows: [], problems: ['unparsable-bound'] });
  });

  it('ignores custom ranges if the windows of the tags are closed', () => {
    const custom_ranges = [{ type: 'ECOSYSTEM', events: [{ introduced: 'edge-24.6.2' }] }];
    const entry = read({ ecosystem: 'Go', ecosystem_specific: { custom_ranges } });

    expect(entry).toMatchObject({ problems: [] });
    expect(entry).not.toHaveProperty('customWindows');
  });

  it('drops invalid and duplicate versions', () => {
    const versions = ['1.0', '1.0', '', 7, '\uD800', 'a\0', 'x'.repeat(1_000), '2.0'];

    expect(read({ versions })?.versions).toEqual(['1.0', '2.0']);
  });
});

function read(members: Parameters<typeof anAffected>[0]): AffectedEntry | undefined {
  return readAdvisory(anOsvRecord({ affected: [anAffected(members)] })).affected[0];
}

function windowsOf(entry: AffectedEntry | undefined): string[] {
  return entry?.windows.map(describeWindow) ?? [];
}

describe('parseAffectedPackage', () => {
  it.each([
    [{ ecosystem: 'Android', name: 'a' }, 'unsupported-ecosystem'],
    [{ ecosystem: 'Android:14', name: 'a' }, 'unsupported-ecosystem'],
    [{ name: 'a' }, 'unsupported-ecosystem'],
    [null, 'unsupported-ecosystem'],
    [{ ecosystem: 'Debian', name: 'a' }, 'no-release'],
    [{ ecosystem: 'Ubuntu:', name: 'a' }, 'no-release'],
    [{ ecosystem: 'npm' }, 'unusable-name'],
    [{ ecosystem: 'npm', name: '' }, 'unusable-name'],
    [{ ecosystem: 'npm', name: 'a\u001Fb' }, 'unusable-name'],
    [{ ecosystem: 'npm', name: '\uD800' }, 'unusable-name'],
    [{ ecosystem: 'npm', name: 'x'.repeat(1_000) }, 'unusable-name'],
    [{ ecosystem: 'Red Hat:enterprise_linux:9::baseos', name: 'openssl-debuginfo' }, 'debug-symbols'],
    [{ ecosystem: 'AlmaLinux:9', name: 'kernel-debuginfo-common' }, 'debug-symbols'],
  ])('rejects %j with the reason %s', (named, reason) => {
    expect(parseAffectedPackage(named)).toBe(reason);
  });

  it.each(['Wolfi', 'Chainguard', 'MinimOS'])('accepts %s, a rolling distribution, without a release', (ecosystem) => {
    expect(parseAffectedPackage({ ecosystem, name: 'curl' })).toMatchObject({
      family: ecosystem,
      release: '',
      name: 'curl',
    });
  });

  it.each(ECOSYSTEMS)('accepts a package of $family', ({ family, distribution }) => {
    const ecosystem = distribution === undefined ? family : `${family}:9`;

    expect(parseAffectedPackage({ ecosystem, name: 'a' })).toMatchObject({ family, name: 'a' });
  });
});

const MODULE_BUILD = '1:12.22.12-1.module+el8.6.0+15324+1f2c5d8d';

describe('modulesOf', () => {
  it.each([
    ['Important: nodejs:12 security update', ['nodejs:12']],
    ['Red Hat Security Advisory: virt:rhel and virt-devel:rhel security update', ['virt-devel:rhel', 'virt:rhel']],
    [
      'Moderate: pki-core:10.6 and pki-deps:10.6 security, bug fix, and enhancement update',
      ['pki-core:10.6', 'pki-deps:10.6'],
    ],
    ['container-tools:rhel8, go-toolset:rhel8 update', ['container-tools:rhel8', 'go-toolset:rhel8']],
    ['idm:DL1 update, and again idm:DL1', ['idm:DL1']],
    ['ALSA-2022:5468: php:8.0 security update (Important)', ['php:8.0']],
    ['Important: go-toolset:Rocky Linux8 security update', ['go-toolset:rhel8']],
    ['Important: varnish security update', []],
    ['', []],
  ])('finds the streams in "%s"', (title, modules) => {
    expect(readBuild(title, MODULE_BUILD)?.modules).toEqual(modules);
  });

  it('ignores the title of an update that is not built as a module', () => {
    expect(readBuild('Important: nodejs:12 security update', '1:12.22.12-1.el8')).not.toHaveProperty('modules');
  });
});

function readBuild(summary: string, fixed: string): ReturnType<typeof readAdvisory>['affected'][number] | undefined {
  const events = [{ introduced: '0' }, { fixed }];
  const ranges = [{ type: 'ECOSYSTEM', events }];
  const affected = [anAffected({ ecosystem: 'Red Hat:enterprise_linux:8::appstream', name: 'nodejs', ranges })];
  return readAdvisory({ ...anOsvRecord({ id: 'RHSA-2022:0001', affected }), summary }).affected[0];
}
