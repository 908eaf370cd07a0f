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
    ['somebody decides', NOBODY, PERSON, false, 'decision'],
    ['somebody decides otherwise', PERSON, { ...PERSON, sourceId: 'b' }, false, 'decision'],
    ['it is taken back', PERSON, RULE, false, 'decision'],
    ['a statement comes', RULE, VEX, false, 'decision'],
    ['a statement goes', VEX, NOBODY, false, 'decision'],
    ['its time is over', PERSON, broken('expired'), false, 'decision'],
    ['it got worse', PERSON, broken('severity-raised', 'advisory-changed'), false, 'advisory'],
    ['it is exploited', PERSON, broken('known-exploited'), true, 'advisory'],
    ['it got worse when its time was over', PERSON, broken('expired', 'known-exploited'), false, 'advisory'],
    ['a field of the profile says otherwise', PERSON, broken('profile-changed'), true, 'profile'],
    ['the package is another one', PERSON, broken('major-version-changed'), false, 'code'],
    [
      'it is another one, of which the advisory also speaks otherwise',
      PERSON,
      broken('advisory-changed', 'major-version-changed'),
      false,
      'code',
    ],
    ['the profile says otherwise', CONFINED, NOBODY, true, 'profile'],
    ['the profile begins to say it', NOBODY, CONFINED, true, 'profile'],
    ['the profile is the same', CONFINED, NOBODY, false, undefined],
    ['a rule about documents speaks', NOBODY, RULE, true, undefined],
    ['a model has read it', NOBODY, MODEL, false, 'profile'],
    ['a model reads it otherwise, or is not heard', MODEL, SILENT, false, 'profile'],
    ['a model reads it as before, and another guard holds it back', MODEL, NOBODY, false, undefined],
    ['a model goes on to say the same', MODEL, MODEL, false, undefined],
    ['what was broken before still is', broken('expired'), { ...RULE, broken: ['expired'] }, false, undefined],
  ])('when %s', (_, before, now, isOtherProfile, cause) => {
    expect(findRelevanceCause([before], [now], { isOtherProfile })).toBe(cause);
  });

  it('compares the deciding opinions of all places of a finding', () => {
    expect(findRelevanceCause([NOBODY, NOBODY], [NOBODY, PERSON], { isOtherProfile: false })).toBe('decision');
    expect(findRelevanceCause([PERSON, NOBODY], [NOBODY, PERSON], { isOtherProfile: false })).toBe(undefined);
  });
});

describe('toDecidingWord', () => {
  const SAID = { kind: 'rule', sourceId: null, evidence: [] } as const;

  it('returns the first reason unless the basis is the default, and the broken conditions of ended decisions', () => {
    const over = { ...SAID, kind: 'human', applies: false, changedSince: ['expired'] } as const;
    const evidence = [{ type: 'runtime', path: 'apparmor 3', value: null }] as const;

    expect(toDecidingOpinion([{ ...SAID, evidence }, over], 'rule')).toEqual({
      ...{ basis: 'rule', sourceId: null, isOfProfile: true, broken: ['expired'], isModelSilent: false },
    });
    expect(toDecidingOpinion([{ ...SAID, evidence }], 'default')).toEqual(NOBODY);
  });
});
