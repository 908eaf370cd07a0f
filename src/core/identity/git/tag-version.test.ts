import { describe, expect, it } from 'vitest';
import { toTagVersion, isCommit } from './tag-version.ts';

describe('toTagVersion', () => {
  it.each([
    ['openssl-3.0.7', 'github.com/openssl/openssl', '3.0.7'],
    ['OpenSSL_1_1_1k', 'github.com/openssl/openssl', '1.1.1k'],
    ['v1.2.11', 'github.com/madler/zlib', '1.2.11'],
    ['1.2.11', 'github.com/madler/zlib', '1.2.11'],
    ['curl-7_80_0', 'github.com/curl/curl', '7.80.0'],
    ['R_2_4_9', 'github.com/libexpat/libexpat', '2.4.9'],
    ['release-1.21.1', 'github.com/nginx/nginx', '1.21.1'],
    ['release-v1.2', 'github.com/acme/lib', '1.2'],
    ['release-qpdf-10.1', 'github.com/qpdf/qpdf', '10.1'],
    ['version-3.36.0', 'github.com/sqlite/sqlite', '3.36.0'],
    ['VER-2-10-1', 'gitlab.freedesktop.org/freetype/freetype', '2.10.1'],
    ['n4.4', 'github.com/ffmpeg/ffmpeg', '4.4'],
    ['V_8_9_P1', 'github.com/openssh/openssh-portable', '8.9_p1'],
    ['php-8.1.2', 'github.com/php/php-src', '8.1.2'],
    ['libxml2-2.9.14', 'gitlab.gnome.org/gnome/libxml2', '2.9.14'],
  ])('reads the version in %s of %s', (tag, repository, version) => {
    expect(toTagVersion(tag, repository)).toBe(version);
  });

  it.each([
    'android-13.0.0_r1',
    'mysql-cluster-8.0.1',
    'master',
    'cci.20200203',
    'latest',
    '',
    '5f96a95e2562f026557f625e50c052e77c7bc2e8',
    `1.${'0'.repeat(300)}`,
  ])('finds no version in %j', (tag) => {
    expect(toTagVersion(tag, 'github.com/mysql/mysql-server')).toBeUndefined();
  });
});

describe('isCommit', () => {
  it('accepts full commits only', () => {
    expect(isCommit('5F96a95e2562f026557f625e50c052e77c7bc2e8')).toBe(true);
    expect(isCommit('5f96a95')).toBe(false);
  });
});
