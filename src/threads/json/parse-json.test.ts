import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { boundHeapBytes, estimateHeapBytes } from './thread-memory.ts';
import { parseJson } from './parse-json.ts';

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

describe('parseJson', () => {
  it.each<[string, Uint8Array, unknown]>([
    ['an object', bytesOf('{ "a": [1, "é", "漢"] }'), { a: [1, 'é', '漢'] }],
    ['a document after a BOM', new Uint8Array([0xef, 0xbb, 0xbf, ...bytesOf('{}')]), {}],
  ])('parses %s', (_, bytes, value) => {
    expect(parseJson(bytes)).toEqual({ kind: 'value', value });
  });

  it.each<[string, Uint8Array, string]>([
    ['bytes that are not UTF-8', new Uint8Array([0x22, 0xff, 0x22]), 'The document is not UTF-8.'],
    ['a surrogate in UTF-8', new Uint8Array([0x22, 0xed, 0xa0, 0x80, 0x22]), 'The document is not UTF-8.'],
    ['an empty document', bytesOf(''), 'The document is not JSON.'],
    ['a cut document', bytesOf('{ "secret": "wo'), 'The document is not JSON.'],
    ['two BOMs', new Uint8Array([0xef, 0xbb, 0xbf, 0xef, 0xbb, 0xbf, ...bytesOf('{}')]), 'The document is not JSON.'],
  ])('describes the problem with %s without quoting it', (_, bytes, problem) => {
    expect(parseJson(bytes)).toEqual({ kind: 'unreadable', problem });
  });

  it('rejects a document that exceeds the memory of a thread before parsing it', () => {
    const bomb = new Uint8Array(16 * 1024 * 1024).fill(0x5b);

    expect(() => parseJson(bomb)).toThrow(expect.objectContaining({ code: 'THREAD_OUT_OF_MEMORY' }));
  });
});

describe('estimateHeapBytes', () => {
  it.each<[string, string, string]>([
    ['an array more than a number', '[1]', '[[]]'],
    ['an object more than an array', '[[]]', '[{}]'],
    ['a member more than an element', '{"a":1}', '{"a":1,"b":2}'],
    ['a wide text more than a narrow one of equal length', '"aaaaaaaaaaaa"', '"漢漢漢漢"'],
    ['an escaped wide text more than a narrow one of equal length', '"aaaaaaaaaaaa"', '"\\u4e00\\u4e00"'],
  ])('counts %s', (_, cheap, dear) => {
    expect(estimateHeapBytes(bytesOf(dear))).toBeGreaterThan(estimateHeapBytes(bytesOf(cheap)));
  });

  it('ignores structural characters inside a text', () => {
    const structure = '"[[[{:,\\"[[{{\\\\"';
    const letters = `"${'a'.repeat(structure.length - 2)}"`;

    expect(estimateHeapBytes(bytesOf(structure))).toBe(estimateHeapBytes(bytesOf(letters)));
  });

  it.each(['"', '"\\', '\\"', '"a\\"', ''])('returns an estimate for %j, which is not JSON', (text) => {
    expect(estimateHeapBytes(bytesOf(text))).toBeGreaterThanOrEqual(0);
  });
});

describe('boundHeapBytes', () => {
  it('is never below the estimate, whatever the bytes', () => {
    const text = fc.string({ unit: fc.constantFrom('{', '[', ':', ',', '"', '\\', '\\u4e00', 'a', 'é', '漢') });

    fc.assert(
      fc.property(text, (each) => {
        expect(boundHeapBytes(bytesOf(each))).toBeGreaterThanOrEqual(estimateHeapBytes(bytesOf(each)));
      }),
      { numRuns: 2_000 },
    );
  });

  it.each([0, 1, 2, 3])('is the same wherever the bytes begin in their buffer, for example at %i', (start) => {
    for (const text of ['', '{', '[]', '{"a":[1,2]}', '{"ab":[1,2]}']) {
      const bytes = bytesOf(text);
      const holder = new Uint8Array(start + bytes.length + 1).fill('{'.charCodeAt(0));
      holder.set(bytes, start);

      expect(boundHeapBytes(holder.subarray(start, start + bytes.length))).toBe(boundHeapBytes(bytes));
    }
  });
});
