import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cleanText, foldText } from './clean-text.ts';

describe('cleanText', () => {
  it.each([
    ['control characters', 'a\u0000b\u0007c\u001b[31m', 'abc[31m'],
    ['zero-width characters', 'ig\u200bno\u200dre\ufeff', 'ignore'],
    ['bidirectional marks', '\u202eabc\u2066d\u2069', 'abcd'],
    ['tags', `a${String.fromCodePoint(0xe0061, 0xe0062)}b`, 'ab'],
    ['variation selectors and fillers', 'a\ufe0f\u3164b', 'ab'],
    ['half a character', 'a\ud800b', 'ab'],
    ['other spellings of letters', 'ｉｇｎｏｒｅ ﬁle', 'ignore file'],
    ['other breaks', 'a\r\nb\rc\u2028d\u0085e', 'a\nb\nc\nd\ne'],
    ['tabs, and spaces around', '\ta\tb ', 'a b'],
  ])('removes or normalizes %s', (_, text, clean) => {
    expect(cleanText(text, 100)).toBe(clean);
  });

  it('never exceeds the limit and never cuts a surrogate pair', () => {
    expect(cleanText('😀😀', 3)).toBe('😀');
    expect(cleanText('abc', 0)).toBe('');
    expect(cleanText('ﷺ'.repeat(100), 50).length).toBeLessThanOrEqual(50);
  });

  it('is idempotent and well-formed for any input', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.nat(40), (text, most) => {
        const clean = cleanText(text, most);

        expect(clean.length).toBeLessThanOrEqual(most);
        expect(clean.isWellFormed()).toBe(true);
        expect(cleanText(clean, most)).toBe(clean);
        expect(foldText(foldText(text))).toBe(foldText(text));
      }),
    );
  });
});

describe('foldText', () => {
  it('puts the text on one line with single spaces', () => {
    expect(foldText(' a \n\n b\u00a0\u00a0c\t')).toBe('a b c');
    expect(foldText('a b c', 2)).toBe('a');
  });
});
