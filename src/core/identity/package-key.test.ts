import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toPackageKey } from './package-key.ts';

describe('toPackageKey', () => {
  it('joins family, release and name with a character that no name has', () => {
    expect(toPackageKey('Debian', '12', 'openssl')).toBe('Debian\u001F12\u001Fopenssl');
    expect(toPackageKey('npm', '', '@types/node')).toBe('npm\u001F\u001F@types/node');
  });

  it.each(['', 'a\u0000b', 'a\u001Fb', 'a\nb', 'a\u007F', 'a\u0085'])('returns no key for the name %j', (name) => {
    expect(toPackageKey('npm', '', name)).toBeUndefined();
  });

  it('returns no key for a release with a control character', () => {
    expect(toPackageKey('Debian', '12\u001Fopenssl', 'x')).toBeUndefined();
  });

  it('returns different keys for different parts', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.string(), fc.string(), (releaseA, nameA, releaseB, nameB) => {
        const a = toPackageKey('Debian', releaseA, nameA);
        const b = toPackageKey('Debian', releaseB, nameB);

        expect(a !== undefined && a === b).toBe(a !== undefined && releaseA === releaseB && nameA === nameB);
      }),
    );
  });
});
