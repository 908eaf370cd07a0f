import { describe, expect, it } from 'vitest';
import { anAffected, anOsvRecord, readAdvisory } from '../../../../test/support/advisories.ts';
import { matchProjection, severityProjection } from './projection.ts';

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
