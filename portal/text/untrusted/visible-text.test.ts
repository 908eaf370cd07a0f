import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cutMiddle, hasMixedScripts, toFileName, toVisibleText } from './visible-text.ts';

describe('toVisibleText', () => {
  it.each([
    ['right-to-left override', 'a\u202Eb', 'a\\u{202E}b'],
    ['zero-width space', 'a\u200Bb', 'a\\u{200B}b'],
    ['soft hyphen', 'a\u00ADb', 'a\\u{AD}b'],
    ['line feed', 'a\nb', 'a\\u{A}b'],
    ['null', '\u0000', '\\u{0}'],
    ['Hangul filler, a letter without a shape', 'a\u3164', 'a\\u{3164}'],
    ['tag character beyond the first plane', 'a\u{E0041}', 'a\\u{E0041}'],
    ['lone surrogate', 'a\uD800', 'a\\u{D800}'],
    ['private use', '\uE000', '\\u{E000}'],
  ])('shows a %s as its code point', (_name, text, visible) => {
    expect(toVisibleText(text)).toBe(visible);
  });

  it.each(['@scope/left-pad', 'naïve', '日本語', '🦊', '<img src=x onerror=alert(1)>', 'a b'])(
    'leaves %s unchanged',
    (text) => {
      expect(toVisibleText(text)).toBe(text);
    },
  );

  it('is idempotent', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const visible = toVisibleText(text);
        expect(toVisibleText(visible)).toBe(visible);
      }),
    );
  });
});

describe('hasMixedScripts', () => {
  it.each([
    ['axios', false],
    ['\u0430xios', true],
    ['\u0430\u0445\u0456\u043E\u0455', false],
    ['lodash-\u03B1', true],
    ['日本-axios', false],
    ['1.2.3', false],
  ])('returns for %s: %s', (text, isMixed) => {
    expect(hasMixedScripts(text)).toBe(isMixed);
  });
});

describe('cutMiddle', () => {
  it.each([
    ['abcdefghi', 9, 'abcdefghi'],
    ['abcdefghij', 9, 'abcd…ghij'],
    ['abcdefghij', 8, 'abcd…hij'],
  ])('cuts %s to %i characters: %s', (text, max, cut) => {
    expect(cutMiddle(text, max)).toBe(cut);
  });

  it('never makes text longer and never splits a character', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 5, max: 40 }), (text, max) => {
        const cut = cutMiddle(text, max);
        expect(cut.length).toBeLessThanOrEqual(Math.max(max, 5));
        expect(cut.isWellFormed()).toBe(true);
      }),
    );
  });
});

describe('toFileName', () => {
  it.each([
    ['team/shop-2.4.1-findings.csv', 'team-shop-2.4.1-findings.csv'],
    ['../../etc/passwd', 'etc-passwd'],
    ['.hidden', 'hidden'],
    ['<img src=x>.csv', 'img-src-x-.csv'],
    ['\u202E', 'findings'],
  ])('converts %s to %s', (name, file) => {
    expect(toFileName(name)).toBe(file);
  });

  it('keeps the extension of a long name', () => {
    expect(toFileName(`${'x'.repeat(500)}.csv`)).toHaveLength(120);
    expect(toFileName(`${'x'.repeat(500)}.csv`)).toMatch(/\.csv$/);
  });
});
