import { describe, expect, it } from 'vitest';
import {
  aKnownProfile,
  aPrecondition,
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
import { SHARING_MODES } from '../../../vocabulary/ai.ts';
import { verifyAssessment, type VerificationInput } from './verify-assessment.ts';

const verify = (changes: Partial<VerificationInput> = {}) => verifyAssessment(aReadingInput(changes));
const read = (changes: ReadingsChanges, input: Partial<VerificationInput> = {}) =>
  verify({ ...input, assessment: aReadings(changes) });

describe('verifyAssessment with a verified claim', () => {
  it('dismisses with the quote, the field and the actor', () => {
    expect(verify()).toEqual({
      code: null,
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
        text: 'Every applicable security profile contradicts a precondition of the advisory: os windows.',
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

  it('lowers when the table allows no dismissal, without a second opinion', () => {
    const lowered = read(
      { preconditions: [aPrecondition(LOCAL)], second: null },
      { subject: aReadSubject({ profiles: [aKnownProfile({ fields: { 'privilege.localUsers': 'no' } })] }) },
    );

    expect(lowered.code).toBeNull();
    expect(lowered.candidate).toBeUndefined();
    expect(lowered.opinion).toMatchObject({ effect: 'deprioritize', state: 'exploitable', code: 'ai-reading' });
  });
});

describe('verifyAssessment with several profiles', () => {
  it('applies the effect of the weakest profile', () => {
    const preconditions = [aPrecondition(), aPrecondition(LOCAL)];
    const windows = aKnownProfile({ name: 'b', fields: { 'privilege.localUsers': 'no', 'runtime.os': 'windows' } });
    const linux = aKnownProfile({ name: 'a', fields: { 'privilege.localUsers': 'no' } });

    expect(read({ preconditions }, { subject: aReadSubject({ profiles: [linux, linux] }) }).opinion?.effect).toBe(
      'dismiss',
    );
    expect(read({ preconditions }, { subject: aReadSubject({ profiles: [linux, windows] }) }).opinion).toMatchObject({
      effect: 'deprioritize',
      justification: null,
    });
  });
});

describe('step 1, quotes', () => {
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
    const subject = aReadSubject({ profiles: [aKnownProfile({ runtime: aRuntime(['exec']) })] });

    expect(read({ preconditions: [aPrecondition(changes)] }, { subject }).code).toBe('ai_unverified_quote');
    expect(read({ preconditions: [aPrecondition()] }, { subject }).code).toBeNull();
  });

  it('requires a valid quote even when runtime documents deny every file', () => {
    const subject = aReadSubject({
      places: [aPlace({ files: ['/a'] })],
      profiles: [aKnownProfile({ runtime: aRuntime(['file:/a']) })],
    });
    const unsaid = [aPrecondition({ quote: 'An attacker who can choose a name' })];

    expect(read({}, { subject }).code).toBeNull();
    expect(read({ preconditions: unsaid }, { subject }).code).toBe('ai_unverified_quote');
  });

  it('rejects a quote from a record that did not match', () => {
    expect(verify({ texts: [] }).code).toBe('ai_unverified_quote');
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

describe('step 2, the contradiction table', () => {
  it.each([
    ['the system that it is about', { 'runtime.os': 'windows' }],
    ['an unknown system', { 'runtime.os': undefined }],
  ])('rejects %s', (_, fields) => {
    const subject = aReadSubject({ profiles: [aKnownProfile({ fields })] });

    expect(verify({ subject }).code).toBe('ai_no_contradiction');
  });

  it('requires the contradiction at every place', () => {
    const windows = aPlace({ sbomId: 'w', document: { platform: { os: ['windows'], arch: [] } } });

    expect(verify({ subject: aReadSubject({ places: [aPlace(), windows] }) }).code).toBe('ai_no_contradiction');
  });

  it('requires the contradiction in every profile that applies', () => {
    const [one, two] = ['a', 'b'].map((name) => aKnownProfile({ name }));
    const windows = aKnownProfile({ name: 'b', fields: { 'runtime.os': 'windows' } });
    if (one === undefined || two === undefined) throw new Error('There are two profiles.');

    expect(verify({ subject: aReadSubject({ profiles: [one, two] }) }).code).toBeNull();
    for (const other of [windows, aProfile({ name: 'b' })])
      expect(verify({ subject: aReadSubject({ profiles: [one, other] }) }).code).toBe('ai_no_contradiction');
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

describe('step 3, necessity', () => {
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

describe('step 4, guards', () => {
  it('turns a dismissal into a suggestion without a second opinion', () => {
    const guarded = read({ second: null }, { subject: aReadSubject({ vulnerability: { kev: KEV } }) });

    expect(guarded.code).toBe('ai_guard_kev');
    expect(guarded.candidate).toBeUndefined();
    expect(guarded.opinion).toMatchObject({ effect: 'dismiss', code: 'ai-reading', guards: ['known-exploited'] });
  });

  it('does not lower a guarded finding', () => {
    const subject = aReadSubject({
      vulnerability: { kev: KEV },
      profiles: [aKnownProfile({ fields: { 'privilege.localUsers': 'no' } })],
    });
    const preconditions = [aPrecondition(LOCAL)];
    const lowered = read({ preconditions }, { subject });

    expect(lowered.code).toBe('ai_guard_kev');
    expect(lowered.opinion).toMatchObject({ effect: 'annotate', code: 'ai-guard-kev', guards: ['known-exploited'] });
  });

  it('applies the thresholds of the settings', () => {
    const subject = aReadSubject({ vulnerability: { epss: { score: 0.2 } } });
    const settings = { now: NOW };

    expect(verify({ subject, settings }).code).toBe('ai_guard_epss');
    expect(verify({ subject, settings: { ...settings, guards: { cvss: 9, epss: 0.3 } } }).code).toBeNull();
  });
});

describe('step 5, the second opinion', () => {
  it('is required for a dismissal that no guard holds back', () => {
    const first = read({ second: null });

    expect(first).toMatchObject({
      code: 'ai_second_opinion',
      opinion: { effect: 'dismiss', guards: ['second-opinion'] },
    });
    expect(first.candidate?.[0]?.pairs).toMatchObject([{ precondition: aPrecondition(), row: { path: 'runtime.os' } }]);
    expect(verify().candidate).toBeUndefined();
    expect(read({ second: null, isDoubtful: true }).candidate).toBeUndefined();
  });

  it.each(['yes', 'uncertain'] as const)('leaves a suggestion when it says %s', (exploitable) => {
    const second = aSecond({ exploitable });
    const guarded = read({ second }, { subject: aReadSubject({ vulnerability: { kev: KEV } }) });

    expect(read({ second })).toMatchObject({
      code: 'ai_second_opinion',
      opinion: { effect: 'dismiss', guards: ['second-opinion'] },
    });
    expect(guarded.opinion).toMatchObject({ effect: 'dismiss', guards: ['known-exploited', 'second-opinion'] });
  });

  it('leaves a suggestion when it has another id', () => {
    expect(read({ second: aSecond({ id: 'k2' }) })).toMatchObject({
      code: 'ai_id_mismatch',
      opinion: { guards: ['second-opinion'] },
    });
  });

  it('limits its text to 600 characters', () => {
    const second = aSecond({ exploitable: 'yes', explanation: 'x'.repeat(10_000) });

    expect(read({ second }).opinion?.text).toHaveLength(600);
  });

  it('is not requested when another step fails', () => {
    expect(read({ second: null, preconditions: [aPrecondition({ necessary: false })] }).candidate).toBeUndefined();
  });
});

describe('verifyAssessment', () => {
  it('returns nothing when the advisory was not read', () => {
    const { facts: _, ...unread } = aReadings();

    expect(verify({ assessment: unread })).toEqual({ opinion: null, code: null });
  });

  it('rejects every claim about a service without a profile', () => {
    expect(verify({ subject: aReadSubject({ profiles: [] }) }).code).toBe('ai_no_contradiction');
  });

  it.each(SHARING_MODES)('returns the same with %s', (sharing) => {
    expect(read({ sharing })).toEqual(verify());
  });

  it.each([
    ['a quote is made up', [aPrecondition({ quote: 'is limited to Windows' })], 'ai_unverified_quote'],
    ['it is not necessary', [aPrecondition({ necessary: false })], 'ai_not_necessary'],
    ['there is an alternative', [aPrecondition(), aPrecondition({ value: 'linux' })], 'ai_ambiguous'],
    ['nothing is excluded', [aPrecondition({ type: 'authenticated', value: null })], 'ai_no_contradiction'],
  ])('rejects when %s', (_, preconditions, code) => {
    expect(read({ preconditions })).toMatchObject({ code, opinion: { effect: 'annotate' } });
  });

  it('reports nothing when the advisory names no precondition', () => {
    expect(read({ preconditions: [] })).toEqual({ opinion: null, code: 'ai_no_contradiction' });
  });

  it('uses the valid preconditions and ignores the others', () => {
    const subject = aReadSubject({ profiles: [aKnownProfile({ fields: { 'privilege.localUsers': 'no' } })] });

    for (const other of [
      aPrecondition({ ...LOCAL, necessary: false }),
      aPrecondition({ value: 'darwin', quote: 'It is invented.' }),
    ])
      expect(read({ preconditions: [other, aPrecondition()] }, { subject }).opinion?.effect).toBe('dismiss');
  });

  it('uses the denials of runtime documents', () => {
    const subject = aReadSubject({ profiles: [aKnownProfile({ runtime: aRuntime(['exec']) })] });
    const preconditions = [aPrecondition({ type: 'command', value: null, quote: 'runs programs with' })];

    expect(read({ preconditions }, { subject }).opinion).toMatchObject({
      effect: 'dismiss',
      justification: 'protected_at_runtime',
      label: null,
      evidence: [{ type: 'advisory' }, { type: 'runtime', path: 'apparmor:3', value: 'deny exec' }],
    });
  });
});
