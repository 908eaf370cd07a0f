import { describe, expect, it } from 'vitest';
import { AUDIT_ACTIONS } from '../../../../src/core/vocabulary/audit.ts';
import { describeAction, listDifferences } from './audit-text.ts';

describe('listDifferences', () => {
  it.each<[string, unknown, unknown, readonly unknown[]]>([
    ['nothing', null, null, []],
    ['added members', null, { name: 'a' }, [{ name: 'name', from: undefined, to: 'a' }]],
    ['removed members', { name: 'a' }, null, [{ name: 'name', from: 'a', to: undefined }]],
    ['only changed members', { a: 1, b: [1] }, { a: 1, b: [2] }, [{ name: 'b', from: '[1]', to: '[2]' }]],
    ['values without a name', 'x', 'y', [{ name: 'value', from: 'x', to: 'y' }]],
  ])('lists %s', (_, before, after, expected) => {
    expect(listDifferences(before, after)).toEqual(expected);
  });
});

describe('describeAction', () => {
  it('has a text for every recorded action', () => {
    expect(AUDIT_ACTIONS.filter((action) => describeAction(action) === action)).toEqual([]);
  });

  it('returns an unknown action unchanged', () => {
    expect(describeAction('token.created')).toBe('Token created');
    expect(describeAction('toString')).toBe('toString');
  });
});
