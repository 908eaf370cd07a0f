import { describe, expect, it } from 'vitest';
import { binariesOf, importsOf, urgencyOf, platformsOf } from './entry-facts.ts';

describe('urgencyOf', () => {
  it.each([
    [{ ecosystem_specific: { urgency: 'unimportant' } }, 'unimportant'],
    [{ ecosystem_specific: { ubuntu_priority: 'negligible' } }, 'negligible'],
    [{ database_specific: { urgency: 'end-of-life' } }, 'end-of-life'],
    [{ ecosystem_specific: { urgency: 7 } }, undefined],
    [{}, undefined],
    [{ ecosystem_specific: { urgency: 'x'.repeat(100) } }, `${'x'.repeat(63)}…`],
  ])('reads the urgency from %j: %s', (entry, urgency) => {
    expect(urgencyOf(entry)).toBe(urgency);
  });
});

describe('binariesOf', () => {
  const FIXED = [{ introduced: undefined, fixed: '2.0-1', lastAffected: undefined }];
  const OPEN = [{ introduced: undefined, fixed: undefined, lastAffected: undefined }];

  it.each([
    ['of SUSE', [{ 'kernel-default': '2.0-1', 'kernel-default-base': '2.0-1.18' }]],
    [
      'of Ubuntu',
      [
        { binary_name: 'kernel-default', binary_version: '2.0-1' },
        { binary_name: 'kernel-default-base', binary_version: '2.0-1.18' },
      ],
    ],
  ])('keeps the binary packages %s whose fixed version differs from that of their source', (_of, binaries) => {
    expect(binariesOf({ ecosystem_specific: { binaries } }, FIXED)).toEqual({
      binaries: [{ name: 'kernel-default-base', fixed: '2.0-1.18' }],
    });
  });

  it('does not treat a version as a fix if nothing is fixed', () => {
    expect(binariesOf({ ecosystem_specific: { binaries: [{ a: '1.0' }] } }, OPEN)).toEqual({});
  });

  it.each([
    [undefined],
    [{}],
    [[]],
    [[{ a: '2.0-1' }]],
    [[null, 7, 'a', ['b'], { c: 7 }]],
    [[{ 'a\0': '1' }, { a: '\uD800' }, { ['x'.repeat(1_000)]: '1' }, { a: '1'.repeat(1_000) }]],
  ])('returns nothing for %j', (binaries) => {
    expect(binariesOf({ ecosystem_specific: { binaries } }, FIXED)).toEqual({});
  });

  it('accepts any member name as a package name', () => {
    const binaries = JSON.parse('[{ "__proto__": "3", "constructor": "4" }]') as unknown;

    expect(binariesOf({ ecosystem_specific: { binaries } }, FIXED).binaries).toEqual([
      { name: '__proto__', fixed: '3' },
      { name: 'constructor', fixed: '4' },
    ]);
  });
});

describe('importsOf', () => {
  it('returns whether the record lists imports', () => {
    expect(importsOf({ ecosystem_specific: { imports: [{ path: 'a' }] } })).toEqual({ hasImports: true });
    expect(importsOf({ ecosystem_specific: { imports: [] } })).toEqual({});
    expect(importsOf({})).toEqual({});
  });

  it('returns the affected packages of the Go standard library', () => {
    const imports = [{ path: 'net/http' }, { path: 'crypto/tls' }, { path: 'net/http' }];
    const of = (name: string, paths: readonly object[]): unknown =>
      importsOf({ package: { ecosystem: 'Go', name }, ecosystem_specific: { imports: paths } });

    expect(of('stdlib', imports)).toEqual({ hasImports: true, importPaths: ['crypto/tls', 'net/http'] });
    expect(of('golang.org/x/net', imports)).toEqual({ hasImports: true });
    expect(of('stdlib', [{ symbols: ['a'] }])).toEqual({ hasImports: true });
  });
});

function ofGo(...imports: readonly object[]): object {
  return { ecosystem_specific: { imports } };
}

describe('platformsOf', () => {
  it.each([
    ['one import of Go', ofGo({ path: 'os', goos: ['windows'] }), [{ os: ['windows'], arch: [] }]],
    [
      'several imports, each limited',
      ofGo({ goos: ['windows'] }, { goos: ['windows'] }, { goarch: ['s390x'] }),
      [
        { os: ['windows'], arch: [] },
        { os: [], arch: ['s390x'] },
      ],
    ],
    [
      'RustSec',
      { ecosystem_specific: { affects: { os: ['windows', 'macos'], arch: ['x86_64'], functions: [] } } },
      [{ os: ['darwin', 'windows'], arch: ['amd64'] }],
    ],
  ])('returns the limits of %s', (_, entry, platforms) => {
    expect(platformsOf(entry)).toEqual({ platforms });
  });

  it.each([
    ['an import without a limit beside one with', ofGo({ goos: ['windows'] }, { path: 'net' })],
    ['an unknown name', { ecosystem_specific: { affects: { os: ['unix'] } } }],
    ['empty lists', { ecosystem_specific: { affects: { os: [], arch: [] } } }],
    ['members of another kind', ofGo({ goos: 'windows', goarch: 7 })],
    ['an entry of another database', { ecosystem_specific: { severity: 'HIGH' } }],
    ['no object', null],
  ])('returns no limit for %s', (_, entry) => {
    expect(platformsOf(entry)).toEqual({});
  });

  it('keeps the known part of a limit if the other part has an unknown value', () => {
    const entry = { ecosystem_specific: { affects: { os: ['windows'], arch: ['quantum'] } } };

    expect(platformsOf(entry)).toEqual({ platforms: [{ os: ['windows'], arch: [] }] });
  });
});
