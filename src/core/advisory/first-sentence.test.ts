import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LIMITS } from '../limits.ts';
import { firstSentence } from './first-sentence.ts';

const PIECE = fc.constantFrom(
  'A',
  'word',
  ' ',
  '. ',
  ': ',
  ':',
  '\n',
  '\r\n\n',
  '#',
  '**',
  '\u{1F4A5}',
  'e.g',
  '`',
  '\u{2028}',
);

describe('firstSentence', () => {
  it.each([
    ['One flaw. Another sentence.', 'One flaw'],
    ['No period at the end', 'No period at the end'],
    ['Broken\nacross lines. Next.', 'Broken across lines'],
    // Versions, file names and abbreviations do not end a sentence.
    ['Versions before 1.2.12 of libx are affected. Upgrade.', 'Versions before 1.2.12 of libx are affected'],
    ['A parser (e.g. Acme) reads too far. Upgrade.', 'A parser (e.g. Acme) reads too far'],
    [
      'The file inflate.c reads too far. common.c is safe. Upgrade.',
      'The file inflate.c reads too far. common.c is safe',
    ],
    // A first sentence that names only the product is kept together with the next one, which describes the flaw.
    [
      'An issue was discovered in libx before 2.6.3. The parser accepts a negative length. More.',
      'An issue was discovered in libx before 2.6.3. The parser accepts a negative length',
    ],
    [
      'Acme Editor is a text editor. Its parser reads too far. More.',
      'Acme Editor is a text editor. Its parser reads too far',
    ],
    ['There is a type confusion in libx. More.', 'There is a type confusion in libx'],
    ['A flaw was found in libx.', 'A flaw was found in libx'],
    // Linux kernel descriptions start with a fixed phrase, followed by the subject of the commit.
    [
      'In the Linux kernel, the following vulnerability has been resolved:\n\nnet: x: fix a double free\n\nLong story.',
      'net: x: fix a double free',
    ],
    ['Only an introduction:', 'Only an introduction:'],
    ['### Impact\nAttackers read files. Others do not.', 'Attackers read files'],
    ['## Summary\n\n---\n\nAttackers read files.', 'Attackers read files'],
    ['** DISPUTED ** The parser reads too far. More.', 'The parser reads too far'],
    ['Issue summary: The parser reads too far.', 'The parser reads too far'],
    ['', ''],
    ['\n---\n***\n', ''],
  ])('turns %j into %j', (text, sentence) => {
    expect(firstSentence(text)).toBe(sentence);
  });

  it('cuts a long sentence between words', () => {
    const sentence = firstSentence('word '.repeat(500));

    expect(sentence).toBe(`${'word '.repeat(40).trim()}…`.slice(-LIMITS.advisoryHeadlineCharactersMax));
  });

  it('returns one line of limited length for any text', () => {
    fc.assert(
      fc.property(fc.array(PIECE, { maxLength: 600 }), (pieces) => {
        const text = pieces.join('');
        const sentence = firstSentence(text);

        expect(sentence.length).toBeLessThanOrEqual(LIMITS.advisoryHeadlineCharactersMax);
        expect(sentence).not.toMatch(/[\r\n]/);
        expect(sentence.isWellFormed()).toBe(true);
      }),
    );
  });
});
