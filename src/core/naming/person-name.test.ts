import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toNameKey, toPersonName } from './person-name.ts';

describe('toPersonName', () => {
  it.each([
    'Ada Lovelace',
    "Conan O'Brien",
    'Zoë',
    '李小龙',
    'Мария Кюри',
    'Jean-Luc',
    'X Æ A-12',
    'अनिल',
    'Rooty McRoot',
  ])('accepts %j unchanged', (name) => {
    expect(toPersonName(name)).toBe(name);
  });

  it.each([
    ['', 'is empty'],
    [' Ada', 'leading'],
    ['Ada\u202eevil', 'invisible'],
    ['Ada\u200b', 'invisible'],
    ['Ada\u00a0Lovelace', 'whitespace'],
    ['01890a5d-ac96-774b-bcce-b302099a8057', 'UUID'],
    ['-- --', 'no letter'],
    ['ada@example.com', 'e-mail'],
    ['asy_0123456789ab_x', 'token'],
    ['ASY_0123456789ab', 'token'],
    ['operator', 'reserved'],
    ['Operator', 'reserved'],
    ['0perat0r', 'reserved'],
    ['Assay', 'reserved'],
    ['\u0410ssay', 'reserved'],
    ['ＡＳＳＡＹ', 'reserved'],
    ['Assay Support', 'reserved'],
    ['the system', 'reserved'],
    ['Admin', 'reserved'],
    ['command  line', 'doubled'],
    ['Command-Line', 'reserved'],
    ['First start', 'reserved'],
  ])('rejects %j: %s', (name, problem) => {
    expect(() => toPersonName(name)).toThrow(problem);
  });
});

describe('toNameKey', () => {
  it.each([
    ['ada lovelace'],
    ['ADA LOVELACE'],
    ['Ada  Lovelace'],
    ['AdaLovelace'],
    ['Ada Lovelace.'],
    ['Ａｄａ Ｌｏｖｅｌａｃｅ'],
    ['\u0410d\u0430 Lovelace'],
    ['Ada L\u03bfvelace'],
    ['\u00c1da Lovelace'],
    ['Ada Iovelace'],
    ['Ada 1ove1ace'],
    ['Ada L0velace'],
    ['\u{1d400}da Lovelace'],
  ])('gives %j the same key as Ada Lovelace', (name) => {
    expect(toNameKey(name)).toBe(toNameKey('Ada Lovelace'));
  });

  it.each([
    ['Ada Lovelace', 'Ada B. Lovelace'],
    ['Grace', 'Grace Hopper'],
    ['李小龙', '李小虎'],
    ['अनिल', 'अनल'],
  ])('gives %j and %j different keys', (one, other) => {
    expect(toNameKey(one)).not.toBe(toNameKey(other));
  });

  it('ignores case and spaces', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z]{1,12} [a-z]{1,12}$/), (name) => {
        expect(toNameKey(` ${name.toUpperCase().replace(' ', '  ')} `)).toBe(toNameKey(name));
      }),
    );
  });
});
