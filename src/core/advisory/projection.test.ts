import { describe, expect, it } from 'vitest';
import { anAffected, anOsvRecord, readAdvisory } from '../../../test/support/advisories.ts';
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
    ['what it covers', { upstream: ['CVE-2024-3000'] }],
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
});

describe('severityProjection', () => {
  it('differs when a rating changes, and not when the text does', () => {
    const before = severityProjection(readAdvisory(RECORD));

    expect(severityProjection(readAdvisory({ ...RECORD, summary: 'Another text' }))).toBe(before);
    expect(severityProjection(readAdvisory({ ...RECORD, severity: [] }))).not.toBe(before);
  });
});

function projectionOf(record: unknown): string {
  return matchProjection(readAdvisory(record));
}
