import { describe, expect, it } from 'vitest';
import { anSsvc, aSubject, KEV, type SubjectChanges } from '../../../../test/support/subjects.ts';
import type { CvssRating } from '../../advisory/advisory.ts';
import { findGuards } from './guards.ts';

const rated = (...scores: readonly number[]): readonly CvssRating[] =>
  scores.map((score) => ({ version: '3.1', vector: '', score }));

describe('findGuards', () => {
  it.each<[string, SubjectChanges, readonly string[]]>([
    ['nothing', {}, []],
    ['G1', { vulnerability: { kev: KEV } }, ['known-exploited']],
    ['G2', { vulnerability: { ssvc: anSsvc({ exploitation: 'active' }) } }, ['exploitation-active']],
    ['not G2 by a public exploit', { vulnerability: { ssvc: anSsvc({ exploitation: 'poc' }) } }, []],
    ['G3', { vulnerability: { cvss: rated(9) } }, ['critical']],
    ['not G3 below it', { vulnerability: { cvss: rated(8.9) } }, []],
    ['G3 by the worst of all ratings', { vulnerability: { cvss: rated(3.1, 9.8, 5) } }, ['critical']],
    ['G3 by a label', { vulnerability: { severity: 'critical', cvss: rated(5) } }, ['critical']],
    ['not G3 by another label', { vulnerability: { severity: 'high' } }, []],
    ['G4', { vulnerability: { epss: { score: 0.1 } } }, ['likely-exploited']],
    ['not G4 below it', { vulnerability: { epss: { score: 0.09 } } }, []],
    ['G5', { match: { class: 'malicious' } }, ['malicious']],
    [
      'all of them, in their order',
      {
        vulnerability: {
          kev: KEV,
          ssvc: anSsvc({ exploitation: 'active' }),
          cvss: rated(9.8),
          epss: { score: 0.9 },
        },
        match: { class: 'malicious' },
      },
      ['known-exploited', 'exploitation-active', 'critical', 'likely-exploited', 'malicious'],
    ],
  ])('returns %s', (_, changes, guards) => {
    expect(findGuards(aSubject(changes))).toEqual(guards);
  });

  it('applies the thresholds, but always guards known-exploited, malicious and unrated critical findings', () => {
    const none = { cvss: 11, epss: 2 };
    const vulnerability = { severity: 'critical', cvss: rated(9.8), epss: { score: 0.9 } } as const;

    expect(findGuards(aSubject({ vulnerability }), none)).toEqual([]);
    expect(findGuards(aSubject({ vulnerability: { severity: 'critical' } }), none)).toEqual(['critical']);
    expect(findGuards(aSubject({ vulnerability: { kev: KEV }, match: { class: 'malicious' } }), none)).toEqual([
      'known-exploited',
      'malicious',
    ]);
    expect(findGuards(aSubject({ vulnerability: { cvss: rated(7) } }), { cvss: 7, epss: 0.1 })).toEqual(['critical']);
  });
});
