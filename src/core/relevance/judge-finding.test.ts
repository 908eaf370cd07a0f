import { describe, expect, it } from 'vitest';
import {
  aPlace,
  anOpinion,
  aProfile,
  anSsvc,
  aSubject,
  KEV,
  type SubjectChanges,
} from '../../../test/support/subjects.ts';
import { judgeFinding } from './judge-finding.ts';

const DISMISSAL = { code: 'distro-not-affected', owner: { name: 'python3-rpm', version: '4.18.0-3' } } as const;
const ACTIVE = anSsvc({ exploitation: 'active' });
const DEVELOPMENT = [aPlace({ scope: 'development' })];

const codesOf = ({ verdict }: ReturnType<typeof judgeFinding>) => verdict.reasons.map(({ code }) => code);

describe('judgeFinding', () => {
  it.each<[string, SubjectChanges, string, readonly string[]]>([
    ['has no opinions', {}, 'relevant', []],
    ['its distribution calls unimportant', { match: { urgency: 'unimportant' } }, 'deprioritized', ['distro-minor']],
    ['its distribution no longer fixes', { match: { urgency: 'end-of-life' } }, 'deprioritized', ['distro-minor']],
    ['its distribution calls urgent', { match: { urgency: 'high' } }, 'relevant', []],
    [
      'a distribution lists as not affected',
      { match: { dismissal: DISMISSAL } },
      'not_relevant',
      ['distro-not-affected'],
    ],
    [
      'a distribution lists as not affected and unimportant',
      { match: { dismissal: DISMISSAL, urgency: 'unimportant' } },
      'not_relevant',
      ['distro-not-affected', 'distro-minor'],
    ],
    ['advisories contradict each other about', { match: { assumptions: ['disputed'] } }, 'relevant', ['disputed']],
    [
      'is both disputed and unimportant',
      { match: { assumptions: ['disputed'], urgency: 'unimportant' } },
      'deprioritized',
      ['distro-minor', 'disputed'],
    ],
    ['is malicious', { match: { class: 'malicious' } }, 'relevant', ['malicious']],
    [
      'is malicious and that a distribution lists as not affected',
      { match: { class: 'malicious', urgency: 'unimportant', dismissal: DISMISSAL } },
      'relevant',
      ['malicious', 'distro-not-affected', 'distro-minor'],
    ],
    ['is a warning', { match: { class: 'informational' } }, 'relevant', ['informational']],
    ['is for development', { places: DEVELOPMENT }, 'not_relevant', ['dev-dependency']],
    [
      'is for development and likely exploited',
      { places: DEVELOPMENT, vulnerability: { epss: { score: 0.5 } } },
      'relevant',
      ['dev-dependency'],
    ],
  ])('judges a finding that %s', (_, changes, status, codes) => {
    const judgment = judgeFinding(aSubject(changes));

    expect(judgment.verdict.status).toBe(status);
    expect(codesOf(judgment)).toEqual(codes);
  });

  it.each([
    ['the catalog', { kev: KEV }],
    ['SSVC', { ssvc: ACTIVE }],
  ])(
    'keeps a finding that is exploited according to %s relevant unless the package is not affected',
    (_, vulnerability) => {
      const minor = judgeFinding(aSubject({ vulnerability, match: { urgency: 'unimportant' } }));
      const denied = judgeFinding(aSubject({ vulnerability, match: { dismissal: DISMISSAL } }));

      expect([minor.verdict.status, denied.verdict.status]).toEqual(['relevant', 'not_relevant']);
      expect(codesOf(minor)).toEqual(['exploited', 'distro-minor']);
      expect(codesOf(denied)).toEqual(['distro-not-affected', 'exploited']);
      expect(denied.verdict.isEscalated).toBe(true);
    },
  );

  it('uses the relevance for the priority and the exposure for the deadline', () => {
    const profiles = [aProfile({ fields: { 'exposure.reach': 'internal' } })];
    const judgment = judgeFinding(aSubject({ profiles, places: DEVELOPMENT }));

    expect(judgment.priority.risk).toBe(0);
    expect(judgment.deadline).toMatchObject({ days: null, row: { exposed: false } });
  });

  it('applies the guard thresholds of the organization', () => {
    const subject = aSubject({ places: DEVELOPMENT, vulnerability: { epss: { score: 0.05 } } });

    expect(judgeFinding(subject).verdict.status).toBe('not_relevant');
    expect(judgeFinding(subject, {}, { guards: { cvss: 9, epss: 0.05 } }).verdict.suggestion).not.toBeNull();
  });
});

describe('the decision of a judgment', () => {
  const person = anOpinion({ kind: 'human', code: 'decision', actor: 'ann', effect: 'confirm', scope: 'service' });
  const vendor = anOpinion({ kind: 'vex', code: 'vex', actor: 'vendor', effect: 'dismiss', trust: 'supplier' });

  it('is the deciding human decision or VEX statement', () => {
    expect(judgeFinding(aSubject(), { decisions: [person], statements: [vendor] }).decision).toBe(person);
    expect(judgeFinding(aSubject(), { statements: [vendor] })).toMatchObject({
      decision: vendor,
      verdict: { status: 'not_relevant', basis: 'vex' },
    });
  });

  it('is a triage note of a user where nothing else decides', () => {
    const looking = { ...person, effect: 'annotate' as const };

    expect(judgeFinding(aSubject(), { decisions: [looking] })).toMatchObject({
      decision: looking,
      verdict: { status: 'relevant', basis: 'default' },
    });
  });

  it('is neither a decision that no longer applies nor an opinion of a rule or an AI assessment', () => {
    const answers = [anOpinion({ kind: 'ai', effect: 'dismiss' })];

    expect(judgeFinding(aSubject(), { decisions: [{ ...person, applies: false }] }).decision).toBeNull();
    expect(judgeFinding(aSubject({ places: DEVELOPMENT })).decision).toBeNull();
    expect(judgeFinding(aSubject(), { answers })).toMatchObject({
      decision: null,
      verdict: { status: 'not_relevant' },
    });
    expect(judgeFinding(aSubject(), { answers }, { mode: 'suggest' }).verdict.status).toBe('relevant');
  });
});
