import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseRepositoryLocation, toRepositoryName } from './repository.ts';

const SHA = '5f96a95e2562f026557f625e50c052e77c7bc2e8';

describe('toRepositoryName', () => {
  it.each([
    'https://github.com/OpenSSL/openssl',
    'https://github.com/openssl/openssl.git',
    'https://www.github.com/openssl/openssl/',
    'git+https://github.com/openssl/openssl.git@openssl-3.0.7',
    'git://github.com/openssl/openssl.git',
    'git@github.com:openssl/openssl.git',
    'ssh://git@github.com:22/openssl/openssl',
    'git+ssh://git@github.com/openssl/openssl.git',
    'scm:git:https://github.com/openssl/openssl.git',
    'https://user:secret@github.com/openssl/openssl?tab=readme',
    'https://github.com/openssl/openssl/tree/master',
    'https://codeload.github.com/openssl/openssl/tar.gz/refs/tags/openssl-3.0.7',
    'https://api.github.com/repos/openssl/openssl/tarball/openssl-3.0.7',
    'github.com/openssl/openssl',
  ])('names one repository for %s', (address) => {
    expect(toRepositoryName(address)).toBe('github.com/openssl/openssl');
  });

  it.each([
    ['https://gitlab.gnome.org/GNOME/libxml2.git', 'gitlab.gnome.org/gnome/libxml2'],
    ['https://gitlab.com/group/sub/name/-/archive/v1.0/name-v1.0.tar.gz', 'gitlab.com/group/sub/name'],
    ['https://boringssl.googlesource.com/boringssl', 'boringssl.googlesource.com/boringssl'],
    // Only known hosts ignore the case of a name.
    ['git://Sourceware.org/git/Binutils-gdb.git', 'sourceware.org/git/Binutils-gdb'],
    ['https://git.example.org:8443/a/b.git', 'git.example.org:8443/a/b'],
    ['git://people.freedesktop.org/~dvdhrm/libtsm', 'people.freedesktop.org/~dvdhrm/libtsm'],
  ])('names %s', (address, name) => {
    expect(toRepositoryName(address)).toBe(name);
  });

  it.each([
    '',
    'openssl',
    'https://github.com/openssl',
    'https://github.com/(the midstream repo)/archive/refs/tags/3.0.7.tar.gz',
    'https://github.com/../openssl',
    'https://github.com/openssl/..',
    'https://github.com/openssl/%2e%2e',
    'https://github.com/a b/c',
    'https://github.com/a\u0000b/c',
    'https://github.com/a\u001Fb/c',
    'https://localhost/a/b',
    'https://a..b/c/d',
    'file:///etc/passwd',
    'javascript://github.com/a/b',
    'https://gıthub.com/openssl/openssl',
    `https://github.com/a/${'b'.repeat(3_000)}`,
    `https://git.example.org/${'a/'.repeat(500)}`,
  ])('rejects %j', (address) => {
    expect(toRepositoryName(address)).toBeUndefined();
  });

  it('returns a name that names itself, for any text', () => {
    const part = fc.stringMatching(/^[A-Za-z0-9._~-]{1,12}$/);
    const address = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 80 }),
      fc
        .tuple(fc.constantFrom('https://', 'git+ssh://u:p@', 'git@', ''), part, part, part)
        .map(([start, host, owner, name]) => `${start}${host}.org/${owner}/${name}.git`),
    );
    fc.assert(
      fc.property(address, (text) => {
        const name = toRepositoryName(text);
        const again = name === undefined ? undefined : toRepositoryName(`https://${name}`);

        expect(again).toBe(name);
      }),
    );
  });
});

describe('parseRepositoryLocation', () => {
  it.each([
    ['git+https://github.com/madler/zlib@v1.2.11', 'v1.2.11'],
    [`git+https://github.com/madler/zlib.git@${SHA}#contrib/minizip`, SHA],
    [`https://github.com/madler/zlib#${SHA}`, SHA],
    ['https://github.com/madler/zlib/archive/refs/tags/v1.2.11.tar.gz', 'v1.2.11'],
    ['https://github.com/madler/zlib/archive/v1.2.11.zip', 'v1.2.11'],
    [`https://github.com/madler/zlib/archive/${SHA}.zip`, SHA],
    ['https://github.com/madler/zlib/releases/download/v1.2.11/zlib-1.2.11.tar.xz', 'v1.2.11'],
    ['https://github.com/madler/zlib/releases/tag/v1.2.11', 'v1.2.11'],
    [`https://github.com/madler/zlib/commit/${SHA}`, SHA],
    ['https://github.com/madler/zlib/archive/refs/heads/develop.zip', undefined],
    ['git+https://github.com/madler/zlib@refs/tags/v1.2.11', 'v1.2.11'],
    ['https://github.com/madler/zlib', undefined],
  ])('finds the tag or commit in %s', (address, ref) => {
    expect(parseRepositoryLocation(address)).toEqual({ repository: 'github.com/madler/zlib', ref });
  });

  it('does not take a folder of a repository for the repository', () => {
    expect(parseRepositoryLocation('git+https://github.com/microsoft/vcpkg#ports/zlib')).toBeUndefined();
  });

  it.each([
    ['https://www.openssl.org/source/openssl-3.0.7.tar.gz', undefined],
    ['https://git.example.org/a/b.git', 'git.example.org/a/b'],
    ['git+https://git.example.org/a/b@v1', 'git.example.org/a/b'],
    ['https://github.com/a/b/archive/v1.zip', 'github.com/a/b'],
  ])('takes the download %s for a repository only if it says so', (address, name) => {
    expect(parseRepositoryLocation(address, 'download')?.repository).toBe(name);
  });
});
