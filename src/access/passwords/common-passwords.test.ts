import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findPasswordProblem } from './common-passwords.ts';
import { newPassword } from './passwords.ts';

const PERSONAL = ['ada.lovelace', 'Analytical Engines', 'Ada Lovelace'];

describe('findPasswordProblem', () => {
  it.each([
    'password1234',
    'Password1234!',
    'P@ssw0rd1234',
    'passwordpassword',
    'password-password',
    'password_2026_!!',
    'qwertyuiop12',
    'qwertyuiop[]',
    'QWERTZuiop123',
    'azertyuiop12',
    '1qaz2wsx3edc',
    '1q2w3e4r5t6y',
    'zaq1xsw2cde3',
    'letmeinletmein',
    'letmein12345',
    'welcome12345',
    'Welcome2026!',
    'Summer2026!!',
    'november2026',
    'administrator',
    'adminadmin123',
    'iloveyou1234',
    'trustno1trustno1',
    '123456789012',
    '098765432109',
    'abcdefghijkl',
    'a1b2c3d4e5f6',
    'aaaaaaaaaaaa',
    'aabbccddeeff',
    'abcabcabcabc',
    '121212121212',
    'changemechangeme',
    'changeme-2026',
    'company12345',
    'ＰＡＳＳＷＯＲＤ１２３４',
    '            ',
    '            1',
    '!@#$%^&*()!@#',
  ])('rejects %j', (password) => {
    expect(findPasswordProblem(password, [])).toContain('easy to guess');
  });

  it.each(['ada.lovelace1', 'adalovelace2026', 'AnalyticalEngines!', 'analytical-engines-1843', 'Lovelace12345!'])(
    'rejects %j, which is built from public details of the person',
    (password) => {
      expect(findPasswordProblem(password, PERSONAL)).toContain('little more than a name');
      expect(findPasswordProblem(password.replace(/lovelace|engines/i, 'zkpmwtry'), PERSONAL)).toBeUndefined();
    },
  );

  it.each([
    'correct horse battery',
    'correct-horse-battery-staple',
    'the first owner of all',
    'gr\u00fcne Wiese im Mai',
    'a password of my own',
    'another horse and another battery',
    'my cat sleeps on the radiator',
    'xK9#mP2$vL5n',
    '839201746352',
    '\u6211\u7231\u5403\u82f9\u679c\u548c\u9999\u8549\u4e5f\u7231\u559d\u8336',
  ])('accepts %j', (password) => {
    expect(findPasswordProblem(password, PERSONAL)).toBeUndefined();
  });

  it('accepts every password that Assay generates', () => {
    for (let n = 0; n < 300; n += 1) expect(findPasswordProblem(newPassword(), PERSONAL)).toBeUndefined();
  });

  it('ignores case', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 40 }), (text) => {
        expect(findPasswordProblem(text.toUpperCase(), PERSONAL)).toBe(
          findPasswordProblem(text.toLowerCase(), PERSONAL),
        );
      }),
    );
  });

  it('rejects at least as many passwords when personal words are given', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (text) => {
        const isRefused = findPasswordProblem(text, []) !== undefined;
        expect(isRefused && findPasswordProblem(text, PERSONAL) === undefined).toBe(false);
      }),
    );
  });
});
