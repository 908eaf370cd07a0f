import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LazyArray, toJsonPieces } from './json-pieces.ts';

describe('toJsonPieces', () => {
  it('produces the text of JSON.stringify for every document', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 8 }), (value) => {
        expect([...toJsonPieces(value)].join('')).toBe(JSON.stringify(value));
      }),
    );
  });

  it('writes lazy arrays as arrays and omits undefined members', () => {
    const document = {
      runs: [{ results: new LazyArray([1, 2, 3], (n, index) => ({ n, index })), rules: new LazyArray([], () => ({})) }],
      absent: undefined,
      last: null,
    };

    expect([...toJsonPieces(document)].join('')).toBe(JSON.stringify(document));
    expect(JSON.stringify(document)).toBe(
      '{"runs":[{"results":[{"n":1,"index":0},{"n":2,"index":1},{"n":3,"index":2}],"rules":[]}],"last":null}',
    );
  });

  it('creates an element only when its piece is requested', () => {
    let made = 0;
    const elements = new LazyArray(Array.from({ length: 1_000 }), () => {
      made += 1;
      return { text: 'x'.repeat(1_000) };
    });

    const pieces = toJsonPieces({ elements });
    pieces.next();

    expect(made).toBeLessThan(20);
    expect([...pieces].length).toBeGreaterThan(50);
    expect(made).toBe(1_000);
  });
});
