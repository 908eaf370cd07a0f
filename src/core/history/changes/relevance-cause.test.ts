import { describe, expect, it } from 'vitest';
import { findRelevanceCause, toDecidingOpinion, type DecidingOpinion, type RelevanceCause } from './relevance-cause.ts';

const NOBODY: DecidingOpinion = {
  basis: 'default',
  sourceId: null,
  isProfileBased: false,
  broken: [],
  isAiInactive: false,
};
const RULE: DecidingOpinion = { ...NOBODY, basis: 'rule' };
const PERSON: DecidingOpinion = { ...NOBODY, basis: 'human', sourceId: 'a' };
const VEX: DecidingOpinion = { ...NOBODY, basis: 'vex', sourceId: 'document/0' };
const CONFINED: DecidingOpinion = { ...RULE, isProfileBased: true };
const MODEL: DecidingOpinion = { ...NOBODY, basis: 'ai', isProfileBased: true };
const SILENT: DecidingOpinion = { ...NOBODY, isAiInactive: true };
const broken = (...changes: DecidingOpinion['broken']): DecidingOpinion => ({ ...NOBODY, broken: changes });

describe('findRelevanceCause', () => {
  it.each<[string, DecidingOpinion, DecidingOpinion, boolean, RelevanceCause | undefined]>([
    ['a decision is made', NOBODY, PERSON, false, 'decision'],
    ['a decision is replaced', PERSON, { ...PERSON, sourceId: 'b' }, false, 'decision'],
    ['the decision is reverted', PERSON, RULE, false, 'decision'],
    ['a statement is added', RULE, VEX, false, 'decision'],
    ['a statement is removed', VEX, NOBODY, false, 'decision'],
    ['the decision expires', PERSON, broken('expired'), false, 'decision'],
    ['the severity was raised', PERSON, broken('severity-raised', 'advisory-changed'), false, 'advisory'],
    ['it is known exploited', PERSON, broken('known-exploited'), true, 'advisory'],
    ['it is known exploited and the decision expired', PERSON, broken('expired', 'known-exploited'), false, 'advisory'],
    ['a cited field of the profile changed', PERSON, broken('profile-changed'), true, 'profile'],
    ['the package has another major version', PERSON, broken('major-version-changed'), false, 'code'],
    [
      'the major version and the advisory changed',
      PERSON,
      broken('advisory-changed', 'major-version-changed'),
      false,
      'code',
    ],
    ['the profile no longer supports the rule', CONFINED, NOBODY, true, 'profile'],
    ['the profile supports the rule now', NOBODY, CONFINED, true, 'profile'],
    ['the profile is unchanged', CONFINED, NOBODY, false, undefined],
    ['a rule about documents applies', NOBODY, RULE, true, undefined],
    ['an AI assessment is added', NOBODY, MODEL, false, 'profile'],
    ['the AI assessment changed or is inactive', MODEL, SILENT, false, 'profile'],
    ['the AI assessment is unchanged and a guard applies now', MODEL, NOBODY, false, undefined],
    ['the AI assessment is unchanged', MODEL, MODEL, false, undefined],
    ['the same condition is still broken', broken('expired'), { ...RULE, broken: ['expired'] }, false, undefined],
  ])('returns the cause when %s', (_, before, now, isOtherProfile, cause) => {
    expect(findRelevanceCause([before], [now], { isOtherProfile })).toBe(cause);
  });

  it('compares the deciding opinions of all places of a finding', () => {
    expect(findRelevanceCause([NOBODY, NOBODY], [NOBODY, PERSON], { isOtherProfile: false })).toBe('decision');
    expect(findRelevanceCause([PERSON, NOBODY], [NOBODY, PERSON], { isOtherProfile: false })).toBe(undefined);
  });
});

describe('toDecidingOpinion', () => {
  const SAID = { kind: 'rule', sourceId: null, evidence: [] } as const;

  it('returns the first reason unless the basis is the default, and the broken premises of ended decisions', () => {
    const over = { ...SAID, kind: 'human', applies: false, changedSince: ['expired'] } as const;
    const evidence = [{ type: 'runtime', path: 'apparmor 3', value: null }] as const;

    expect(toDecidingOpinion([{ ...SAID, evidence }, over], 'rule')).toEqual({
      ...{ basis: 'rule', sourceId: null, isProfileBased: true, broken: ['expired'], isAiInactive: false },
    });
    expect(toDecidingOpinion([{ ...SAID, evidence }], 'default')).toEqual(NOBODY);
  });
});
