import { describe, expect, it } from 'vitest';
import { describeAction, listDifferences } from './audit-words.ts';

describe('listDifferences', () => {
  it.each<[string, unknown, unknown, readonly unknown[]]>([
    ['nothing', null, null, []],
    ['what came', null, { name: 'a' }, [{ name: 'name', from: undefined, to: 'a' }]],
    ['what went', { name: 'a' }, null, [{ name: 'name', from: 'a', to: undefined }]],
    ['only what changed', { a: 1, b: [1] }, { a: 1, b: [2] }, [{ name: 'b', from: '[1]', to: '[2]' }]],
    ['values without a name', 'x', 'y', [{ name: 'value', from: 'x', to: 'y' }]],
  ])('lists %s', (_, before, after, expected) => {
    expect(listDifferences(before, after)).toEqual(expected);
  });
});

describe('describeAction', () => {
  it('shows what it does not know as it is', () => {
    expect(describeAction('token.created')).toBe('Token created');
    expect(describeAction('toString')).toBe('toString');
  });
});
