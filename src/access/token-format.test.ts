import { describe, expect, it } from 'vitest';
import { hashToken, newTokenSecret, readTokenSecret } from './token-format.ts';

describe('the form of a token', () => {
  it('is read back from what was made', () => {
    for (let n = 0; n < 100; n += 1) {
      const secret = newTokenSecret();

      expect(readTokenSecret(secret.text)).toEqual(secret);
    }
  });

  it('is cut by position, because the secret may hold underscores', () => {
    const text = `asy_abcdefghijkl_${'_'.repeat(43)}`;

    expect(readTokenSecret(text)).toEqual({ publicId: 'abcdefghijkl', text });
  });

  it.each([
    '',
    'asy_',
    `asy_abcdefghijkl_${'x'.repeat(42)}`,
    `asy_abcdefghijkl_${'x'.repeat(44)}`,
    `asy_ABCDEFGHIJKL_${'x'.repeat(43)}`,
    `asy-abcdefghijkl_${'x'.repeat(43)}`,
    `asy_abcdefghijkl_${'é'.repeat(43)}`,
    'x'.repeat(10_000),
  ])('refuses %j', (text) => {
    expect(readTokenSecret(text)).toBeUndefined();
  });

  it('is stored as a SHA-256 of the whole', () => {
    expect(hashToken('asy_a').toString('hex')).toHaveLength(64);
    expect(hashToken('asy_a').equals(hashToken('asy_b'))).toBe(false);
  });
});
