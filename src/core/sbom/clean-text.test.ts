import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cleanText, flattenText, shortenText } from './clean-text.ts';

const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string(),
  fc.array(fc.integer({ min: 0, max: 0xffff })).map((units) => String.fromCharCode(...units)),
);

describe('cleanText', () => {
  it.each([
    ['a\u0000b', 'a\uFFFDb'],
    ['\t=1', '\uFFFD=1'],
    ['\r\n', '\uFFFD\uFFFD'],
    ['a\u007F\u0085b', 'a\uFFFD\uFFFDb'],
    ['\uD800', '\uFFFD'],
    ['a\uDC00b', 'a\uFFFDb'],
    ['\uDC00\uD800', '\uFFFD\uFFFD'],
  ])('converts %j to %j', (text, clean) => {
    expect(cleanText(text)).toBe(clean);
  });

  it.each(['', 'left-pad', 'café', '😀', '\u202Eabc', '\u200B', '\u0430xios', '<img src=x onerror=alert(1)>'])(
    'keeps %j',
    (text) => {
      expect(cleanText(text)).toBe(text);
    },
  );

  it('returns well-formed text without control characters, and is idempotent', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const clean = cleanText(text);

        expect(clean.isWellFormed()).toBe(true);
        expect(clean).not.toMatch(/\p{Cc}/u);
        expect(clean).toHaveLength(text.length);
        expect(cleanText(clean)).toBe(clean);
      }),
    );
  });
});

describe('shortenText', () => {
  it('keeps text within the limit', () => {
    expect(shortenText('abc', 3)).toBe('abc');
  });

  it('cuts longer text and appends an ellipsis', () => {
    expect(shortenText('abcd', 3)).toBe('abc…');
  });

  it('does not split a surrogate pair', () => {
    expect(shortenText('ab😀d', 3)).toBe('ab……');
  });

  it('returns text that is one character longer than the limit if it was cut', () => {
    fc.assert(
      fc.property(anyText, fc.integer({ min: 1, max: 20 }), (text, max) => {
        const short = shortenText(text, max);

        expect(short.length).toBe(Math.min(text.length, max + 1));
        if (text.isWellFormed()) expect(short.isWellFormed()).toBe(true);
      }),
    );
  });
});

describe('flattenText', () => {
  it.each([
    ['one line', 'one line'],
    ['two\r\nlines\tand a tab', 'two  lines and a tab'],
    ['\u0000 stays', '\u0000 stays'],
  ])('converts %j to one line', (text, flat) => {
    expect(flattenText(text)).toBe(flat);
  });
});
