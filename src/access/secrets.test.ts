import { describe, expect, it } from 'vitest';
import { hashToken, newTokenSecret, parseTokenSecret } from './secrets.ts';

describe('token format', () => {
  it('parses the tokens that it generates', () => {
    for (let n = 0; n < 100; n += 1) {
      const secret = newTokenSecret();

      expect(parseTokenSecret(secret.text)).toEqual(secret);
    }
  });

  it('splits a token by position, because the secret may contain underscores', () => {
    const text = `asy_abcdefghijkl_${'_'.repeat(43)}`;

    expect(parseTokenSecret(text)).toEqual({ publicId: 'abcdefghijkl', text });
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
  ])('rejects %j', (text) => {
    expect(parseTokenSecret(text)).toBeUndefined();
  });

  it('hashes the whole token with SHA-256', () => {
    expect(hashToken('asy_a').toString('hex')).toHaveLength(64);
    expect(hashToken('asy_a').equals(hashToken('asy_b'))).toBe(false);
  });
});
