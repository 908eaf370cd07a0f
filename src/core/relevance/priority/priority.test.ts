import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { aProfile } from '../../../../test/support/subjects.ts';
import type { CvssRating } from '../../advisory/advisory.ts';
import type { KevFacts, SsvcFacts } from '../../advisory/enrichment/enrichment.ts';
import { bandOf, boundsOf, prioritize, RISK_MODEL, type PriorityFacts } from './priority.ts';
import type { Severity } from '../../vocabulary/severity.ts';

const KEV: KevFacts = { dateAdded: '2024-01-31', dueDate: null, ransomware: false, name: null, action: null };

function anSsvc(exploitation: SsvcFacts['exploitation']): SsvcFacts {
  return { exploitation, automatable: null, technicalImpact: null, at: null };
}

function aRating(score: number, version: CvssRating['version'] = '3.1'): CvssRating {
  return { version, vector: `CVSS:${version}/${score}`, score };
}

interface Given extends Partial<Omit<PriorityFacts['vulnerability'], 'epss'>> {
  readonly epss?: number;
  readonly relevance?: PriorityFacts['relevance'];
  readonly class?: PriorityFacts['class'];
  /** Fields of each profile. */
  readonly profiles?: readonly Readonly<Record<string, unknown>>[];
}

function riskOf({ epss, relevance = 'relevant', class: kind = 'vulnerability', profiles = [], ...known }: Given) {
  return prioritize({
    class: kind,
    relevance,
    profiles: profiles.map((fields, index) => aProfile({ name: `p${index}`, fields })),
    vulnerability: {
      severity: 'unknown',
      cvss: [],
      kev: null,
      ssvc: null,
      ...known,
      epss: epss === undefined ? null : { score: epss },
    },
  });
}

describe('prioritize', () => {
  it.each<[string, Given, number, string]>([
    ['9.8, known exploited', { cvss: [aRating(9.8)], kev: KEV }, 98, 'P0'],
    ['9.8, nothing else known', { cvss: [aRating(9.8)] }, 59.8, 'P2'],
    ['9.8, exploited according to SSVC', { cvss: [aRating(9.8)], ssvc: anSsvc('active') }, 98, 'P0'],
    ['3.1, exploited according to SSVC, without effect', { cvss: [aRating(3.1)], ssvc: anSsvc('active') }, 31, 'P3'],
    ['3.1, known exploited', { cvss: [aRating(3.1)], kev: KEV }, 80, 'P0'],
    ['3.1, known exploited, deprioritized', { cvss: [aRating(3.1)], kev: KEV, relevance: 'deprioritized' }, 15.5, 'P3'],
    ['3.1, known exploited, not relevant', { cvss: [aRating(3.1)], kev: KEV, relevance: 'not_relevant' }, 0, 'P4'],
    ['7.5, EPSS 0.01', { cvss: [aRating(7.5)], epss: 0.01 }, 50.6, 'P2'],
    ['9.8, EPSS 0.001', { cvss: [aRating(9.8)], epss: 0.001 }, 50.2, 'P2'],
    ['medium by label, EPSS 0.0001', { severity: 'medium', epss: 0.0001 }, 19.3, 'P3'],
    ['EPSS of next to nothing', { severity: 'medium', epss: 0 }, 19.3, 'P3'],
    ['EPSS of certainty', { cvss: [aRating(10)], epss: 1 }, 100, 'P0'],
    ['a public exploit without EPSS', { cvss: [aRating(10)], ssvc: anSsvc('poc') }, 67.5, 'P1'],
    ['a public exploit below EPSS', { cvss: [aRating(10)], ssvc: anSsvc('poc'), epss: 0.5 }, 95.1, 'P0'],
    ['a public exploit above EPSS', { cvss: [aRating(10)], ssvc: anSsvc('poc'), epss: 0.0001 }, 67.5, 'P1'],
    ['no exploit known', { cvss: [aRating(10)], ssvc: anSsvc('none') }, 61, 'P1'],
    ['deprioritized', { cvss: [aRating(9.8)], relevance: 'deprioritized' }, 29.9, 'P3'],
    ['malicious, without a severity', { class: 'malicious' }, 80, 'P0'],
    ['matched by name only, known exploited', { class: 'possible', cvss: [aRating(9.8)], kev: KEV }, 49, 'P2'],
    [
      'matched by name only, dismissed',
      { class: 'possible', cvss: [aRating(9.8)], relevance: 'not_relevant' },
      0,
      'P4',
    ],
    ['malicious, dismissed by a decision', { class: 'malicious', relevance: 'not_relevant' }, 0, 'P4'],
  ])('%s', (_, given, risk, band) => {
    expect(riskOf(given)).toMatchObject({ risk, band, riskModel: RISK_MODEL });
  });

  it.each<[Severity, number]>([
    ['critical', 0.95],
    ['high', 0.8],
    ['medium', 0.55],
    ['low', 0.25],
    ['unknown', 0.55],
    ['none', 0],
  ])('rates the label %s as %s without a CVSS rating', (severity, value) => {
    expect(riskOf({ severity }).reasons[0]).toMatchObject({ factor: 'severity', value, from: severity });
  });

  it('uses the newest CVSS version whatever the other ratings are', () => {
    const cvss = [aRating(10, '2.0'), aRating(9.8, '3.0'), aRating(5.3, '4.0'), aRating(9.1, '3.1')];

    for (const ratings of [cvss, cvss.toReversed()])
      expect(riskOf({ cvss: ratings, severity: 'critical' }).reasons[0]).toMatchObject({ code: 'cvss', value: 0.53 });
  });

  it('returns every factor with its origin', () => {
    expect(riskOf({ cvss: [aRating(3.1)], kev: KEV }).reasons).toEqual([
      { factor: 'severity', code: 'cvss', value: 0.31, from: 'CVSS:3.1/3.1' },
      { factor: 'threat', code: 'known-exploited', value: 1, from: '2024-01-31' },
      { factor: 'exposure', code: 'exposure-unknown', value: 1, from: null },
      { factor: 'relevance', code: 'relevant', value: 1, from: null },
      { factor: 'floor', code: 'known-exploited', value: 80, from: '2024-01-31' },
    ]);
    expect(riskOf({}).reasons.map(({ code }) => code)).toContain('epss-missing');
  });

  it.each([
    [100, 'P0'],
    [80, 'P0'],
    [79.9, 'P1'],
    [60, 'P1'],
    [59.9, 'P2'],
    [35, 'P2'],
    [34.9, 'P3'],
    [15, 'P3'],
    [14.9, 'P4'],
    [0, 'P4'],
  ])('assigns the risk %s to the band %s', (risk, band) => {
    expect(bandOf(risk)).toBe(band);
  });

  it('puts every risk inside the bounds of its band', () => {
    for (let risk = 0; risk <= 100; risk += 0.5) {
      const { from, below } = boundsOf(bandOf(risk));
      expect(risk >= from && risk < below).toBe(true);
    }
  });
});

const V98 = 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H';
const V75 = 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:N/I:N/A:H';
const LOCAL = 'CVSS:3.1/AV:L/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H';
const NEAR = 'CVSS:3.1/AV:A/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H';
const rated = (vector: string, score: number): readonly CvssRating[] => [{ version: '3.1', vector, score }];
const INTERNAL = { 'exposure.reach': 'internal' };
const INTERNET = { 'exposure.reach': 'internet', 'exposure.unauthenticatedSurface': 'yes' };
const BEHIND = { 'exposure.reach': 'internet', 'exposure.unauthenticatedSurface': 'no' };

describe('prioritize with profiles', () => {
  it.each<[string, Given, number, string, string]>([
    [
      '9.8, known exploited, internet',
      { cvss: rated(V98, 9.8), kev: KEV, profiles: [INTERNET] },
      98,
      'cvss-in-context',
      'exposure-internet',
    ],
    ['9.8, nothing known', { cvss: rated(V98, 9.8) }, 59.8, 'cvss', 'exposure-unknown'],
    [
      '7.5, EPSS 0.01, internet with a password',
      { cvss: rated(V75, 7.5), epss: 0.01, profiles: [BEHIND] },
      43,
      'cvss',
      'exposure-internet-authenticated',
    ],
    [
      '9.8, internal, EPSS 0.001',
      { cvss: rated(V98, 9.8), epss: 0.001, profiles: [INTERNAL] },
      45.1,
      'cvss-in-context',
      'exposure-in-score',
    ],
    [
      'medium by label, EPSS 0.0001, on the host',
      { severity: 'medium', epss: 0.0001, profiles: [{ 'exposure.reach': 'host-only' }] },
      6.7,
      'severity-label',
      'exposure-host-only',
    ],
    ['3.1, known exploited', { cvss: [aRating(3.1)], kev: KEV, profiles: [INTERNAL] }, 80, 'cvss', 'exposure-internal'],
    ['local, internal', { cvss: rated(LOCAL, 8.4), epss: 1, profiles: [INTERNAL] }, 84, 'cvss', 'attack-not-remote'],
    [
      'from the adjacent network, internal',
      { cvss: rated(NEAR, 8.8), epss: 1, profiles: [INTERNAL] },
      52.8,
      'cvss',
      'exposure-internal',
    ],
    [
      'internal in one profile only',
      { cvss: rated(V98, 9.8), epss: 1, profiles: [INTERNAL, {}] },
      98,
      'cvss',
      'exposure-unknown',
    ],
    [
      'internal and for partners',
      { cvss: rated(V98, 9.8), epss: 1, profiles: [INTERNAL, { 'exposure.reach': 'partner' }] },
      73.5,
      'cvss',
      'exposure-partner',
    ],
    [
      'high availability requirement',
      { cvss: rated(V75, 7.5), epss: 1, profiles: [{ ...INTERNET, 'data.availabilityReq': 'H' }] },
      93,
      'cvss-in-context',
      'exposure-internet',
    ],
    [
      '2.0, without a contextual score',
      {
        cvss: [{ version: '2.0', vector: 'AV:N/AC:L/Au:N/C:P/I:P/A:P', score: 7.5 }],
        epss: 1,
        kev: null,
        profiles: [INTERNAL],
      },
      45,
      'cvss',
      'exposure-internal',
    ],
  ])('%s', (_, given, risk, severity, exposure) => {
    const priority = riskOf(given);

    expect(priority.risk).toBe(risk);
    expect([priority.reasons[0]?.code, priority.reasons[2]?.code]).toEqual([severity, exposure]);
  });

  it('returns the contextual vector', () => {
    expect(riskOf({ cvss: rated(V98, 9.8), ssvc: anSsvc('poc'), profiles: [INTERNAL] }).contextual).toEqual({
      version: '3.1',
      vector: `${V98}/E:P/MAV:A`,
      score: 8.3,
    });
    expect(riskOf({ cvss: rated(V98, 9.8) }).contextual).toBeNull();
  });
});

describe('the risk', () => {
  const SCORE = fc.integer({ min: 0, max: 100 }).map((tenths) => tenths / 10);
  const PROBABILITY = fc.double({ min: 0, max: 1, noNaN: true });
  const GIVEN = fc.record({
    cvss: SCORE.map((score) => [aRating(score)]),
    epss: PROBABILITY,
    kev: fc.constantFrom(null, KEV),
    ssvc: fc.constantFrom(null, anSsvc('none'), anSsvc('poc'), anSsvc('active')),
    relevance: fc.constantFrom('relevant' as const, 'deprioritized' as const, 'not_relevant' as const),
  });

  it('is between 0 and 100, with one decimal', () => {
    fc.assert(
      fc.property(GIVEN, (given) => {
        const { risk } = riskOf(given);

        expect(risk).toBeGreaterThanOrEqual(0);
        expect(risk).toBeLessThanOrEqual(100);
        expect(Math.round(risk * 10) / 10).toBe(risk);
      }),
    );
  });

  it('has reasons with hyphenated codes', () => {
    fc.assert(
      fc.property(GIVEN, (given) => {
        for (const { code } of riskOf(given).reasons) expect(code).toMatch(/^[a-z]+(-[a-z]+)*$/);
      }),
    );
  });

  it.each<[string, (given: Given, more: number) => Given]>([
    ['score', (given, more) => ({ ...given, cvss: [aRating(Math.min(10, (given.cvss?.[0]?.score ?? 0) + more))] })],
    ['probability', (given, more) => ({ ...given, epss: Math.min(1, (given.epss ?? 0) + more) })],
    ['exploitation', (given) => ({ ...given, kev: KEV })],
    ['activity', (given) => ({ ...given, ssvc: anSsvc('active') })],
    ['relevance', (given) => ({ ...given, relevance: 'relevant' })],
    ['malice', (given) => ({ ...given, class: 'malicious' })],
  ])('never decreases with more %s', (_, raise) => {
    fc.assert(
      fc.property(GIVEN, PROBABILITY, (given, more) => {
        expect(riskOf(raise(given, more)).risk).toBeGreaterThanOrEqual(riskOf(given).risk);
      }),
    );
  });
});
