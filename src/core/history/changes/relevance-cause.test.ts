import { describe, expect, it } from 'vitest';
import { findRelevanceCause, toDecidingOpinion, type DecidingOpinion, type RelevanceCause } from './relevance-cause.ts';

const DEFAULT: DecidingOpinion = {
  basis: 'default',
  sourceId: null,
  isProfileBased: false,
  analyses: [],
  answers: [],
  broken: [],
  isAiInactive: false,
};
const RULE: DecidingOpinion = { ...DEFAULT, basis: 'rule' };
const DECISION: DecidingOpinion = { ...DEFAULT, basis: 'human', sourceId: 'a' };
const VEX: DecidingOpinion = { ...DEFAULT, basis: 'vex', sourceId: 'document/0' };
const CONFINED: DecidingOpinion = { ...RULE, isProfileBased: true };
const MODEL: DecidingOpinion = { ...DEFAULT, basis: 'ai', isProfileBased: true };
const INACTIVE: DecidingOpinion = { ...DEFAULT, isAiInactive: true };
const broken = (...changes: DecidingOpinion['broken']): DecidingOpinion => ({ ...DEFAULT, broken: changes });

describe('findRelevanceCause', () => {
  it.each<[string, DecidingOpinion, DecidingOpinion, boolean, RelevanceCause | undefined]>([
    ['a decision is made', DEFAULT, DECISION, false, 'decision'],
    ['a decision is replaced', DECISION, { ...DECISION, sourceId: 'b' }, false, 'decision'],
    ['the decision is reverted', DECISION, RULE, false, 'decision'],
    ['a statement is added', RULE, VEX, false, 'decision'],
    ['a statement is removed', VEX, DEFAULT, false, 'decision'],
    ['a question is answered', DEFAULT, { ...RULE, answers: ['a'] }, false, 'decision'],
    ['an answer is reverted', { ...RULE, answers: ['a'] }, DEFAULT, false, 'decision'],
    ['an analysis of calls is sent', DEFAULT, { ...RULE, analyses: ['a'] }, false, 'reachability'],
    [
      'an analysis of calls is replaced',
      { ...RULE, analyses: ['a'] },
      { ...RULE, analyses: ['b'] },
      true,
      'reachability',
    ],
    ['an analysis of calls is deleted', { ...RULE, analyses: ['a'] }, DEFAULT, false, 'reachability'],
    [
      'another advisory matches that was not analyzed',
      { ...RULE, analyses: ['a'] },
      { ...DEFAULT, analyses: ['a'] },
      false,
      undefined,
    ],
    ['the decision expires', DECISION, broken('expired'), false, 'decision'],
    ['the severity was raised', DECISION, broken('severity-raised', 'advisory-changed'), false, 'advisory'],
    ['it is known exploited', DECISION, broken('known-exploited'), true, 'advisory'],
    [
      'it is known exploited and the decision expired',
      DECISION,
      broken('expired', 'known-exploited'),
      false,
      'advisory',
    ],
    ['a cited field of the profile changed', DECISION, broken('profile-changed'), true, 'profile'],
    ['the package has another major version', DECISION, broken('major-version-changed'), false, 'code'],
    [
      'the major version and the advisory changed',
      DECISION,
      broken('advisory-changed', 'major-version-changed'),
      false,
      'code',
    ],
    ['the profile no longer supports the rule', CONFINED, DEFAULT, true, 'profile'],
    ['the profile supports the rule now', DEFAULT, CONFINED, true, 'profile'],
    ['the profile is unchanged', CONFINED, DEFAULT, false, undefined],
    ['a rule about documents applies', DEFAULT, RULE, true, undefined],
    ['an AI assessment is added', DEFAULT, MODEL, false, 'profile'],
    ['the AI assessment changed or is inactive', MODEL, INACTIVE, false, 'profile'],
    ['the AI assessment is unchanged and a guard applies now', MODEL, DEFAULT, false, undefined],
    ['the AI assessment is unchanged', MODEL, MODEL, false, undefined],
    ['the same condition is still broken', broken('expired'), { ...RULE, broken: ['expired'] }, false, undefined],
  ])('returns the cause when %s', (_, before, now, isOtherProfile, cause) => {
    expect(findRelevanceCause([before], [now], { isOtherProfile })).toBe(cause);
  });

  it('compares the deciding opinions of all places of a finding', () => {
    expect(findRelevanceCause([DEFAULT, DEFAULT], [DEFAULT, DECISION], { isOtherProfile: false })).toBe('decision');
    expect(findRelevanceCause([DECISION, DEFAULT], [DEFAULT, DECISION], { isOtherProfile: false })).toBe(undefined);
  });
});

describe('toDecidingOpinion', () => {
  const REASON = { kind: 'rule', sourceId: null, evidence: [] } as const;

  it('returns the first reason unless the basis is the default, and the broken conditions of ended decisions', () => {
    const over = { ...REASON, kind: 'human', applies: false, changedSince: ['expired'] } as const;
    const evidence = [{ type: 'runtime', path: 'apparmor 3', value: null }] as const;

    expect(toDecidingOpinion([{ ...REASON, evidence }, over], 'rule')).toEqual({
      basis: 'rule',
      sourceId: null,
      isProfileBased: true,
      analyses: [],
      answers: [],
      broken: ['expired'],
      isAiInactive: false,
    });
    expect(toDecidingOpinion([{ ...REASON, evidence }], 'default')).toEqual(DEFAULT);
  });
});
