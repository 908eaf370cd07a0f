import { Buffer } from 'node:buffer';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseJsonDocument, toUtf8 } from './json-document.ts';

describe('toUtf8', () => {
  it('agrees with the platform encoder', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(Buffer.from(toUtf8(text))).toEqual(Buffer.from(text, 'utf8'));
      }),
    );
  });

  it('produces invalid UTF-8 for a lone surrogate', () => {
    expect(() => parseJsonDocument('["\ud800"]', 10)).toThrow(expect.objectContaining({ code: 'JSON_NOT_UTF8' }));
  });
});
