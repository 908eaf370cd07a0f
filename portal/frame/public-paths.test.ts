import { describe, expect, it } from 'vitest';
import { isPublicPath, toOwnPath } from './public-paths.ts';

describe('toOwnPath', () => {
  it.each(['/', '/services', '/services/a%2Fb?q=//x'])('accepts %s', (path) => {
    expect(toOwnPath(path)).toBe(path);
  });

  it.each(['//evil.example', '/\\evil.example', 'https://evil.example', 'javascript:alert(1)', 'services', '', 7])(
    'rejects %s',
    (text) => {
      expect(toOwnPath(text)).toBeUndefined();
    },
  );
});

describe('isPublicPath', () => {
  it.each([
    ['/sign-in', true],
    ['/invite/abc', true],
    ['/forgot-password', true],
    ['/reset-password/abc', true],
    ['/', false],
    ['/services', false],
    ['/sign-in-x', false],
  ])('returns for %s: %s', (path, isPublic) => {
    expect(isPublicPath(path)).toBe(isPublic);
  });
});
