import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LIMITS } from '../../limits.ts';
import { parsePurl, printPurl, type Purl } from './purl.ts';
import type { PurlProblem } from './purl-problems.ts';

function aPurl(parts: Partial<Omit<Purl, 'qualifiers'>> & { readonly qualifiers?: Record<string, string> }): Purl {
  const { qualifiers = {}, ...others } = parts;
  return {
    type: 'npm',
    namespace: undefined,
    name: 'a',
    version: undefined,
    subpath: undefined,
    ...others,
    qualifiers: new Map(Object.entries(qualifiers)),
  };
}

describe('parsePurl', () => {
  it.each<[string, Parameters<typeof aPurl>[0]]>([
    ['pkg:npm/a@1', { version: '1' }],
    ['pkg:npm/a@', {}],
    ['pkg:npm/%40types/node@18.0.0', { namespace: '@types', name: 'node', version: '18.0.0' }],
    ['pkg:npm/%40types%2Fsemver@5.5.0', { namespace: '@types', name: 'semver', version: '5.5.0' }],
    ['pkg:npm/acme/component@1', { namespace: '@acme', name: 'component', version: '1' }],
    ['pkg:npm/JSONStream@1.3.5', { name: 'JSONStream', version: '1.3.5' }],
    ['pkg:npm/a@npm%3A%40b%2Fc%401.0.0', { version: 'npm:@b/c@1.0.0' }],
    ['pkg:alpine/busybox@1.32.1-r9', { type: 'apk', namespace: 'alpine', name: 'busybox', version: '1.32.1-r9' }],
    ['pkg:rpm/centerim@4.22.10-1.el6', { type: 'rpm', name: 'centerim', version: '4.22.10-1.el6' }],
    ['pkg:golang/stdlib@1.22.1', { type: 'golang', name: 'stdlib', version: '1.22.1' }],
    ['pkg:dotnet-core/x@1', { type: 'nuget', name: 'x', version: '1' }],
    ['pkg:gradle/g/a@1', { type: 'maven', namespace: 'g', version: '1' }],
    ['pkg:go/x@v1', { type: 'golang', name: 'x', version: 'v1' }],
    ['pkg:python/x', { type: 'pypi', name: 'x' }],
    ['pkg:rubygems/x', { type: 'gem', name: 'x' }],
    ['pkg:rust/x', { type: 'cargo', name: 'x' }],
    ['pkg:crates/x', { type: 'cargo', name: 'x' }],
    ['pkg:packagist/v/x', { type: 'composer', namespace: 'v', name: 'x' }],
    ['pkg:dart/x', { type: 'pub', name: 'x' }],
    ['pkg:deb/debian/x@1.0+deb11u1', { type: 'deb', namespace: 'debian', name: 'x', version: '1.0+deb11u1' }],
    ['pkg:deb/debian/x@1.0%2Bdeb11u1', { type: 'deb', namespace: 'debian', name: 'x', version: '1.0+deb11u1' }],
    ['pkg:deb/debian/x@2%3A1.0', { type: 'deb', namespace: 'debian', name: 'x', version: '2:1.0' }],
    [
      'pkg:golang/github.com/coreos/go-systemd@v22.5.0#v22',
      { type: 'golang', namespace: 'github.com/coreos', name: 'go-systemd', version: 'v22.5.0', subpath: 'v22' },
    ],
    ['pkg:golang/a%2Fb/c', { type: 'golang', namespace: 'a/b', name: 'c' }],
    ['pkg:npm/a@1#/x//y/', { version: '1', subpath: 'x/y' }],
    ['pkg:npm/a@1?Arch=AMD64&empty=&none&b=', { version: '1', qualifiers: { arch: 'AMD64' } }],
    ['pkg:npm/a@1?package-id=0a1', { version: '1', qualifiers: { 'package-id': '0a1' } }],
    [
      'pkg:rpm/amzn/x@1?distro=amazon-2%20%28Karoo%29',
      { type: 'rpm', namespace: 'amzn', name: 'x', version: '1', qualifiers: { distro: 'amazon-2 (Karoo)' } },
    ],
    [
      'pkg:oci/x?repository_url=https://r.example/a:1',
      { type: 'oci', name: 'x', qualifiers: { repository_url: 'https://r.example/a:1' } },
    ],
    ['pkg:npm/a@1?upstream=gcc-12%4012.2.0-14', { version: '1', qualifiers: { upstream: 'gcc-12@12.2.0-14' } }],
    ['pkg:npm/a@1?__proto__=x', { version: '1', qualifiers: { ['__proto__']: 'x' } }],
    ['pkg:npm/%D0%B0xios@1', { name: '\u0430xios', version: '1' }],
    ['pkg:npm/%E2%84%AA@1', { name: '\u212A', version: '1' }],
    ['pkg:nuget/Newtonsoft.Json%4013.0.1', { type: 'nuget', name: 'Newtonsoft.Json', version: '13.0.1' }],
    ['pkg:npm/%40types%2Fnode%4018.0.0', { namespace: '@types', name: 'node', version: '18.0.0' }],
    ['pkg:npm/b@1?z=1&a=2', { name: 'b', version: '1', qualifiers: { z: '1', a: '2' } }],
  ])('parses %s', (text, parts) => {
    expect(parsePurl(text)).toEqual({ purl: aPurl(parts), problems: [] });
  });

  it.each<[string, Parameters<typeof aPurl>[0], PurlProblem]>([
    ['PKG:npm/a@1', { version: '1' }, 'upper-case-scheme'],
    ['pkg://npm/a@1', { version: '1' }, 'slash-after-scheme'],
    ['pkg:NPM/a@1', { version: '1' }, 'upper-case-type'],
    ['pkg:npm//a@1', { version: '1' }, 'empty-segment'],
    ['pkg:npm/a/', {}, 'empty-segment'],
    ['pkg:npm/@types/node', { namespace: '@types', name: 'node' }, 'unescaped-at'],
    ['pkg:npm/@types/node@18.0.0', { namespace: '@types', name: 'node', version: '18.0.0' }, 'unescaped-at'],
    ['pkg:npm/\u0430xios@1', { name: '\u0430xios', version: '1' }, 'unescaped-character'],
    ['pkg:npm/a?x=b c', { qualifiers: { x: 'b c' } }, 'unescaped-character'],
    ['pkg:npm/a@${version}', { version: '${version}' }, 'unescaped-character'],
    ['pkg:maven/a@1', { type: 'maven', version: '1' }, 'no-namespace'],
    ['pkg:deb/a@1', { type: 'deb', version: '1' }, 'no-namespace'],
    ['pkg:swift/a@1', { type: 'swift', version: '1' }, 'no-namespace'],
    ['pkg:pypi/b/a@1', { type: 'pypi', namespace: 'b', version: '1' }, 'unexpected-namespace'],
    ['pkg:oci/b/a@1', { type: 'oci', namespace: 'b', version: '1' }, 'unexpected-namespace'],
    [' pkg:npm/a@1\n', { version: '1' }, 'surrounding-space'],
    ['pkg:npm/a%zz@1', { name: 'a%zz', version: '1' }, 'bad-escape'],
    ['pkg:npm/a@1%', { version: '1%' }, 'bad-escape'],
    ['pkg:npm/a@%41%ff%42', { version: '%41%ff%42' }, 'bad-escape'],
    ['pkg:npm/a?x=%e2%82', { qualifiers: { x: '%e2%82' } }, 'bad-escape'],
    ['pkg:npm/a?x=1&X=2', { qualifiers: { x: '1' } }, 'duplicate-qualifier'],
    ['pkg:npm/a?b%3Dc=1', {}, 'bad-qualifier'],
    ['pkg:npm/a?b=%00', {}, 'bad-qualifier'],
    ['pkg:npm/a#../b/./c', { subpath: 'b/c' }, 'dot-segment'],
    ['pkg:npm/a#%0A', {}, 'invalid-character'],
  ])('parses %j despite its problem', (text, parts, problem) => {
    expect(parsePurl(text)).toEqual({ purl: aPurl(parts), problems: [problem] });
  });

  it.each<[string, PurlProblem]>([
    ['', 'not-a-purl'],
    ['pkg', 'not-a-purl'],
    ['pkg:', 'not-a-purl'],
    ['npm/a@1', 'not-a-purl'],
    ['https://example.com/a', 'not-a-purl'],
    ['pkg:n%70m/a', 'not-a-purl'],
    ['pkg:1npm/a', 'not-a-purl'],
    ['pkg:debian:buster:apt@1.8.2.2', 'not-a-purl'],
    ['pkg:npm', 'no-name'],
    ['pkg:npm@1', 'no-name'],
    ['pkg:maven/', 'no-name'],
    ['pkg:npm/%2F%2F@1', 'no-name'],
    ['pkg:npm/%20@1', 'no-name'],
    ['pkg:npm/../../x@1', 'dot-segment'],
    ['pkg:npm/%2E%2E/x@1', 'dot-segment'],
    ['pkg:npm/a%2F..%2Fb@1', 'dot-segment'],
    ['pkg:npm/..@1', 'dot-segment'],
    ['pkg:golang/./staging/src', 'dot-segment'],
    ['pkg:npm/%00@1', 'invalid-character'],
    ['pkg:npm/a\u0007b@1', 'invalid-character'],
    ['pkg:npm/a@1%0A', 'invalid-character'],
    ['pkg:npm/a\uFFFD@1', 'invalid-character'],
    ['pkg:npm/%EF%BF%BD@1', 'invalid-character'],
    ['pkg:npm/\uD800@1', 'invalid-character'],
    [`pkg:npm/${'a'.repeat(LIMITS.componentNameCharactersMax + 1)}`, 'too-long'],
  ])('rejects %j', (text, problem) => {
    expect(parsePurl(text)).toEqual({ purl: undefined, problems: [problem] });
  });

  it('counts bytes and accepts a purl at the limit', () => {
    const head = 'pkg:npm/a?x=';
    const fill = LIMITS.purlBytesMax - head.length;

    expect(parsePurl(head + 'x'.repeat(fill)).purl).toBeDefined();
    expect(parsePurl(head + 'x'.repeat(fill + 1)).problems).toEqual(['too-long']);
    expect(parsePurl(head + 'é'.repeat(fill / 2)).purl).toBeDefined();
    expect(parsePurl(head + 'é'.repeat(fill / 2 + 1)).problems).toEqual(['too-long']);
    expect(parsePurl(head + '😀'.repeat(Math.floor(fill / 4))).purl).toBeDefined();
    expect(parsePurl(head + '😀'.repeat(Math.floor(fill / 4) + 1)).problems).toEqual(['too-long']);
    expect(parsePurl(`pkg:npm/${'x'.repeat(1_000_000)}`).problems).toEqual(['too-long']);
  });

  it.each(['%', '/', '@', '#', '?', '&', '%41', '@/', 'é', ' '])('terminates for a hundred thousand of %j', (piece) => {
    for (const head of ['', 'pkg:', 'pkg:npm/', 'pkg:npm/a@', 'pkg:npm/a?x=', 'pkg:npm/a#']) {
      expect(parsePurl(head + piece.repeat(100_000)).purl).toBeUndefined();
      const within = Math.floor((LIMITS.purlBytesMax - 20) / 3);
      expect(() => parsePurl(head + piece.repeat(within / piece.length))).not.toThrow();
    }
  });
});

describe('printPurl', () => {
  // Printing cannot fix these.
  const OF_ITS_PARTS: ReadonlySet<PurlProblem> = new Set(['no-namespace', 'unexpected-namespace']);

  it.each([
    ['PKG://NPM/@types/node@18.0.0+x?B=2&a=1#/c//d', 'pkg:npm/%40types/node@18.0.0%2Bx?a=1&b=2#c/d'],
    ['pkg:alpine/busybox@1.32.1-r9', 'pkg:apk/alpine/busybox@1.32.1-r9'],
    ['pkg:deb/debian/x@2:1.0~rc1', 'pkg:deb/debian/x@2:1.0~rc1'],
    ['pkg:generic/a?b=c?d=e', 'pkg:generic/a%3Fb%3Dc?d=e'],
    ["pkg:npm/a!*'()", 'pkg:npm/a%21%2A%27%28%29'],
  ])('prints %s as %s', (text, printed) => {
    const { purl } = parsePurl(text);

    expect(purl && printPurl(purl)).toBe(printed);
  });

  const piece = fc.oneof(
    fc.constantFrom(
      'pkg:',
      'npm',
      'maven',
      '/',
      '//',
      '@',
      '?',
      '&',
      '=',
      '#',
      '%',
      '%40',
      '%2F',
      '%00',
      '%zz',
      '.',
      '..',
      ' ',
      ':',
      '+',
    ),
    fc.string({ maxLength: 4 }),
    fc.string({ unit: 'binary', maxLength: 3 }),
  );
  const sloppyPurl = fc.array(piece, { maxLength: 12 }).map((pieces) => `pkg:npm/${pieces.join('')}`);

  it.each([
    ['purls with strange parts', sloppyPurl],
    [
      'any other text',
      fc.oneof(
        fc.string({ unit: 'binary' }),
        fc.array(piece).map((pieces) => pieces.join('')),
      ),
    ],
  ])('is parsed back to the same parts, for %s', (_, texts) => {
    fc.assert(
      fc.property(texts, (text) => {
        const { purl } = parsePurl(text);
        if (purl === undefined) return;

        const again = parsePurl(printPurl(purl));
        expect(again.purl).toEqual(purl);
        expect(again.problems.filter((problem) => !OF_ITS_PARTS.has(problem))).toEqual([]);
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('parsePurl of an ordinary purl', () => {
  const part = fc.string({ unit: fc.constantFrom('a', 'B', '1', '.', '-', '_', '~', '/', '%40'), maxLength: 6 });
  const tail = fc.string({ unit: fc.constantFrom('1', '.', '%2B', '%', '~', '+', ':', 'a', '%00'), maxLength: 5 });
  const query = fc.string({ unit: fc.constantFrom('?', 'a', '=', '&', '%2F', '/', 'b', 'A'), maxLength: 8 });
  const type = fc.constantFrom('npm', 'maven', 'deb', 'golang', 'alpine', 'nuget', 'Npm', 'x+1');

  it('gives the same as the checks for every spelling', () => {
    fc.assert(
      fc.property(type, part, part, tail, query, (named, namespace, name, version, qualifiers) => {
        const text = `pkg:${named}/${namespace}/${name}@${version}${qualifiers}`;
        // An empty subpath changes nothing, but is no ordinary spelling.
        expect(parsePurl(text)).toEqual(parsePurl(`${text}#`));
      }),
      { numRuns: 5_000 },
    );
  });
});
