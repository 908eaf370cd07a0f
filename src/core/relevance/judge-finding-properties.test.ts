/**
 * Invariants for arbitrary opinions: the order does not matter, no opinion is removed, and heuristics never hide a guarded
 * finding.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { aPlace, anOpinion, aProfile, aRuntime, anSsvc, aSubject, KEV } from '../../../test/support/subjects.ts';
import { foldOpinions } from './opinions/fold-opinions.ts';
import { findGuards } from './opinions/guards.ts';
import { judgeFinding } from './judge-finding.ts';
import type { Opinion } from './opinions/opinion.ts';
import type { Subject } from './subject/subject.ts';
import { EFFECTS } from '../vocabulary/relevance.ts';
import { COMPONENT_SCOPES } from '../vocabulary/sbom.ts';

const TIME = fc.constantFrom('2026-01-01T00:00:00.000Z', '2026-02-01T00:00:00.000Z', '2026-03-01T00:00:00Z');

const OPINION: fc.Arbitrary<Opinion> = fc
  .record({
    kind: fc.constantFrom('human' as const, 'vex' as const, 'rule' as const, 'ai' as const),
    effect: fc.constantFrom(...EFFECTS),
    class: fc.constantFrom('fact' as const, 'heuristic' as const),
    actor: fc.constantFrom('a', 'b', 'c'),
    at: TIME,
    trust: fc.constantFrom('organization' as const, 'supplier' as const, 'none' as const),
    scope: fc.constantFrom('version' as const, 'service' as const, 'organization' as const),
    applies: fc.boolean(),
    label: fc.constantFrom(null, 'mitigated' as const, 'not_observed' as const),
    code: fc.constantFrom('one', 'two', 'malicious'),
  })
  .map((changes) => anOpinion(changes));
const OPINIONS = fc.array(OPINION, { maxLength: 8 });
const MACHINES = fc.array(
  OPINION.filter(({ kind, effect }) => (kind === 'rule' || kind === 'ai') && effect !== 'confirm'),
  { maxLength: 8 },
);

const PLATFORM = fc.constantFrom(
  { os: [], arch: [] },
  { os: ['linux'], arch: ['amd64'] },
  { os: ['windows'], arch: [] },
);
const PLACE = fc
  .record({
    sbomId: fc.constantFrom('a', 'b', 'c'),
    image: fc.constantFrom(null, 'app:1'),
    scope: fc.constantFrom(...COMPONENT_SCOPES),
    inGraph: fc.constantFrom(null, true, false),
    files: fc.constantFrom([], ['/a'], ['/a', '/b']),
    platform: PLATFORM,
    document: fc.record({ isContainer: fc.boolean(), kind: fc.constantFrom('source' as const, 'deployed' as const) }),
  })
  .map(aPlace);
const PROFILE = fc
  .record({
    name: fc.constantFrom('a', 'b', 'c'),
    fields: fc.record(
      {
        'exposure.reach': fc.constantFrom('internet', 'internal', 'none'),
        'runtime.os': fc.constantFrom('linux', 'windows'),
        'data.availabilityReq': fc.constantFrom('H', 'M', 'L'),
      },
      { requiredKeys: [] },
    ),
    runtime: fc.constantFrom(aRuntime(['file:/a', 'file:/b', 'exec']), aRuntime(['file:/a']), aRuntime([], 'unknown')),
    observations: fc.constantFrom(
      [],
      [{ image: 'app:1', from: '2026-01-01', to: '2026-02-01', hasObserved: (path: string) => path === '/b' }],
    ),
  })
  .map(aProfile);
const SUBJECT: fc.Arbitrary<Subject> = fc
  .record({
    vulnerability: fc.record({
      severity: fc.constantFrom('critical' as const, 'medium' as const, 'unknown' as const),
      cwes: fc.constantFrom([], ['CWE-78'], ['CWE-506']),
      kev: fc.constantFrom(null, KEV),
      epss: fc.constantFrom(null, { score: 0.01 }, { score: 0.5 }),
      ssvc: fc.constantFrom(null, anSsvc({ exploitation: 'active' }), anSsvc({ exploitation: 'poc' })),
      mentions: fc.constantFrom([], ['only:windows', 'syscall:bpf']),
      isWithdrawn: fc.boolean(),
      isDisputed: fc.boolean(),
      cvss: fc.constantFrom(
        [],
        [{ version: '3.1' as const, vector: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H', score: 9.8 }],
      ),
    }),
    match: fc.record({
      class: fc.constantFrom('vulnerability' as const, 'malicious' as const, 'informational' as const),
      assumptions: fc.constantFrom([], ['disputed'], ['kernel-headers']),
      urgency: fc.constantFrom(undefined, 'unimportant'),
      platforms: fc.constantFrom([], [{ os: ['windows'], arch: [] }]),
    }),
    places: fc.array(PLACE, { minLength: 1, maxLength: 3 }),
    profiles: fc.array(PROFILE, { maxLength: 3 }),
  })
  .map(aSubject);

const VISIBILITY = { relevant: 2, deprioritized: 1, not_relevant: 0 } as const;

describe('the order of the input', () => {
  it('does not matter for opinions', () => {
    fc.assert(
      fc.property(OPINIONS, fc.boolean(), fc.boolean(), (opinions, malicious, isGuarded) => {
        const facts = { guards: isGuarded ? (['critical'] as const) : [], malicious };
        const verdict = foldOpinions(opinions, facts);

        expect(foldOpinions(opinions.toReversed(), facts)).toEqual(verdict);
        expect(foldOpinions([...opinions.slice(3), ...opinions.slice(0, 3)], facts)).toEqual(verdict);
      }),
    );
  });

  it('does not matter for places and profiles', () => {
    fc.assert(
      fc.property(SUBJECT, (subject) => {
        const turned = { ...subject, places: subject.places.toReversed(), profiles: subject.profiles.toReversed() };

        expect(judgeFinding(turned)).toEqual(judgeFinding(subject));
      }),
    );
  });
});

describe('verdicts', () => {
  it('include every opinion and always have a status', () => {
    fc.assert(
      fc.property(SUBJECT, OPINIONS, OPINION, (subject, decisions, further) => {
        const { verdict } = judgeFinding(subject, { decisions: [...decisions, further] });

        expect(Object.keys(VISIBILITY)).toContain(verdict.status);
        expect(verdict.reasons.length).toBeGreaterThan(decisions.length);
        expect(verdict.deciding === null).toBe(verdict.basis === 'default');
      }),
    );
  });

  it('keep a guarded finding against rules and AI assessments, unless a rule is based on a fact', () => {
    fc.assert(
      fc.property(SUBJECT, MACHINES, (subject, opinions) => {
        fc.pre(findGuards(subject).length > 0);
        const { deciding, status } = foldOpinions(opinions, {
          guards: findGuards(subject),
          malicious: subject.match.class === 'malicious',
        });

        expect(status !== 'not_relevant' || (deciding?.kind === 'rule' && deciding.class === 'fact')).toBe(true);
      }),
    );
  });

  it('keep a guarded finding against the built-in rules, unless one is based on a fact, and always keep a malicious one', () => {
    fc.assert(
      fc.property(SUBJECT, (subject) => {
        const { verdict } = judgeFinding(subject);

        if (verdict.status !== 'not_relevant') return;
        expect(subject.match.class).not.toBe('malicious');
        if (findGuards(subject).length > 0) expect(verdict.deciding?.class).toBe('fact');
      }),
    );
  });
});

describe('the worst case', () => {
  it('decides among places: a finding is at least as visible as in its most relevant place', () => {
    fc.assert(
      fc.property(SUBJECT, (subject) => {
        // A guard shows a finding that a rule would dismiss in one place, although it is only deprioritized in both.
        fc.pre(findGuards(subject).length === 0);
        const all = judgeFinding(subject).verdict.status;
        for (const place of subject.places) {
          const alone = judgeFinding({ ...subject, places: [place] }).verdict.status;

          expect(VISIBILITY[all]).toBeGreaterThanOrEqual(VISIBILITY[alone]);
        }
      }),
    );
  });

  it('decides among profiles: an empty profile never hides a finding', () => {
    fc.assert(
      fc.property(SUBJECT, (subject) => {
        fc.pre(subject.profiles.length > 0);
        const known = judgeFinding(subject);
        const unknown = judgeFinding({ ...subject, profiles: [...subject.profiles, aProfile({ name: 'z' })] });

        expect(VISIBILITY[unknown.verdict.status]).toBeGreaterThanOrEqual(VISIBILITY[known.verdict.status]);
      }),
    );
  });

  it('decides among profiles: no profile makes a finding not relevant', () => {
    fc.assert(
      fc.property(SUBJECT, (subject) => {
        const isHidden = (profiles: Subject['profiles']) =>
          judgeFinding({ ...subject, profiles }).verdict.status === 'not_relevant';

        expect(isHidden(subject.profiles)).toBe(isHidden([]));
      }),
    );
  });
});
