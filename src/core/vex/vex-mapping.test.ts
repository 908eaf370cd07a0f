import { describe, expect, it } from 'vitest';
import {
  BUILT_IN_PROTECTION,
  EFFECT_OF_STATE,
  findTerm,
  IMPORTED_JUSTIFICATIONS,
  STATE_OF_STATUS,
  STATUS_OF_STATE,
  EXPORTED_JUSTIFICATIONS,
} from './vex-mapping.ts';
import { VEX_JUSTIFICATIONS, VEX_STATES } from '../vocabulary/vex.ts';

describe('VEX states', () => {
  it.each([
    ['exploitable', 'affected', 'exploitable', 'confirm'],
    ['in_triage', 'under_investigation', 'in_triage', 'annotate'],
    ['not_affected', 'not_affected', 'not_affected', 'dismiss'],
    ['false_positive', 'not_affected', 'not_affected', 'dismiss'],
    ['resolved', 'fixed', 'resolved', 'dismiss'],
    ['resolved_with_pedigree', 'fixed', 'resolved', 'dismiss'],
  ] as const)('maps %s to %s in OpenVEX and back to %s, with the effect %s', (state, status, back, effect) => {
    expect(STATUS_OF_STATE[state]).toBe(status);
    expect(STATE_OF_STATUS[status]).toBe(back);
    expect(EFFECT_OF_STATE[state]).toBe(effect);
  });

  it('have an entry in both tables', () => {
    expect(Object.keys(STATUS_OF_STATE).toSorted()).toEqual(VEX_STATES.toSorted());
    expect(Object.keys(EFFECT_OF_STATE).toSorted()).toEqual(VEX_STATES.toSorted());
  });
});

describe('VEX justifications', () => {
  it.each([
    ['code_not_present', 'vulnerable_code_not_present', false, 'code_not_present'],
    ['code_not_reachable', 'vulnerable_code_not_in_execute_path', false, 'code_not_reachable'],
    ['requires_configuration', 'vulnerable_code_cannot_be_controlled_by_adversary', true, 'requires_environment'],
    ['requires_dependency', 'vulnerable_code_cannot_be_controlled_by_adversary', true, 'requires_environment'],
    ['requires_environment', 'vulnerable_code_cannot_be_controlled_by_adversary', true, 'requires_environment'],
    ['protected_by_compiler', 'inline_mitigations_already_exist', false, 'protected_at_runtime'],
  ] as const)('maps %s to %s (with our justification in the text: %s) and back to %s', (ours, theirs, named, back) => {
    expect(EXPORTED_JUSTIFICATIONS[ours]).toEqual({ as: theirs, named });
    expect(IMPORTED_JUSTIFICATIONS[theirs]).toBe(back);
  });

  it.each(['protected_at_runtime', 'protected_at_perimeter', 'protected_by_mitigating_control'] as const)(
    'exports %s as affected, because the protection can be switched off',
    (justification) => {
      expect(EXPORTED_JUSTIFICATIONS[justification]).toEqual({ as: 'affected' });
    },
  );

  it('export a built-in protection as an inline mitigation', () => {
    expect(BUILT_IN_PROTECTION).toEqual({ as: 'inline_mitigations_already_exist', named: false });
    expect(IMPORTED_JUSTIFICATIONS.component_not_present).toBe('code_not_present');
  });

  it('have an entry in the table', () => {
    expect(Object.keys(EXPORTED_JUSTIFICATIONS).toSorted()).toEqual(VEX_JUSTIFICATIONS.toSorted());
  });
});

describe('findTerm', () => {
  it.each([
    ['not_affected', 'not_affected'],
    [' Not_Affected ', 'not_affected'],
    ['safe', undefined],
    [undefined, undefined],
  ])('finds for %j: %s', (text, found) => {
    expect(findTerm(VEX_STATES, text)).toBe(found);
  });
});
