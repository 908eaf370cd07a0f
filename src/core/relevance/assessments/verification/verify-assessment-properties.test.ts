/**
 * Invariants for arbitrary model answers: they cannot hide a guarded finding, rely on unknown fields, or use text that no
 * advisory contains.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  aKnownProfile,
  aPrecondition,
  aReadingInput,
  aReadSubject,
  aText,
  CORE_FIELDS,
} from '../../../../../test/support/readings.ts';
import { aPlace, aProfile, aRuntime, anSsvc, KEV } from '../../../../../test/support/subjects.ts';
import { judgeFinding } from '../../judge-finding.ts';
import type { Subject } from '../../subject/subject.ts';
import { PRECONDITION_TYPES, type Assessment } from '../assessment.ts';
import { verifyAssessment, type VerificationInput } from './verify-assessment.ts';
import { SHARING_MODES } from '../../../vocabulary/ai.ts';

const QUOTES = [
  'only be exploited on Windows hosts',
  'An attacker who can choose a name',
  'runs programs with the rights',
];
/** Sentences that name no system, language, input, user or program. */
const UNNAMED = [
  'The length of a field is believed.',
  'Memory behind the field is then read and shown.',
  'An attacker who sends the field sees the earlier value.',
  'The newest release checks the length.',
];
const VALUE = fc.oneof(
  fc.constantFrom(null, 'windows', 'linux', '386', '<18', 'xml', 'ptrace', 'xml input', 'root', 'CAP_SYS_ADMIN'),
  fc.string(),
);
const ANY_PRECONDITION = fc.record({
  type: fc.constantFrom(...PRECONDITION_TYPES),
  value: VALUE,
  quote: fc.oneof(fc.constantFrom(...QUOTES, ''), fc.string()),
  necessary: fc.boolean(),
});
/** One in four is valid, because random values hardly ever are. */
const PRECONDITION = fc.oneof(
  { weight: 3, arbitrary: ANY_PRECONDITION },
  { weight: 1, arbitrary: fc.constant(aPrecondition({ quote: QUOTES[0] ?? '' })) },
);
const READINGS: fc.Arbitrary<Assessment> = fc.record(
  {
    model: fc.string(),
    promptVersion: fc.string(),
    at: fc.constant('2026-05-31T00:00:00.000Z'),
    sharing: fc.constantFrom(...SHARING_MODES),
    facts: fc.record({ preconditions: fc.array(PRECONDITION, { maxLength: 4 }) }),
    isDoubtful: fc.boolean(),
    second: fc.record({
      id: fc.constant('s'),
      sent: fc.constantFrom('s', 's', 't'),
      explanation: fc.string(),
      exploitable: fc.constantFrom('no' as const, 'yes' as const, 'uncertain' as const),
    }),
  },
  { requiredKeys: ['model', 'promptVersion', 'at', 'sharing', 'facts'] },
);

const FIELDS = {
  ...CORE_FIELDS,
  'privilege.localUsers': 'no',
  'input.userInteraction': 'no',
  'privilege.runsAsRoot': 'no',
  'input.acceptsUntrusted': ['http-body'],
  'privilege.capabilities': ['chown'],
  'usage.featuresNotUsed': [{ purl: 'pkg:npm/lib', feature: 'xml input' }],
  'runtime.languages': [{ name: 'node', version: '20.1.0' }],
};
const RUNTIME = aRuntime(['exec', 'syscall:ptrace', 'file:/a', 'capability:cap_sys_admin']);
const PROFILES = ['a', 'b'].map((name) => aProfile({ name, fields: FIELDS, runtime: RUNTIME }));
const PLACES = [aPlace({ sbomId: 'x', files: ['/a'] }), aPlace({ sbomId: 'y', files: ['/a'] })];
const TEXTS = [aText(), aText({ recordId: 'GHSA-bbbb', title: 'Other', hash: 'b1' })];

const VULNERABILITY = fc.record({
  kev: fc.constantFrom(null, KEV),
  epss: fc.constantFrom(null, { score: 0.5 }),
  ssvc: fc.constantFrom(null, anSsvc({ exploitation: 'active' })),
  severity: fc.constantFrom('critical' as const, 'medium' as const),
  publishedAt: fc.constantFrom(null, '2026-01-01T00:00:00Z', '2026-05-31T00:00:00Z'),
});

const verify = (subject: Subject, assessment: Assessment, changes: Partial<VerificationInput> = {}) =>
  verifyAssessment(aReadingInput({ subject, assessment, texts: TEXTS, ...changes }));
const aKnown = (changes: Parameters<typeof aReadSubject>[0] = {}) =>
  aReadSubject({ profiles: PROFILES, places: PLACES, ...changes });

describe('for arbitrary answers, verifyReadings', () => {
  it('never dismisses or lowers a guarded finding', () => {
    fc.assert(
      fc.property(READINGS, VULNERABILITY, (assessment, vulnerability) => {
        const { kev, epss, ssvc, severity, publishedAt } = vulnerability;
        const isGuarded = [kev, epss, ssvc].some((each) => each !== null) || severity === 'critical';
        fc.pre(isGuarded || publishedAt !== '2026-01-01T00:00:00Z');
        const subject = aKnown({ vulnerability });
        const { opinion, code } = verify(subject, assessment);
        const { verdict } = judgeFinding(subject, { answers: opinion === null ? [] : [opinion] });

        if (opinion?.effect === 'dismiss') {
          expect(opinion.guards).not.toEqual([]);
          expect(code).toMatch(/^ai_guard_/);
        }
        expect(opinion?.effect).not.toBe('deprioritize');
        expect(verdict.status).not.toBe('not_relevant');
      }),
      { numRuns: 500 },
    );
  });

  it('never dismisses or lowers based on unknown fields or on texts without the quote', () => {
    const unknown = aReadSubject({ profiles: ['a', 'b'].map((name) => aProfile({ name })), places: PLACES });
    const incomplete = aReadSubject({ profiles: [...PROFILES, aProfile({ name: 'c' })], places: PLACES });
    const sure = { now: '2026-06-01T00:00:00Z' };
    fc.assert(
      fc.property(READINGS, (assessment) => {
        for (const subject of [unknown, incomplete, aKnown({ profiles: [] })])
          expect(['annotate', undefined]).toContain(verify(subject, assessment, { settings: sure }).opinion?.effect);
        expect(['annotate', undefined]).toContain(
          verify(aKnown(), assessment, { texts: [], settings: sure }).opinion?.effect,
        );
      }),
      { numRuns: 300 },
    );
  });

  it('never dismisses or lowers based on texts that do not name the claimed value', () => {
    const subject = aKnown();
    const sure = { now: '2026-06-01T00:00:00Z' };
    fc.assert(
      fc.property(READINGS, fc.nat(), (assessment, at) => {
        const { facts = { preconditions: [] } } = assessment;
        const preconditions = facts.preconditions.map((each, i) => ({
          ...each,
          quote: UNNAMED[(at + i) % UNNAMED.length] ?? '',
        }));
        const lying: Assessment = { ...assessment, facts: { preconditions } };
        const texts = [aText({ title: UNNAMED[0] ?? '', details: UNNAMED.join(' ') })];

        for (const sharing of SHARING_MODES)
          expect(['annotate', undefined]).toContain(
            verify(subject, { ...lying, sharing }, { texts, settings: sure }).opinion?.effect,
          );
      }),
      { numRuns: 500 },
    );
  });

  it('does not depend on the order of records, places, profiles and preconditions', () => {
    fc.assert(
      fc.property(READINGS, (assessment) => {
        const preconditions = assessment.facts?.preconditions.toReversed() ?? [];
        const subject = aKnown();
        const back = { ...subject, places: PLACES.toReversed(), profiles: PROFILES.toReversed() };
        const turned = verify(back, { ...assessment, facts: { preconditions } }, { texts: TEXTS.toReversed() });
        const { opinion, code } = verify(subject, assessment);

        expect([turned.opinion, turned.code]).toEqual([opinion, code]);
      }),
      { numRuns: 300 },
    );
  });

  it('returns dismissals with literal quotes and confirmed fields', () => {
    let dismissed = 0;
    fc.assert(
      fc.property(READINGS, (assessment) => {
        const { opinion } = verify(aKnown(), { ...assessment, sharing: 'advisory-only' });
        if (opinion?.effect !== 'dismiss') return;
        dismissed += 1;

        const quotes = opinion.evidence.filter(({ type }) => type === 'advisory');
        expect(quotes.length).toBeGreaterThan(0);
        for (const { value } of quotes) expect(TEXTS[0]?.details).toContain(value);
        expect(opinion.evidence.some(({ type }) => type === 'profile' || type === 'runtime')).toBe(true);
        expect(opinion.text.length).toBeLessThanOrEqual(600);
      }),
      { numRuns: 1_000 },
    );
    // Otherwise the property would be vacuously true.
    expect(dismissed).toBeGreaterThan(0);
  });
});

describe('in the verdict of a finding, an AI assessment', () => {
  const assessment: Assessment = {
    model: 'm',
    promptVersion: '1',
    at: '2026-05-31T00:00:00Z',
    sharing: 'advisory-only',
    facts: { preconditions: [{ type: 'os', value: 'windows', quote: QUOTES[0] ?? '', necessary: true }] },
    second: { id: 's', sent: 's', exploitable: 'no', explanation: '' },
  };
  const judge = (subject: Subject, read: Assessment, mode: 'auto' | 'suggest' = 'auto') => {
    const { opinion } = verify(subject, read);
    return judgeFinding(subject, { answers: opinion === null ? [] : [opinion] }, { mode }).verdict;
  };
  const subject = aReadSubject({ profiles: [aKnownProfile()] });

  it('dismisses when it is verified, also a finding that a heuristic lowered', () => {
    const lowered = aReadSubject({ match: { urgency: 'unimportant' } });

    expect(judge(subject, assessment)).toMatchObject({ status: 'not_relevant', basis: 'ai' });
    expect(judgeFinding(lowered).verdict.status).toBe('deprioritized');
    expect(judge(lowered, assessment)).toMatchObject({ status: 'not_relevant', basis: 'ai' });
  });

  it('only suggests in suggest mode and when a guard applies', () => {
    const guarded = aReadSubject({ vulnerability: { kev: KEV } });

    expect(judge(subject, assessment, 'suggest')).toMatchObject({
      status: 'relevant',
      suggestion: { kind: 'ai', effect: 'dismiss' },
    });
    expect(judge(guarded, assessment)).toMatchObject({
      status: 'relevant',
      isEscalated: true,
      suggestion: { guards: ['known-exploited'] },
    });
  });

  it('only suggests without a second opinion, against it, and after a misread canary', () => {
    const { second: _, ...unsure } = assessment;
    const against: Assessment = {
      ...assessment,
      second: { id: 's', sent: 's', exploitable: 'yes', explanation: 'A way.' },
    };
    const suggestion = { guards: ['second-opinion'] };

    expect(judge(subject, unsure)).toMatchObject({ status: 'relevant', basis: 'default', suggestion });
    expect(judge(subject, against)).toMatchObject({ status: 'relevant', suggestion });
    expect(judge(subject, against).suggestion?.text).toContain('The second check disagrees: A way.');
    expect(judge(subject, { ...assessment, isDoubtful: true })).toMatchObject({
      status: 'relevant',
      suggestion: { guards: ['canary'] },
    });
  });

  it('is reported without an effect when it is rejected', () => {
    const facts = { preconditions: [aPrecondition({ necessary: false })] };
    const verdict = judge(subject, { ...assessment, facts });

    expect(verdict).toMatchObject({ status: 'relevant', basis: 'default', suggestion: null });
    expect(verdict.reasons.map(({ code }) => code)).toEqual(['ai-not-necessary']);
  });
});
