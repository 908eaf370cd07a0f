import { describe, expect, it } from 'vitest';
import { createIndexParser, nameArchive, parseIndexedRelease, type IndexedRelease } from './package-index.ts';
import { toPackageKey } from '../package-key.ts';

const BOOKWORM = { family: 'Debian', release: '12' } as const;

function read(release: IndexedRelease, text: string): unknown[] {
  const next = createIndexParser(release);
  return text.split('\n').flatMap((line) => next(line) ?? []);
}

describe('createIndexParser', () => {
  it('parses the source packages of a Debian index', () => {
    const index = [
      'Package: libssl3',
      'Source: openssl',
      'Version: 3.0.17-1~deb12u2',
      'Description: SSL shared libraries',
      '',
      'Package: bash',
      'Version: 5.2.15-2+b8',
      '',
      'Package: bsdutils',
      'Version: 1:2.38.1-5',
      'Source: util-linux (2.38.1-5)',
      '',
      'Package: libio-stringy-perl',
      'Source: io-stringy (2.111-3)',
      'Version: 2.111-3+b1',
      '',
    ].join('\n');

    expect(read(BOOKWORM, `${index}\n`)).toEqual([
      {
        key: keyOf('libssl3'),
        sourceName: 'openssl',
        version: '',
        sourceVersion: '',
        archived: { key: keyOf('openssl'), version: '3.0.17-1~deb12u2' },
      },
      {
        key: keyOf('bash'),
        sourceName: 'bash',
        version: '',
        sourceVersion: '',
        archived: { key: keyOf('bash'), version: '5.2.15-2' },
      },
      {
        key: keyOf('bsdutils'),
        sourceName: 'util-linux',
        version: '1:2.38.1-5',
        sourceVersion: '2.38.1-5',
        archived: { key: keyOf('util-linux'), version: '2.38.1-5' },
      },
      {
        key: keyOf('libio-stringy-perl'),
        sourceName: 'io-stringy',
        version: '',
        sourceVersion: '',
        archived: { key: keyOf('io-stringy'), version: '2.111-3' },
      },
    ]);
  });

  it('offers a signed kernel under the name and with the version that advisories use', () => {
    const block = [
      'Package: linux-image-6.1.0-50-amd64',
      'Source: linux-signed-amd64 (6.1.170+3)',
      'Version: 6.1.170-3',
      '',
    ];

    expect(read(BOOKWORM, `${block.join('\n')}\n`)).toMatchObject([
      { sourceName: 'linux-signed-amd64', archived: { key: keyOf('linux'), version: '6.1.170-3' } },
    ]);
  });

  it('parses the origins of an Alpine index, whatever else the archive contains', () => {
    const index = ['APKINDEX\0\0\0ustar', 'C:Q1abc=', 'P:libcrypto3', 'V:3.1.4-r5', 'o:openssl', 'D:so:libc.musl', ''];

    expect(read({ family: 'Alpine', release: 'v3.19' }, `${index.join('\n')}\n`)).toEqual([
      {
        key: toPackageKey('Alpine', 'v3.19', 'libcrypto3'),
        sourceName: 'openssl',
        version: '',
        sourceVersion: '',
        archived: { key: toPackageKey('Alpine', 'v3.19', 'openssl'), version: '3.1.4-r5' },
      },
    ]);
  });

  it('ends a block at a line of blanks, as with line breaks of Windows', () => {
    const index = 'Package: a\r\nVersion: 1.0-1\r\n\r\nPackage: b\r\nVersion: 2.0-1\r\n \n';

    expect(read(BOOKWORM, index)).toMatchObject([
      { archived: { key: keyOf('a'), version: '1.0-1' } },
      { archived: { key: keyOf('b'), version: '2.0-1' } },
    ]);
  });

  it('skips a block with control characters, which cannot be stored, and no other', () => {
    const blocks = ['Version: 1\0', 'Source: s\0', 'Source: s (1\0)', 'Version: 2'];

    expect(read(BOOKWORM, blocks.map((line) => `Package: a\n${line}\n\n`).join(''))).toMatchObject([
      { archived: { version: '2' } },
    ]);
  });

  it('skips a block without a usable name', () => {
    const long = 'x'.repeat(10_000);

    expect(read(BOOKWORM, `Version: 1.0\n\nPackage: ${long}\n\nPackage: a\nSource: ${long}\n\n`)).toEqual([]);
  });
});

describe('nameArchive', () => {
  it.each([
    ['https://deb.debian.org/debian/dists/bookworm/main/binary-amd64/Packages.gz', 'bookworm/main'],
    [
      'https://deb.debian.org/debian-security/dists/bookworm-security/main/binary-amd64/Packages.gz',
      'bookworm-security/main',
    ],
    ['https://mirror.example.com/security/dists/buster/updates/main/binary-amd64/Packages', 'buster/updates/main'],
    ['https://dl-cdn.alpinelinux.org/alpine/v3.19/community/x86_64/APKINDEX.tar.gz', 'v3.19/community'],
    ['file:///srv/mirror/bookworm-Packages.gz', 'bookworm-Packages.gz'],
    ['https://user:secret@mirror.example.com/Packages.gz?token=secret', 'Packages.gz'],
  ])('names %s', (url, name) => {
    expect(nameArchive(new URL(url).pathname)).toBe(name);
  });
});

describe('parseIndexedRelease', () => {
  it.each([
    ['Debian:12', BOOKWORM],
    ['Debian:bookworm', BOOKWORM],
    ['Ubuntu:22.04', { family: 'Ubuntu', release: '22.04' }],
    ['Alpine:v3.19', { family: 'Alpine', release: 'v3.19' }],
    ['Alpine:edge', { family: 'Alpine', release: 'edge' }],
    ['Debian', undefined],
    ['Debian:99', undefined],
    ['Red Hat:9', undefined],
    ['', undefined],
  ])('parses %j', (text, release) => {
    expect(parseIndexedRelease(text)).toEqual(release);
  });
});

function keyOf(name: string): string | undefined {
  return toPackageKey('Debian', '12', name);
}
