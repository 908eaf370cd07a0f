import { describe, expect, it } from 'vitest';
import { anAffected, anOsvRecord, readAdvisory } from '../../../test/support/advisories.ts';
import { matchProjection, severityProjection, distinctEntries, neededVersions } from './entries.ts';
import fc from 'fast-check';
import { createEntryTest } from '../match/test-entry.ts';
import { schemeFor } from '../versions/schemes/scheme-for.ts';
import type { AffectedEntry } from './advisory.ts';

const RECORD = anOsvRecord({
  aliases: ['CVE-2024-1000', 'CVE-2024-2000'],
  summary: 'A flaw',
  severity: [{ type: 'CVSS_V3', score: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H' }],
  affected: [anAffected({ versions: ['1.0.0', '1.1.0'] }), anAffected({ name: 'right-pad' })],
});

describe('matchProjection', () => {
  it.each([
    ['the text', { summary: 'Another text', details: 'More' }],
    ['the time of modification', { modified: '2026-01-01T00:00:00Z' }],
    ['the references', { references: [{ url: 'https://example.com' }] }],
    ['the severity', { severity: [] }],
    ['a related id', { related: ['CVE-2020-1000'] }],
    ['the order of the aliases', { aliases: ['CVE-2024-2000', 'CVE-2024-1000'] }],
    [
      'the order of packages and versions',
      { affected: [anAffected({ name: 'right-pad' }), anAffected({ versions: ['1.1.0', '1.0.0'] })] },
    ],
  ])('stays the same when %s changes', (_case, changes) => {
    expect(projectionOf({ ...RECORD, ...changes })).toBe(projectionOf(RECORD));
  });

  it.each([
    ['an alias', { aliases: ['CVE-2024-1000'] }],
    ['an upstream id', { upstream: ['CVE-2024-3000'] }],
    ['its withdrawal', { withdrawn: '2025-01-01T00:00:00Z' }],
    ['a package', { affected: [anAffected({ versions: ['1.0.0', '1.1.0'] })] }],
    [
      'a bound',
      {
        affected: [
          anAffected({ versions: ['1.0.0', '1.1.0'], events: [{ introduced: '0' }] }),
          anAffected({ name: 'right-pad' }),
        ],
      },
    ],
    ['a listed version', { affected: [anAffected({ versions: ['1.0.0'] }), anAffected({ name: 'right-pad' })] }],
    [
      'an urgency',
      {
        affected: [
          anAffected({ versions: ['1.0.0', '1.1.0'], ecosystem_specific: { urgency: 'low' } }),
          anAffected({ name: 'right-pad' }),
        ],
      },
    ],
  ])('differs when %s changes', (_case, changes) => {
    expect(projectionOf({ ...RECORD, ...changes })).not.toBe(projectionOf(RECORD));
  });

  it('is short for an entry that has only windows', () => {
    const record = anOsvRecord({ affected: [anAffected()] });

    expect(projectionOf(record)).toBe(
      JSON.stringify([
        'GHSA-aaaa-bbbb-cccc',
        'vulnerability',
        null,
        [],
        [],
        ['["npm","","left-pad","semver",[[null,"2.0.0",null]],[],[],null,null]'],
      ]),
    );
  });

  const SUSE = { ecosystem: 'SUSE:Linux Enterprise Server 15 SP3' };
  const GO = { ecosystem: 'Go', events: [{ introduced: '0' }] };
  const custom_ranges = [{ type: 'ECOSYSTEM', events: [{ introduced: '0' }, { fixed: '1.0.0' }] }];

  it.each([
    ['the channel', SUSE, { ecosystem: 'SUSE:Linux Enterprise Server 15 SP3-LTSS' }],
    ['the fix of a binary package', SUSE, { ...SUSE, ecosystem_specific: { binaries: [{ a: '3' }] } }],
    ['a window beside the tags', GO, { ...GO, ecosystem_specific: { custom_ranges } }],
    [
      'the imported packages',
      { ecosystem: 'Go' },
      { ecosystem: 'Go', ecosystem_specific: { imports: [{ path: 'a' }] } },
    ],
  ])('differs when %s changes', (_case, before, after) => {
    const of = (members: Parameters<typeof anAffected>[0]): string =>
      projectionOf(anOsvRecord({ affected: [anAffected(members)] }));

    expect(of(after)).not.toBe(of(before));
  });

  it('does not depend on the order of binary packages', () => {
    const of = (...binaries: object[]): string =>
      projectionOf(anOsvRecord({ affected: [anAffected({ ...SUSE, ecosystem_specific: { binaries } })] }));

    expect(of({ a: '3' }, { b: '4' })).toBe(of({ b: '4', a: '3' }));
  });
});

describe('severityProjection', () => {
  it('changes with a rating, but not with the text', () => {
    const before = severityProjection(readAdvisory(RECORD));

    expect(severityProjection(readAdvisory({ ...RECORD, summary: 'Another text' }))).toBe(before);
    expect(severityProjection(readAdvisory({ ...RECORD, severity: [] }))).not.toBe(before);
  });
});

function projectionOf(record: unknown): string {
  return matchProjection(readAdvisory(record));
}

function namesOf(affected: readonly Record<string, unknown>[]): string[] {
  const { affected: entries } = readAdvisory(anOsvRecord({ affected }));
  return distinctEntries(entries).map(({ release, name, channel }) => [release, name, channel].join(' ').trim());
}

const PART = {
  ecosystem: 'Red Hat:enterprise_linux:9::baseos',
  name: 'bash',
  events: [{ introduced: '0' }, { fixed: '5.1-1' }],
};

describe('distinctEntries', () => {
  it('keeps one entry for a package listed in several repositories of a release', () => {
    const other = { ...PART, ecosystem: 'Red Hat:enterprise_linux:9::appstream' };

    expect(namesOf([anAffected(PART), anAffected(other), anAffected({ ...PART, name: 'bash-doc' })])).toEqual([
      '9 bash',
      '9 bash-doc',
    ]);
  });

  it.each([
    ['another bound', { events: [{ introduced: '0' }, { fixed: '5.1-2' }] }],
    ['another channel', { ecosystem: 'Red Hat:rhel_eus:9.2::baseos' }],
    ['another release', { ecosystem: 'Red Hat:enterprise_linux:8::baseos' }],
    ['listed versions', { versions: ['5.0-1'] }],
  ])('keeps entries apart that differ by %s', (_what, changes) => {
    expect(namesOf([anAffected(PART), anAffected({ ...PART, ...changes })])).toHaveLength(2);
  });

  it('ignores the order of the listed versions', () => {
    expect(namesOf([anAffected({ versions: ['1', '2'] }), anAffected({ versions: ['2', '1'] })])).toHaveLength(1);
  });
});

const BELOW_2 = [{ introduced: undefined, fixed: '2.0', lastAffected: undefined }];

function anEntry(changes: Partial<AffectedEntry> = {}): AffectedEntry {
  return {
    family: 'Debian',
    release: '12',
    name: 'openssl',
    scheme: 'debian',
    windows: BELOW_2,
    versions: ['1.0-1', '1.9-1', '2.0-1', '3.0-1'],
    problems: [],
    lastKnownAffected: undefined,
    urgency: undefined,
    ...changes,
  };
}

describe('neededVersions', () => {
  it('returns the versions outside of every window', () => {
    expect(neededVersions(anEntry(), 'vulnerability')).toEqual(['2.0-1', '3.0-1']);
  });

  it('returns texts that are not valid versions', () => {
    expect(neededVersions(anEntry({ versions: ['1.0-1', 'not a version'] }), 'vulnerability')).toEqual([
      'not a version',
    ]);
  });

  it.each<[string, Partial<AffectedEntry>]>([
    ['there is no window', { windows: [] }],
    ['a last known affected version is stated', { lastKnownAffected: '<= 1.9-1' }],
    ['a version may be invalid', { scheme: 'semver', versions: ['1.0.0', '1.0.0.1'] }],
    ['parts of a version may be ignored', { scheme: 'pep440', versions: ['1.0', '1.0+cpu'] }],
    ['epochs may be ignored', { scheme: 'rpm' }],
  ])('returns all versions if %s', (_, changes) => {
    const entry = anEntry(changes);

    expect(neededVersions(entry, 'vulnerability')).toBe(entry.versions);
  });

  it('returns all versions of a malware record', () => {
    const entry = anEntry();

    expect(neededVersions(entry, 'malicious')).toBe(entry.versions);
  });
});

describe('matching with the needed versions', () => {
  const texts = fc.constantFrom('0', '1', '1.0', '1.0-1', '1.0-2', '1.2', '1.10', '2.0', '2.0-0', '2.0.1', '3', 'x y');
  const readable = texts.filter((text) => schemeFor('debian').parse(text) !== undefined);
  const optional = fc.option(readable, { nil: undefined });
  const window = fc.record({ introduced: optional, fixed: optional, lastAffected: optional });
  const entries = fc
    .record({
      scheme: fc.constantFrom<AffectedEntry['scheme'][]>(
        'debian',
        'apk',
        'maven',
        'rubygems',
        'nuget',
        'rpm',
        'semver',
      ),
      windows: fc.array(window, { maxLength: 3 }),
      versions: fc.array(texts, { maxLength: 5 }),
      lastKnownAffected: fc.constantFrom(undefined, undefined, '<= 1.2', '< 2.0'),
    })
    .map(anEntry);

  it('gives the same result as matching with all versions', () => {
    fc.assert(
      fc.property(
        entries,
        fc.constantFrom('vulnerability' as const, 'malicious' as const),
        texts,
        (entry, kind, text) => {
          const needed = { ...entry, versions: neededVersions(entry, kind) };

          expect(answer(needed, kind, text)).toEqual(answer(entry, kind, text));
        },
      ),
      { numRuns: 2_000 },
    );
  });
});

function answer(entry: AffectedEntry, kind: 'vulnerability' | 'malicious', text: string): unknown {
  return createEntryTest()({ entry, class: kind }, text);
}
