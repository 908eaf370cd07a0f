import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseQueryString, QUERY_PROBLEM } from './query-string.ts';

const plain = (text: string) => ({ ...parseQueryString(text) });

describe('parseQueryString', () => {
  it.each([
    ['', {}],
    ['a=1&b=2', { a: '1', b: '2' }],
    ['image=a%2Fb%40sha256%3Aab', { image: 'a/b@sha256:ab' }],
    ['a=x+y&b', { a: 'x y', b: '' }],
    ['tag=a&tag=b', { tag: ['a', 'b'] }],
    ['&&a=1&', { a: '1' }],
    ['a==', { a: '=' }],
  ])('parses %j', (text, expected) => {
    expect(plain(text)).toEqual(expected);
  });

  it.each([
    ['a=%ZZ', 'a'],
    ['%=1', '%'],
    ['a=%ff', 'a'],
    ['a=%ed%a0%80', 'a'],
  ])('marks %j as badly encoded in parameter %j', (text, name) => {
    expect(parseQueryString(text)[QUERY_PROBLEM]).toEqual({ kind: 'encoding', name });
  });

  it('marks a repeated parameter', () => {
    expect(parseQueryString('limit=1&limit=2')[QUERY_PROBLEM]).toEqual({ kind: 'repeated', name: 'limit' });
  });

  it('handles names of prototype properties as plain parameters', () => {
    expect(parseQueryString('__proto__=x&constructor=y')).toMatchObject({ constructor: 'y' });
    expect(({} as Record<string, unknown>)['x']).toBeUndefined();
  });

  it('never throws', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(() => parseQueryString(text)).not.toThrow();
      }),
    );
  });
});
