import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isName, toName } from './name.ts';

const invisible = ['\u0000', '\r\n', '\u001b', '\u007f', '\u0085', '\u202e', '\u200b', '\u2028', '\ud800', '\ue000'];

describe('toName', () => {
  it.each([
    'svc',
    'team/api',
    'repo/app@sha256:ab',
    'a%2Fb',
    'a\\b',
    'x?y#z',
    'release 1',
    '0123456789abcdef0123456789abcdef',
    '…',
  ])('accepts %j unchanged', (text) => {
    expect(toName('service name', text)).toBe(text);
  });

  it.each([
    '',
    ' a',
    'a ',
    'a  b',
    '.',
    '..',
    'a/../b',
    './a',
    'a\tb',
    'a\u00a0b',
    'a\u3000b',
    '01890a5d-ac96-774b-bcce-b302099a8057',
    '01890A5D-AC96-774B-BCCE-B302099A8057',
  ])('rejects %j', (text) => {
    expect(() => toName('version name', text)).toThrow(expect.objectContaining({ code: 'NAME_INVALID' }));
  });

  it.each(invisible.map((character) => [`a${character}b`]))('rejects %j and escapes it in the message', (text) => {
    expect(() => toName('alias', text)).toThrow(/^The alias "a\\u\{/);
  });

  it('normalizes composed and decomposed spelling to the same name', () => {
    expect(toName('service name', 'cafe\u0301')).toBe(toName('service name', 'caf\u00e9'));
  });

  it.each([
    ['a'.repeat(512), true],
    ['a'.repeat(513), false],
    ['😀'.repeat(512), true],
    ['😀'.repeat(513), false],
    // U+FB2C becomes three code points in NFC.
    ['\ufb2c'.repeat(170), true],
    ['\ufb2c'.repeat(171), false],
  ])('counts code points after normalization (%#)', (text, accepted) => {
    if (accepted) expect(toName('slot', text)).toBe(text.normalize('NFC'));
    else expect(() => toName('slot', text)).toThrow('longer than 512 characters');
  });

  it('returns names that it accepts again unchanged', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (text) => {
        let name: string;
        try {
          name = toName('service name', text);
        } catch {
          return;
        }
        expect(toName('service name', name)).toBe(name);
        expect(isName(name)).toBe(true);
      }),
    );
  });
});
