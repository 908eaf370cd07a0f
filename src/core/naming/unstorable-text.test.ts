import { describe, expect, it } from 'vitest';
import { findUnstorable } from './unstorable-text.ts';

describe('findUnstorable', () => {
  it.each([
    ['a text', 'a\0', ''],
    ['a member', { a: { b: ['x', '\ud800'] } }, '/a/b/1'],
    ['a member name', { a: { '\udc00': 1 } }, '/a/\udc00'],
    ['a name with the signs of pointers', { 'a/b~c': '\0' }, '/a~1b~0c'],
  ])('points at %s', (_case, value, pointer) => {
    expect(findUnstorable(value)).toBe(pointer);
  });

  it.each([null, undefined, 1, 'a', '😀', { a: ['é', { b: null }] }])('finds nothing in %j', (value) => {
    expect(findUnstorable(value)).toBeUndefined();
  });

  it('searches deeply nested values', () => {
    const depth = 300_000;
    const deep: unknown = JSON.parse(`${'['.repeat(depth)}"\\u0000"${']'.repeat(depth)}`);

    expect(findUnstorable(deep)).toHaveLength(2 * depth);
  });
});
