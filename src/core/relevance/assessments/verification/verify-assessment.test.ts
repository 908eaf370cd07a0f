import { describe, expect, it } from 'vitest';
import {
  aKnownProfile,
  anAnswer,
  aPrecondition,
  aProfileReading,
  aReadingInput,
  aReadings,
  aReadSubject,
  aSecond,
  aText,
  LOCAL,
  NOW,
  type ReadingsChanges,
} from '../../../../../test/support/readings.ts';
import { aPlace, aProfile, aRuntime, KEV } from '../../../../../test/support/subjects.ts';
import type { ProfileAnswer } from '../assessment.ts';
import { verifyAssessment, type VerificationInput } from './verify-assessment.ts';

const verify = (changes: Partial<VerificationInput> = {}) => verifyAssessment(aReadingInput(changes));
const read = (changes: ReadingsChanges, input: Partial<VerificationInput> = {}) =>
  verify({ ...input, assessment: aReadings(changes) });
const answered = (answer: Partial<ProfileAnswer>, input: Partial<VerificationInput> = {}) =>
  read({ profiles: [aProfileReading(answer)] }, input);
const citing = (...paths: readonly string[]) => ({
  evidence: paths.map((profilePath) => ({ preconditionIndex: 0, profilePath, relation: 'excludes' })),
});

describe('verifyAssessment with a verified claim', () => {
  it('dismisses with the quote, the field and the actor', () => {
    expect(verify()).toEqual({
      code: null,
      needsSecond: false,
      opinion: {
        kind: 'ai',
        code: 'ai-reading',
        actor: 'reader-1 prompt 1',
        effect: 'dismiss',
        class: null,
        state: 'not_affected',
        justification: 'requires_environment',
        response: [],
        label: null,
        guards: [],
        text: 'The service runs on Linux.',
        confidence: 0.95,
        at: '2026-05-31T00:00:00.000Z',
        expiresAt: null,
        sourceId: null,
        evidence: [
          { type: 'advisory', path: 'GHSA-aaaa', value: 'only be exploited on Windows hosts', hash: 'a1' },
          { type: 'profile', path: 'default: runtime.os', value: 'linux' },
        ],
      },
    });
  });

  it('generates a text when the model has none and limits the text to 600 characters', () => {
    expect(answered({ explanation: ' ' }).opinion?.text).toBe(
      'Every applicable security profile contradicts a precondition of the advisory: os windows.',
    );
    expect(answered({ explanation: 'x'.repeat(10_000) }).opinion?.text).toHaveLength(600);
  });

  it('lowers when the table allows no dismissal, without a second opinion', () => {
    const lowered = read(
      {
        preconditions: [aPrecondition(LOCAL)],
        profiles: [aProfileReading(citing('privilege.localUsers'))],
        second: null,
      },
      { subject: aReadSubject({ profiles: [aKnownProfile({ fields: { 'privilege.localUsers': 'no' } })] }) },
    );

    expect(lowered).toMatchObject({ code: null, needsSecond: false });
    expect(lowered.opinion).toMatchObject({ effect: 'deprioritize', state: 'exploitable', code: 'ai-reading' });
  });
});

describe('verifyAssessment with several profiles', () => {
  it('applies the effect of the weakest profile', () => {
    const preconditions = [aPrecondition(), aPrecondition(LOCAL)];
    const evidence = [{ preconditionIndex: 1, profilePath: 'privilege.localUsers', relation: 'excludes' }];
    const profiles = [aProfileReading({}, { profile: 'a' }), aProfileReading({ evidence }, { profile: 'b' })];
    const subject = aReadSubject({
      profiles: ['a', 'b'].map((name) => aKnownProfile({ name, fields: { 'privilege.localUsers': 'no' } })),
    });

    expect(read({ preconditions, profiles }, { subject }).opinion).toMatchObject({
      effect: 'deprioritize',
      justification: null,
      evidence: { length: 4 },
    });
  });
});

describe('step 1, ids', () => {
  const control = anAnswer({ id: 'c1', verdict: 'relevant' });
  it.each([
    ['one is missing', [anAnswer()]],
    ['one is of something else', [anAnswer({ id: 'f2' }), control]],
    ['one is there twice', [anAnswer(), anAnswer(), control]],
    ['there are none', []],
  ])('rejects an answer where %s', (_, items) => {
    expect(read({ profiles: [aProfileReading({}, { items })] }).code).toBe('ai_id_mismatch');
  });

  it('rejects a second opinion with another id', () => {
    expect(read({ second: aSecond({ id: 'x' }) }).code).toBe('ai_id_mismatch');
  });

  it('accepts the items in any order', () => {
    expect(read({ profiles: [aProfileReading({}, { items: [control, anAnswer()] })] }).code).toBeNull();
  });
});

describe('step 2, the control item', () => {
  it.each(['not_relevant', 'uncertain'] as const)('rejects an answer that calls it %s', (verdict) => {
    const items = [anAnswer(), anAnswer({ id: 'c1', verdict })];

    expect(read({ profiles: [aProfileReading({}, { items })] }).code).toBe('ai_control_failed');
  });
});

describe('step 3, quotes', () => {
  it.each([
    ['is made up', 'only be exploited on Windows servers'],
    ['is in another letter case', 'ONLY BE EXPLOITED ON WINDOWS HOSTS'],
    ['is shorter than eight characters', 'Windows'],
    ['is missing', ''],
  ])('rejects a quote that %s', (_, quote) => {
    expect(read({ preconditions: [aPrecondition({ quote })] }).code).toBe('ai_unverified_quote');
  });

  it.each([
    ['another sentence', { quote: 'An attacker who can choose a name' }],
    ['the title', { quote: 'Names are not quoted' }],
    ['a sentence about another system', { value: 'darwin' }],
    ['a sentence about another thing', { type: 'command', quote: 'does not quote the names' }],
  ] as const)('rejects a quote that does not name the claimed value: %s', (_, changes) => {
    const fields = { evidence: [{ preconditionIndex: 0, profilePath: 'runtime.os', relation: 'excludes' }] };
    const preconditions = [aPrecondition(changes)];

    expect(read({ preconditions, profiles: [aProfileReading(fields)] }).code).toBe('ai_unverified_quote');
    expect(read({ preconditions: [aPrecondition()], profiles: [aProfileReading(fields)] }).code).toBeNull();
  });

  it('requires a valid quote even when runtime documents deny every file', () => {
    const subject = aReadSubject({
      places: [aPlace({ files: ['/a'] })],
      profiles: [aKnownProfile({ runtime: aRuntime(['file:/a']) })],
    });
    const profiles = [aProfileReading(citing('enforced.files'))];
    const unsaid = [aPrecondition({ quote: 'An attacker who can choose a name' })];

    expect(read({ profiles }, { subject }).code).toBeNull();
    expect(read({ profiles, preconditions: unsaid }, { subject }).code).toBe('ai_unverified_quote');
  });

  it('rejects a quote from a record that did not match', () => {
    expect(verify({ texts: [] }).code).toBe('ai_unverified_quote');
  });

  it.each([1, -1, 0.5, Number.NaN])('rejects a precondition that was not sent (%s)', (preconditionIndex) => {
    const evidence = [{ preconditionIndex, profilePath: 'runtime.os', relation: '' }];

    expect(answered({ evidence }).code).toBe('ai_unverified_quote');
  });

  it('accepts a quote with other spaces and a structured precondition without a quote', () => {
    const spaced = [aPrecondition({ quote: ' only be  exploited\non Windows hosts ' })];
    const structured = aReadSubject({ match: { platforms: [{ os: ['windows'], arch: [] }] } });

    expect(read({ preconditions: spaced }).code).toBeNull();
    expect(read({ preconditions: [] }, { subject: structured })).toMatchObject({
      code: null,
      opinion: { effect: 'dismiss' },
    });
  });
});

describe('step 4, fields', () => {
  it.each(['runtime.kernel', 'text.notes', '', '__proto__', 'enforced.everything'])('rejects the path %j', (path) => {
    expect(answered(citing(path)).code).toBe('ai_unknown_profile_path');
  });

  it.each(['runtime.distro', 'usage.featuresNotUsed', 'enforced.exec'])(
    'rejects %s when it is unknown or not confirmed',
    (path) => {
      expect(answered(citing(path)).code).toBe('ai_unconfirmed_field');
    },
  );
});

describe('step 5, the contradiction table', () => {
  it.each([
    ['fields that have nothing to do with it', citing('exposure.reach'), {}],
    ['a second field that does not belong to it', citing('runtime.os', 'exposure.reach'), {}],
    ['no field at all', { evidence: [] }, {}],
    ['the system that it is about', {}, { 'runtime.os': 'windows' }],
  ])('rejects %s', (_, answer, fields) => {
    const subject = aReadSubject({ profiles: [aKnownProfile({ fields })] });

    expect(answered(answer, { subject }).code).toBe('ai_no_contradiction');
  });

  it('requires the contradiction at every place', () => {
    const windows = aPlace({ sbomId: 'w', document: { platform: { os: ['windows'], arch: [] } } });

    expect(verify({ subject: aReadSubject({ places: [aPlace(), windows] }) }).code).toBe('ai_no_contradiction');
  });

  it('requires the contradiction in every profile that applies', () => {
    const [one, two] = ['a', 'b'].map((name) => aKnownProfile({ name }));
    const windows = aKnownProfile({ name: 'b', fields: { 'runtime.os': 'windows' } });
    const profiles = ['a', 'b'].map((profile) => aProfileReading({}, { profile }));
    if (one === undefined || two === undefined) throw new Error('There are two profiles.');

    expect(read({ profiles }, { subject: aReadSubject({ profiles: [one, two] }) }).code).toBeNull();
    expect(read({ profiles }, { subject: aReadSubject({ profiles: [one, windows] }) }).code).toBe(
      'ai_no_contradiction',
    );
  });

  it('requires a profile at every place', () => {
    const appliesTo = (_: unknown, { sbomId }: { readonly sbomId: string | null }) => sbomId === 'a';
    const places = [aPlace({ sbomId: 'a' }), aPlace({ sbomId: 'b' })];

    expect(verify({ subject: aReadSubject({ places, appliesTo }) }).code).toBe('ai_no_contradiction');
    expect(verify({ subject: aReadSubject({ places: places.slice(0, 1), appliesTo }) }).code).toBeNull();
  });

  it('ignores profiles that apply to no place', () => {
    const profiles = [aKnownProfile(), aKnownProfile({ name: 'elsewhere', fields: { 'runtime.os': 'windows' } })];
    const appliesTo = ({ name }: { readonly name: string }) => name === 'default';

    expect(verify({ subject: aReadSubject({ profiles, appliesTo }) }).code).toBeNull();
  });
});

describe('step 6, necessity', () => {
  it('rejects a precondition that the model does not call necessary', () => {
    expect(read({ preconditions: [aPrecondition({ necessary: false })] }).code).toBe('ai_not_necessary');
  });

  it.each([
    ['names our system', `${aText().details} On Linux the file is overwritten.`],
    ['names a product built on the system of the service', `${aText().details} Debian has fixed it.`],
    ['mentions all systems', `${aText().details} Reading the names is possible on all platforms.`],
  ])('rejects a text that %s', (_, details) => {
    expect(verify({ texts: [aText({ details })] }).code).toBe('ai_ambiguous');
    expect(verify({ texts: [aText(), aText({ recordId: 'other', details })] }).code).toBe('ai_ambiguous');
    expect(verify({ texts: [aText({ title: details })] }).code).toBe('ai_ambiguous');
  });

  it('rejects a quote from a sentence that says the opposite', () => {
    const details = `${aText().details} It would not only be exploited on Windows hosts, say others.`;

    expect(verify({ texts: [aText({ details })] }).code).toBe('ai_ambiguous');
    expect(verify({ texts: [aText(), aText({ recordId: 'other', details })] }).code).toBe('ai_ambiguous');
  });

  it('rejects when another precondition of the same type is open', () => {
    const preconditions = [aPrecondition(), aPrecondition({ value: 'linux', necessary: false })];

    expect(read({ preconditions }).code).toBe('ai_ambiguous');
    expect(read({ preconditions: [aPrecondition(), aPrecondition({ value: 'darwin' })] }).code).toBeNull();
  });
});

describe('step 7, confidence', () => {
  it.each([0.79, -1, Number.NaN, 1.01, Number.POSITIVE_INFINITY])('rejects %s', (confidence) => {
    expect(answered({ confidence }).code).toBe('ai_low_confidence');
  });

  it.each([0.8, 1])('accepts %s', (confidence) => {
    expect(answered({ confidence }).code).toBeNull();
  });
});

describe('step 8, guards', () => {
  it('turns a dismissal into a suggestion without a second opinion', () => {
    const guarded = read({ second: null }, { subject: aReadSubject({ vulnerability: { kev: KEV } }) });

    expect(guarded).toMatchObject({ code: 'ai_guard_kev', needsSecond: false });
    expect(guarded.opinion).toMatchObject({ effect: 'dismiss', code: 'ai-reading', guards: ['known-exploited'] });
  });

  it('does not lower a guarded finding', () => {
    const subject = aReadSubject({
      vulnerability: { kev: KEV },
      profiles: [aKnownProfile({ fields: { 'privilege.localUsers': 'no' } })],
    });
    const preconditions = [aPrecondition(LOCAL)];
    const lowered = read({ preconditions, profiles: [aProfileReading(citing('privilege.localUsers'))] }, { subject });

    expect(lowered.code).toBe('ai_guard_kev');
    expect(lowered.opinion).toMatchObject({ effect: 'annotate', code: 'ai-guard-kev', guards: ['known-exploited'] });
  });

  it('applies the thresholds of the settings', () => {
    const subject = aReadSubject({ vulnerability: { epss: { score: 0.2 } } });
    const settings = { minConfidence: 0.8, now: NOW };

    expect(verify({ subject, settings }).code).toBe('ai_guard_epss');
    expect(verify({ subject, settings: { ...settings, guards: { cvss: 9, epss: 0.3 } } }).code).toBeNull();
  });
});

describe('step 9, the second opinion', () => {
  it('is required before a dismissal', () => {
    const first = read({ second: null });

    expect(first).toMatchObject({ code: 'ai_second_opinion', needsSecond: true, opinion: { effect: 'annotate' } });
  });

  it.each(['yes', 'uncertain'] as const)('rejects the claim when it says %s', (exploitable) => {
    const second = aSecond({ exploitable });

    expect(read({ second })).toMatchObject({ code: 'ai_second_opinion', needsSecond: false });
    expect(read({ second }, { subject: aReadSubject({ vulnerability: { kev: KEV } }) }).opinion?.effect).toBe(
      'annotate',
    );
  });

  it('is not requested when another step fails', () => {
    expect(read({ second: null, preconditions: [aPrecondition({ necessary: false })] }).needsSecond).toBe(false);
  });
});

describe('verifyAssessment without a claim', () => {
  it.each(['relevant', 'uncertain'] as const)('returns a note that the finding is %s', (verdict) => {
    const noted = answered({ verdict });

    expect(noted).toMatchObject({ code: null, needsSecond: false });
    expect(noted.opinion).toMatchObject({ kind: 'ai', effect: 'annotate', code: `ai-${verdict}`, evidence: [] });
    expect(answered({ verdict, explanation: '' }).opinion?.text).toContain(verdict);
  });

  it('returns a note when one profile makes no claim', () => {
    const profiles = ['a', 'b'].map((name) => aKnownProfile({ name }));
    const profileAssessments = [
      aProfileReading({}, { profile: 'a' }),
      aProfileReading({ verdict: 'relevant' }, { profile: 'b' }),
    ];

    expect(read({ profiles: profileAssessments }, { subject: aReadSubject({ profiles }) }).opinion?.effect).toBe(
      'annotate',
    );
  });

  it('returns nothing when an answer is missing', () => {
    const { facts: _, ...unread } = aReadings();
    const two = aReadSubject({ profiles: ['default', 'b'].map((name) => aKnownProfile({ name })) });
    const nothing = { opinion: null, code: null, needsSecond: false };

    expect(verify({ assessment: unread })).toEqual(nothing);
    expect(read({ profiles: [] })).toEqual(nothing);
    expect(verify({ subject: two })).toEqual(nothing);
    expect(verify({ subject: aReadSubject({ profiles: [] }) })).toEqual(nothing);
  });
});

describe('verifyAssessment with advisory-only sharing', () => {
  const sharing = { sharing: 'advisory-only', profiles: [] } as const;

  it('searches for the contradiction in code', () => {
    const found = read(sharing);

    expect(found).toMatchObject({ code: null, opinion: { effect: 'dismiss', confidence: null } });
    expect(found.opinion?.evidence).toHaveLength(2);
    expect(read({ ...sharing, second: null }).needsSecond).toBe(true);
  });

  it('ignores answers about profiles', () => {
    const windows = aReadSubject({ profiles: [aKnownProfile({ fields: { 'runtime.os': 'windows' } })] });

    expect(read({ sharing: 'advisory-only' }, { subject: windows }).code).toBe('ai_no_contradiction');
  });

  it.each([
    ['a quote is made up', [aPrecondition({ quote: 'is limited to Windows' })], 'ai_unverified_quote'],
    ['it is not necessary', [aPrecondition({ necessary: false })], 'ai_not_necessary'],
    ['there is an alternative', [aPrecondition(), aPrecondition({ value: 'linux' })], 'ai_ambiguous'],
    ['nothing is excluded', [aPrecondition({ type: 'authenticated', value: null })], 'ai_no_contradiction'],
    ['nothing was read', [], 'ai_no_contradiction'],
  ])('rejects when %s', (_, preconditions, code) => {
    expect(read({ ...sharing, preconditions }).code).toBe(code);
  });

  it('uses the valid preconditions and ignores the others', () => {
    const local = aPrecondition({ ...LOCAL, necessary: false });
    const subject = aReadSubject({ profiles: [aKnownProfile({ fields: { 'privilege.localUsers': 'no' } })] });

    expect(read({ ...sharing, preconditions: [local, aPrecondition()] }, { subject }).opinion?.effect).toBe('dismiss');
  });

  it('rejects when one profile has no known fields', () => {
    const profiles = [aKnownProfile(), aProfile({ name: 'b' })];

    expect(read(sharing, { subject: aReadSubject({ profiles }) }).code).toBe('ai_no_contradiction');
  });

  it('uses the denials of runtime documents', () => {
    const subject = aReadSubject({ profiles: [aKnownProfile({ runtime: aRuntime(['exec']) })] });
    const preconditions = [aPrecondition({ type: 'command', value: null, quote: 'runs programs with' })];

    expect(read({ ...sharing, preconditions }, { subject }).opinion).toMatchObject({
      effect: 'dismiss',
      justification: 'protected_at_runtime',
      label: null,
      evidence: [{ type: 'advisory' }, { type: 'runtime', path: 'apparmor:3', value: 'deny exec' }],
    });
  });
});
