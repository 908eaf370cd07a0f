import { describe, expect, it } from 'vitest';
import { anOpinion } from '../../../../test/support/subjects.ts';
import { foldOpinions, type FoldFacts } from './fold-opinions.ts';
import type { Opinion } from './opinion.ts';

const human = (effect: Opinion['effect'], changes: Partial<Opinion> = {}) =>
  anOpinion({ kind: 'human', code: 'decision', actor: 'ann', effect, scope: 'service', at: T1, ...changes });
const vex = (effect: Opinion['effect'], changes: Partial<Opinion> = {}) =>
  anOpinion({ kind: 'vex', code: 'vex', actor: 'vendor', effect, trust: 'supplier', at: T1, ...changes });
const T1 = '2026-01-01T00:00:00.000Z';
const T2 = '2026-02-01T00:00:00.000Z';

const MALICIOUS = anOpinion({ code: 'malicious', actor: 'R17 v1', effect: 'escalate' });
const EXPLOITED = anOpinion({ code: 'exploited', actor: 'R16 v1', effect: 'escalate' });
const FACT = anOpinion({ code: 'withdrawn', actor: 'R01 v1', effect: 'dismiss', class: 'fact' });
const GUESS = anOpinion({ code: 'dev-dependency', actor: 'R09 v1', effect: 'dismiss', class: 'heuristic' });
const LOWER = anOpinion({ code: 'load-denied', actor: 'R19 v1', effect: 'deprioritize', label: 'mitigated' });
const NOTE = anOpinion({ code: 'disputed', actor: 'R02 v1', effect: 'annotate' });
const MODEL = anOpinion({ kind: 'ai', code: 'ai', actor: 'm p1', effect: 'dismiss' });

const PLAIN: FoldFacts = { guards: [], malicious: false };
const GUARDED: FoldFacts = { guards: ['critical'], malicious: false };
const HARMFUL: FoldFacts = { guards: ['malicious'], malicious: true };

describe('foldOpinions: precedence', () => {
  it.each<[string, readonly Opinion[], FoldFacts, string, string, string | undefined]>([
    ['no opinion', [], PLAIN, 'relevant', 'default', undefined],
    ['a note has no effect', [NOTE], PLAIN, 'relevant', 'default', undefined],
    [
      '1: a decision dismisses a finding that VEX confirms',
      [human('dismiss'), vex('confirm')],
      PLAIN,
      'not_relevant',
      'human',
      'ann',
    ],
    ['1: a decision confirms against a fact', [human('confirm'), FACT], PLAIN, 'relevant', 'human', 'ann'],
    [
      '1: a decision dismisses a malicious package',
      [human('dismiss'), MALICIOUS],
      HARMFUL,
      'not_relevant',
      'human',
      'ann',
    ],
    [
      '1: a decision deprioritizes an exploited finding',
      [human('deprioritize'), EXPLOITED],
      PLAIN,
      'deprioritized',
      'human',
      'ann',
    ],
    ['1: a decision in triage is a note', [human('annotate'), GUESS], PLAIN, 'not_relevant', 'rule', 'R09 v1'],
    [
      '1: an expired decision has no effect',
      [human('dismiss', { applies: false })],
      PLAIN,
      'relevant',
      'default',
      undefined,
    ],
    ['2: a malicious package before VEX', [MALICIOUS, vex('dismiss')], HARMFUL, 'relevant', 'rule', 'R17 v1'],
    ['2: a malicious package before facts', [MALICIOUS, FACT], HARMFUL, 'relevant', 'rule', 'R17 v1'],
    ['3: VEX dismisses a guarded finding', [vex('dismiss'), EXPLOITED], GUARDED, 'not_relevant', 'vex', 'vendor'],
    ['3: VEX confirms against a fact', [vex('confirm'), FACT], PLAIN, 'relevant', 'vex', 'vendor'],
    ['3: untrusted VEX has no effect', [vex('dismiss', { trust: 'none' })], PLAIN, 'relevant', 'default', undefined],
    ['4: a fact dismisses an exploited finding', [FACT, EXPLOITED], GUARDED, 'not_relevant', 'rule', 'R01 v1'],
    ['4: a fact before a heuristic', [GUESS, FACT], PLAIN, 'not_relevant', 'rule', 'R01 v1'],
    ['5: a heuristic dismisses', [GUESS], PLAIN, 'not_relevant', 'rule', 'R09 v1'],
    ['5: a guarded heuristic does not dismiss', [GUESS], GUARDED, 'relevant', 'default', undefined],
    ['5: a guarded heuristic does not deprioritize', [GUESS, LOWER], GUARDED, 'relevant', 'default', undefined],
    ['6: an AI assessment dismisses', [MODEL], PLAIN, 'not_relevant', 'ai', 'm p1'],
    ['6: a guarded AI assessment does not dismiss', [MODEL], GUARDED, 'relevant', 'default', undefined],
    [
      '6: an AI assessment with its own guards does not dismiss',
      [{ ...MODEL, guards: ['injection'] }],
      PLAIN,
      'relevant',
      'default',
      undefined,
    ],
    [
      '6: an AI assessment only suggests in suggest mode',
      [MODEL],
      { ...PLAIN, mode: 'suggest' },
      'relevant',
      'default',
      undefined,
    ],
    ['6: a rule before an AI assessment', [MODEL, GUESS], PLAIN, 'not_relevant', 'rule', 'R09 v1'],
    ['7: an exploited finding is not deprioritized', [EXPLOITED, LOWER], PLAIN, 'relevant', 'rule', 'R16 v1'],
    ['8: a rule deprioritizes', [LOWER], PLAIN, 'deprioritized', 'rule', 'R19 v1'],
    ['8: an AI assessment deprioritizes', [{ ...MODEL, effect: 'deprioritize' }], PLAIN, 'deprioritized', 'ai', 'm p1'],
  ])('%s', (_, opinions, facts, status, basis, actor) => {
    for (const order of [opinions, opinions.toReversed()]) {
      const verdict = foldOpinions(order, facts);

      expect([verdict.status, verdict.basis, verdict.deciding?.actor]).toEqual([status, basis, actor]);
      expect(verdict.reasons).toHaveLength(opinions.length);
    }
  });
});

describe('foldOpinions: human decisions', () => {
  it.each<[string, readonly Opinion[], string]>([
    [
      'the narrowest',
      [human('dismiss', { scope: 'organization', at: T2 }), human('confirm', { scope: 'version' })],
      'relevant',
    ],
    [
      'the service before the organization',
      [human('confirm', { scope: 'organization', at: T2 }), human('dismiss')],
      'not_relevant',
    ],
    ['the newest', [human('confirm'), human('dismiss', { at: T2 })], 'not_relevant'],
    ['the one that shows more, of the same time', [human('confirm'), human('dismiss')], 'relevant'],
    [
      'the wider one if the narrow one has expired',
      [human('dismiss', { scope: 'version', applies: false }), human('deprioritize')],
      'deprioritized',
    ],
  ])('prefers %s', (_, opinions, status) => {
    expect(foldOpinions(opinions, PLAIN).status).toBe(status);
    expect(foldOpinions(opinions.toReversed(), PLAIN).status).toBe(status);
  });

  it('sets the label of the verdict', () => {
    expect(foldOpinions([human('deprioritize', { label: 'accepted' })], PLAIN).label).toBe('accepted');
    expect(foldOpinions([human('confirm'), LOWER], PLAIN).label).toBeNull();
  });
});

describe('foldOpinions: VEX statements', () => {
  it.each<[string, readonly Opinion[], string, boolean]>([
    [
      'the organization before a supplier',
      [vex('confirm', { at: T2 }), vex('dismiss', { actor: 'us', trust: 'organization' })],
      'not_relevant',
      false,
    ],
    ['the newest of one author', [vex('confirm'), vex('dismiss', { at: T2 })], 'not_relevant', false],
    ['affected, between two authors', [vex('dismiss', { actor: 'other', at: T2 }), vex('confirm')], 'relevant', true],
    ['the same, from two authors', [vex('dismiss', { actor: 'other' }), vex('dismiss')], 'not_relevant', false],
    ['nothing if the author investigates again', [vex('dismiss'), vex('annotate', { at: T2 })], 'relevant', false],
    [
      'another author if one investigates again',
      [vex('annotate', { at: T2 }), vex('dismiss', { actor: 'other' })],
      'not_relevant',
      false,
    ],
    ['fixed, although it was found', [vex('dismiss', { state: 'resolved' })], 'not_relevant', true],
    ['patched in place', [vex('dismiss', { state: 'resolved_with_pedigree' })], 'not_relevant', false],
    [
      'the supplier if the organization only annotates',
      [vex('annotate', { trust: 'organization', actor: 'us' }), vex('dismiss')],
      'not_relevant',
      false,
    ],
  ])('follows: %s', (_, opinions, status, conflict) => {
    for (const order of [opinions, opinions.toReversed()])
      expect(foldOpinions(order, PLAIN)).toMatchObject({ status, conflict });
  });
});

describe('foldOpinions: suggestions', () => {
  it('returns the suggestion with its guards, also as the first reason', () => {
    const { suggestion, reasons, status } = foldOpinions([GUESS, NOTE], GUARDED);

    expect(status).toBe('relevant');
    expect(suggestion).toEqual({ ...GUESS, guards: ['critical'] });
    expect(reasons[0]).toBe(suggestion);
  });

  it('adds the guards of an AI assessment after those of the finding', () => {
    const { suggestion } = foldOpinions([{ ...MODEL, guards: ['injection', 'critical'] }], GUARDED);

    expect(suggestion?.guards).toEqual(['critical', 'injection']);
  });

  it('returns the suggestion beside an escalation, which decides', () => {
    const verdict = foldOpinions([GUESS, EXPLOITED], { guards: ['known-exploited'], malicious: false });

    expect(verdict).toMatchObject({ status: 'relevant', basis: 'rule', deciding: EXPLOITED, isEscalated: true });
    expect(verdict.suggestion?.actor).toBe('R09 v1');
  });

  it('makes no suggestion where a decision or a fact decides', () => {
    expect(foldOpinions([GUESS, human('confirm')], GUARDED).suggestion).toBeNull();
    expect(foldOpinions([GUESS, FACT], GUARDED).suggestion).toBeNull();
  });
});

describe('foldOpinions: suggestions of integrations', () => {
  const suggested = (changes: Partial<Opinion> = {}) =>
    human('annotate', { code: 'suggestion', actor: 'agent', state: 'not_affected', ...changes });

  it.each<[string, readonly Opinion[], string, string, string | undefined]>([
    ['needs review and changes nothing', [suggested()], 'relevant', 'default', 'agent'],
    ['does not raise a lower priority', [suggested(), LOWER], 'deprioritized', 'rule', 'agent'],
    ['comes after one that a guard holds back', [suggested(), GUESS], 'relevant', 'default', 'R09 v1'],
    ['is over after a decision', [suggested(), human('confirm')], 'relevant', 'human', undefined],
    ['is not needed for a dismissed finding', [suggested(), FACT], 'not_relevant', 'rule', undefined],
    ['has ended', [suggested({ applies: false })], 'relevant', 'default', undefined],
    ['is the newest', [suggested(), suggested({ actor: 'other', at: T2 })], 'relevant', 'default', 'other'],
  ])('one %s', (_, opinions, status, basis, author) => {
    for (const order of [opinions, opinions.toReversed()]) {
      const verdict = foldOpinions(order, GUARDED);
      expect([verdict.status, verdict.basis, verdict.suggestion?.actor]).toEqual([status, basis, author]);
      expect(verdict.reasons).toHaveLength(opinions.length);
    }
  });
});

describe('foldOpinions: reasons', () => {
  it('returns all opinions, the deciding one first, then by kind and effect', () => {
    const { reasons } = foldOpinions(
      [NOTE, LOWER, MODEL, GUESS, EXPLOITED, vex('annotate'), human('annotate'), FACT],
      PLAIN,
    );

    expect(reasons.map(({ actor }) => actor)).toEqual([
      'R01 v1',
      'ann',
      'vendor',
      'R16 v1',
      'R09 v1',
      'R19 v1',
      'R02 v1',
      'm p1',
    ]);
  });

  it('sorts mitigated before not observed when the effect is the same', () => {
    const unseen = anOpinion({ actor: 'R18 v1', effect: 'deprioritize', label: 'not_observed' });
    const minor = anOpinion({ actor: 'R05 v1', effect: 'deprioritize' });

    expect(foldOpinions([minor, unseen, LOWER], PLAIN)).toMatchObject({ label: 'mitigated', deciding: LOWER });
    expect(foldOpinions([minor, unseen], PLAIN).label).toBe('not_observed');
  });

  it('reports an escalation whatever decides', () => {
    expect(foldOpinions([FACT, EXPLOITED], PLAIN)).toMatchObject({ status: 'not_relevant', isEscalated: true });
    expect(foldOpinions([FACT], PLAIN).isEscalated).toBe(false);
  });
});
