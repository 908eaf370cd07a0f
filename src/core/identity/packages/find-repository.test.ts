import { describe, expect, it } from 'vitest';
import type { PackageClaims } from './find-packages.ts';
import { findRepository } from './find-repository.ts';

const SHA = '5f96a95e2562f026557f625e50c052e77c7bc2e8';
const ZLIB = ['github.com/madler/zlib'];

describe('findRepository', () => {
  it.each<[string, object, string]>([
    ['pkg:github/Madler/zlib@v1.2.11', { names: ZLIB }, 'v1.2.11'],
    [`pkg:github/madler/zlib@${SHA}`, { names: ZLIB }, SHA],
    ['pkg:gitlab/libtiff/libtiff@v4.3.0', { names: ['gitlab.com/libtiff/libtiff'] }, 'v4.3.0'],
    ['pkg:bitbucket/acme/lib@1.0', { names: ['bitbucket.org/acme/lib'] }, '1.0'],
    [
      `pkg:generic/zlib@1.2.11?vcs_url=git%2Bhttps://github.com/madler/zlib.git%40${SHA}`,
      { names: ZLIB, revision: SHA },
      '1.2.11',
    ],
    [`pkg:generic/zlib?vcs_url=git%2Bhttps://github.com/madler/zlib%40v1.2.11`, { names: ZLIB }, 'v1.2.11'],
    [
      'pkg:generic/zlib@1.2.11?download_url=https://github.com/madler/zlib/archive/refs/tags/v1.2.11.tar.gz',
      { names: ZLIB, revision: 'v1.2.11' },
      '1.2.11',
    ],
    ['pkg:conan/zlib@1.2.11', { names: ZLIB, by: 'name' }, '1.2.11'],
    ['pkg:conan/bincrafters/stable/zlib@1.2.11', { names: ZLIB, by: 'name' }, '1.2.11'],
    ['pkg:vcpkg/zlib@1.2.11%2313', { names: ZLIB, by: 'name' }, '1.2.11'],
    [
      'pkg:conan/openssl@1.1.1k',
      { names: ['github.com/openssl/openssl', 'git.openssl.org/openssl'], by: 'name' },
      '1.1.1k',
    ],
  ])('finds that of %s', (purl, repository, version) => {
    expect(findRepository(claims({ purls: [purl] }))).toEqual({ repository, version });
  });

  it.each([
    'pkg:github/madler/zlib@develop',
    'pkg:github/madler/zlib@5f96a95',
    'pkg:github/zlib@1.2.11',
    'pkg:generic/zlib@1.2.11',
    'pkg:generic/openssl@3.0.7?download_url=https://www.openssl.org/source/openssl-3.0.7.tar.gz',
    'pkg:generic/zlib@1.2.11?vcs_url=https://github.com/../zlib',
    'pkg:conan/zlib-of-acme@1.2.11',
    'pkg:conan/zlib@cci.20200203',
    'pkg:npm/zlib@1.0.0?vcs_url=git%2Bhttps://github.com/madler/zlib',
    'pkg:generic/zlib@1.2.11?vcs_url=git%2Bhttps://github.com/microsoft/vcpkg%40v1.0',
  ])('finds none for %s', (purl) => {
    expect(findRepository(claims({ purls: [purl] }))).toBeUndefined();
  });

  it('uses a link of a component that no purl covers', () => {
    const references = [{ type: 'vcs', url: 'https://github.com/madler/zlib' }];
    const repository = { names: ZLIB, by: 'link' };

    expect(findRepository(claims({ version: '1.2.11', details: { references } }))).toEqual({
      repository,
      version: '1.2.11',
    });
    expect(findRepository(claims({ purls: ['pkg:npm/x@1.0.0'], version: '1.0.0', details: { references } }))).toBe(
      undefined,
    );
    expect(findRepository(claims({ version: '1.2.11', type: 'operating-system', details: { references } }))).toBe(
      undefined,
    );
  });

  it('reads the download location of SPDX', () => {
    const references = [{ type: 'distribution', url: 'git+https://github.com/madler/zlib@v1.2.11' }];

    expect(findRepository(claims({ details: { references } }))).toEqual({
      repository: { names: ZLIB, by: 'link' },
      version: 'v1.2.11',
    });
  });

  it('uses the version of the component beside a commit in the purl', () => {
    expect(findRepository(claims({ purls: [`pkg:github/madler/zlib@${SHA}`], version: '1.2.11' }))).toEqual({
      repository: { names: ZLIB, revision: '1.2.11' },
      version: SHA,
    });
  });

  it('does not depend on the order of purls and links', () => {
    const purls = ['pkg:github/b/lib@1.0', 'pkg:github/a/lib@1.0', 'pkg:conan/zlib@1.0'];

    expect(findRepository(claims({ purls }))).toEqual(findRepository(claims({ purls: purls.toReversed() })));
    expect(findRepository(claims({ purls }))?.repository.names).toEqual(['github.com/a/lib']);
  });
});

function claims(changes: Partial<PackageClaims>): PackageClaims {
  return { purls: [], group: undefined, version: undefined, source: undefined, ...changes };
}
