import { describe, expect, it } from 'vitest';
import { anSsvc, aProfile, KEV } from '../../../../test/support/subjects.ts';
import type { CvssRating } from '../../advisory/advisory.ts';
import { decideDeadline, dueAt, updateDueDate, type DeadlineFacts } from './deadline.ts';

const NOTHING: DeadlineFacts['vulnerability'] = { severity: 'unknown', cvss: [], kev: null, epss: null, ssvc: null };
const INTERNAL = [aProfile({ fields: { 'exposure.reach': 'internal' } })];
const INTERNET = [aProfile({ fields: { 'exposure.reach': 'internet' } })];

const rated = (version: CvssRating['version'], vector: string): CvssRating => ({ version, vector, score: 5 });

describe('the deadline table', () => {
  it.each([
    [false, false, false, 'partial', null, false],
    [false, false, false, 'total', null, false],
    [false, false, true, 'partial', 60, false],
    [false, false, true, 'total', 60, false],
    [false, true, false, 'partial', 60, false],
    [false, true, false, 'total', 14, false],
    [false, true, true, 'partial', 14, false],
    [false, true, true, 'total', 3, false],
    [true, false, false, 'partial', 14, false],
    [true, false, false, 'total', 14, false],
    [true, false, true, 'partial', 14, false],
    [true, false, true, 'total', 3, true],
    [true, true, false, 'partial', 14, false],
    [true, true, false, 'total', 3, true],
    [true, true, true, 'partial', 3, false],
    [true, true, true, 'total', 3, true],
  ] as const)(
    'returns the term: in KEV %s, exposed %s, automatable %s, %s: %s days, forensics %s',
    (inKev, exposed, automatable, technicalImpact, days, forensics) => {
      const ssvc = anSsvc({ automatable, technicalImpact });
      const vulnerability = { ...NOTHING, kev: inKev ? KEV : null, ssvc };

      expect(decideDeadline({ vulnerability, profiles: exposed ? INTERNET : INTERNAL })).toEqual({
        days,
        forensics,
        row: { inKev, exposed, automatable, technicalImpact },
        derived: [],
      });
    },
  );
});

describe('decideDeadline without SSVC', () => {
  it.each<[string, Partial<DeadlineFacts['vulnerability']>, boolean, string]>([
    ['nothing known', {}, false, 'partial'],
    ['a label of high', { severity: 'high' }, false, 'total'],
    ['a label of critical', { severity: 'critical' }, false, 'total'],
    ['a label of medium', { severity: 'medium' }, false, 'partial'],
    ['the worst of 3.1', { cvss: [rated('3.1', 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H')] }, true, 'total'],
    ['3.1 with rights', { cvss: [rated('3.1', 'CVSS:3.1/AV:N/AC:L/PR:L/UI:N/S:U/C:H/I:H/A:H')] }, false, 'total'],
    [
      '3.1 with user interaction',
      { cvss: [rated('3.1', 'CVSS:3.1/AV:N/AC:L/PR:N/UI:R/S:U/C:H/I:L/A:H')] },
      false,
      'partial',
    ],
    ['3.1 from near', { cvss: [rated('3.1', 'CVSS:3.1/AV:A/AC:L/PR:N/UI:N/S:U/C:N/I:N/A:H')] }, false, 'partial'],
    ['3.0 with luck', { cvss: [rated('3.0', 'CVSS:3.0/AV:N/AC:H/PR:N/UI:N/S:U/C:H/I:H/A:N')] }, false, 'total'],
    [
      '4.0 with automatable no',
      { cvss: [rated('4.0', 'CVSS:4.0/AV:N/AC:L/AT:N/PR:N/UI:N/VC:H/VI:H/VA:H/SC:N/SI:N/SA:N/AU:N')] },
      false,
      'total',
    ],
    [
      '4.0 with automatable yes',
      { cvss: [rated('4.0', 'CVSS:4.0/AV:N/AC:H/AT:N/PR:N/UI:N/VC:L/VI:H/VA:H/SC:N/SI:N/SA:N/AU:Y')] },
      true,
      'partial',
    ],
    ['2.0', { cvss: [rated('2.0', 'AV:N/AC:L/Au:N/C:C/I:C/A:C')] }, true, 'total'],
    ['2.0 in part', { cvss: [rated('2.0', 'AV:N/AC:L/Au:S/C:P/I:C/A:C')] }, false, 'partial'],
  ])('derives automatable and technical impact from %s', (_, known, automatable, technicalImpact) => {
    expect(decideDeadline({ vulnerability: { ...NOTHING, ...known } })).toMatchObject({
      row: { automatable, technicalImpact, exposed: true },
      derived: ['exposed', 'automatable', 'technicalImpact'],
    });
  });

  it('lists each derived input', () => {
    const vulnerability = { ...NOTHING, ssvc: anSsvc({ automatable: false }) };

    expect(decideDeadline({ vulnerability, profiles: INTERNAL }).derived).toEqual(['technicalImpact']);
  });
});

describe('dueAt and followDeadline', () => {
  const firstSeenAt = '2026-01-01T00:00:00.000Z';
  const now = '2026-01-31T00:00:00.000Z';

  it('adds the days to the start time', () => {
    expect(dueAt(14, '2026-02-20T08:00:00.000Z')).toBe('2026-03-06T08:00:00.000Z');
    expect(dueAt(14, '2024-01-31')).toBe('2024-02-14T00:00:00.000Z');
    expect(dueAt(null, firstSeenAt)).toBeNull();
  });

  it.each<[string, number | null, { days: number | null; dueAt: string | null } | undefined, string | null]>([
    ['the first time', 14, undefined, '2026-01-15T00:00:00.000Z'],
    ['the same again', 14, { days: 14, dueAt: '2026-01-20T00:00:00.000Z' }, '2026-01-20T00:00:00.000Z'],
    ['stricter, from now', 3, { days: 60, dueAt: '2026-03-02T00:00:00.000Z' }, '2026-02-03T00:00:00.000Z'],
    ['stricter, yet not later', 14, { days: 60, dueAt: '2026-02-01T00:00:00.000Z' }, '2026-02-01T00:00:00.000Z'],
    ['stricter than an upgrade', 14, { days: null, dueAt: null }, '2026-02-14T00:00:00.000Z'],
    ['relaxed, from the beginning', 60, { days: 3, dueAt: '2026-02-03T00:00:00.000Z' }, '2026-03-02T00:00:00.000Z'],
    ['relaxed, yet not earlier', 14, { days: 3, dueAt: '2026-02-03T00:00:00.000Z' }, '2026-02-03T00:00:00.000Z'],
    ['relaxed to an upgrade', null, { days: 3, dueAt: '2026-02-03T00:00:00.000Z' }, null],
  ])('follows the table: %s', (_, days, previous, expected) => {
    expect(updateDueDate(days, { firstSeenAt, now, ...(previous && { previous }) })).toBe(expected);
  });
});
