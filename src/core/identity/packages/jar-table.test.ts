import { describe, expect, it } from 'vitest';
import { listJarHashes, parseJarLine, toJarKey } from './jar-table.ts';

const SHA1 = '59eb84ee0d616332ff44aba065f3888cf002cd2d';
const SHA256 = 'ab'.repeat(32);
const CLAIMS = { purls: [], group: undefined, version: undefined, source: undefined };
const HASHES = [{ algorithm: 'SHA-1', value: SHA1 }];

describe('parseJarLine', () => {
  it.each([
    [`${SHA1},org.acme:acme-core:1.2.3`, `sha1:${SHA1}`],
    [`${SHA1.toUpperCase()},org.acme:acme-core:1.2.3\r`, `sha1:${SHA1}`],
    [`${SHA256},org.acme:acme-core:1.2.3`, `sha256:${SHA256}`],
  ])('parses %j', (line, hash) => {
    const named = { sourceName: 'org.acme:acme-core', version: '1.2.3', sourceVersion: '1.2.3' };
    expect(parseJarLine(line)).toEqual({ key: toJarKey(hash), ...named });
  });

  it.each([
    '',
    '# comment',
    SHA1,
    `${SHA1},`,
    `${SHA1},org.acme:acme-core`,
    `${SHA1},org.acme:acme-core:`,
    `${SHA1},:acme-core:1`,
    `${SHA1},org.acme:acme-core:1:extra`,
    `${SHA1},org.acme:acme core:1`,
    `${SHA1},org.acme:acme-core:1\u001F2`,
    `${SHA1},org.acme:acme-core:${'1'.repeat(10_000)}`,
    `${SHA1.slice(1)},org.acme:acme-core:1`,
    `${'g'.repeat(40)},org.acme:acme-core:1`,
    '<html><body>,org.acme:acme-core:1</body></html>',
  ])('ignores %j', (line) => {
    expect(parseJarLine(line)).toBeUndefined();
  });
});

describe('listJarHashes', () => {
  it.each([
    ['a file name', { name: 'acme.jar' }],
    ['a location', { name: 'acme', details: { locations: [{ path: 'app/lib/acme.JAR' }] } }],
    ['a location inside of an archive', { name: 'acme', archivePath: '/app.war:WEB-INF/lib/acme-1.jar' }],
  ])('lists the hashes of a jar with %s', (_name, { details, ...claims }: object & { readonly details?: object }) => {
    expect(listJarHashes({ ...CLAIMS, ...claims, details: { ...details, hashes: HASHES } })).toEqual([`sha1:${SHA1}`]);
  });

  it('reads the spellings of all formats, sorted, and ignores other values', () => {
    const hashes = [
      { algorithm: 'SHA256', value: SHA256.toUpperCase() },
      { algorithm: 'SHA1', value: SHA1 },
      { algorithm: 'sha1', value: SHA1 },
      { algorithm: 'MD5', value: 'ab'.repeat(16) },
      { algorithm: 'SHA-1', value: SHA256 },
      { algorithm: 'constructor', value: SHA1 },
    ];
    expect(listJarHashes({ ...CLAIMS, name: 'a.jar', details: { hashes } })).toEqual([
      `sha1:${SHA1}`,
      `sha256:${SHA256}`,
    ]);
  });

  it('lists none of a file that is not a jar', () => {
    expect(listJarHashes({ ...CLAIMS, name: 'libz.so', details: { hashes: HASHES } })).toEqual([]);
  });
});
