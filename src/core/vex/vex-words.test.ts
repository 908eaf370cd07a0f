import { describe, expect, it } from 'vitest';
import {
  BUILT_IN_PROTECTION,
  EFFECT_OF_STATE,
  findWord,
  JUSTIFICATION_READ,
  STATE_OF_STATUS,
  STATUS_OF_STATE,
  TOLD_JUSTIFICATIONS,
  VEX_JUSTIFICATIONS,
  VEX_STATES,
} from './vex-words.ts';

describe('states', () => {
  it.each([
    ['exploitable', 'affected', 'exploitable', 'confirm'],
    ['in_triage', 'under_investigation', 'in_triage', 'annotate'],
    ['not_affected', 'not_affected', 'not_affected', 'dismiss'],
    ['false_positive', 'not_affected', 'not_affected', 'dismiss'],
    ['resolved', 'fixed', 'resolved', 'dismiss'],
    ['resolved_with_pedigree', 'fixed', 'resolved', 'dismiss'],
  ] as const)('%s is %s in OpenVEX, comes back as %s, and may %s', (state, status, back, effect) => {
    expect(STATUS_OF_STATE[state]).toBe(status);
    expect(STATE_OF_STATUS[status]).toBe(back);
    expect(EFFECT_OF_STATE[state]).toBe(effect);
  });

  it('are all in the tables', () => {
    expect(Object.keys(STATUS_OF_STATE).toSorted()).toEqual(VEX_STATES.toSorted());
    expect(Object.keys(EFFECT_OF_STATE).toSorted()).toEqual(VEX_STATES.toSorted());
  });
});

describe('justifications', () => {
  it.each([
    ['code_not_present', 'vulnerable_code_not_present', false, 'code_not_present'],
    ['code_not_reachable', 'vulnerable_code_not_in_execute_path', false, 'code_not_reachable'],
    ['requires_configuration', 'vulnerable_code_cannot_be_controlled_by_adversary', true, 'requires_environment'],
    ['requires_dependency', 'vulnerable_code_cannot_be_controlled_by_adversary', true, 'requires_environment'],
    ['requires_environment', 'vulnerable_code_cannot_be_controlled_by_adversary', true, 'requires_environment'],
    ['protected_by_compiler', 'inline_mitigations_already_exist', false, 'protected_at_runtime'],
  ] as const)('%s is %s (with our word beside it: %s), and comes back as %s', (ours, theirs, named, back) => {
    expect(TOLD_JUSTIFICATIONS[ours]).toEqual({ as: theirs, named });
    expect(JUSTIFICATION_READ[theirs]).toBe(back);
  });

  it.each(['protected_at_runtime', 'protected_at_perimeter', 'protected_by_mitigating_control'] as const)(
    '%s is told as affected, because somebody could switch it off',
    (justification) => {
      expect(TOLD_JUSTIFICATIONS[justification]).toEqual({ as: 'affected' });
    },
  );

  it('tell a protection that is built in as one', () => {
    expect(BUILT_IN_PROTECTION).toEqual({ as: 'inline_mitigations_already_exist', named: false });
    expect(JUSTIFICATION_READ.component_not_present).toBe('code_not_present');
  });

  it('are all in the table', () => {
    expect(Object.keys(TOLD_JUSTIFICATIONS).toSorted()).toEqual(VEX_JUSTIFICATIONS.toSorted());
  });
});

describe('findWord', () => {
  it.each([
    ['not_affected', 'not_affected'],
    [' Not_Affected ', 'not_affected'],
    ['safe', undefined],
    [undefined, undefined],
  ])('finds for %j: %s', (text, found) => {
    expect(findWord(VEX_STATES, text)).toBe(found);
  });
});
