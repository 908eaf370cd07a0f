/**
 * The documented rules of each ecosystem, one chain per rule, with every member compared to every other. The test data files
 * contain many more pairs; this is the short list that can be checked against the documentation.
 */
import { describe, expect, it } from 'vitest';
import { ECOSYSTEMS } from '../identity/ecosystems/ecosystem.ts';
import { toPhpTokens } from './schemes/packagist.ts';
import { compareTokens } from './version-tokens.ts';
import { schemeFor } from './schemes/scheme-for.ts';

/** Oldest first; equal versions are adjacent, separated by `=`. */
const CHAINS: readonly (readonly [families: string, chains: readonly string[]])[] = [
  [
    'npm, crates.io, Hex, SwiftURL, GitHub Actions, Julia, VSCode',
    [
      '1.0.0-alpha < 1.0.0-alpha.1 < 1.0.0-alpha.beta < 1.0.0-beta < 1.0.0-beta.2 < 1.0.0-beta.11 < 1.0.0-rc.1 < 1.0.0',
      '8.0 = 8 = v8.0.0 = =8.0.0 = 8.0.0+build',
      '0.61.9 < 0.62 = 0.62.0 < 0.62.1',
    ],
  ],
  [
    'Go',
    [
      'v1.2.2 < v1.2.3-0.20190301021747-ccb9e902956d < v1.2.3-rc.1 < v1.2.3 = v1.2.3+incompatible = v1.2.3+incompatible+dirty',
      'v0.0.0-20190301021747-ccb9e902956d < v0.0.0-20200101000000-000000000000 < v0.0.1',
      'go1.20 < go1.20.1 < 1.22.0-0 < go1.22beta1 < go1.22rc1 = 1.22.0-rc.1 < go1.22.0 = 1.22 < go1.22.3-custom = 1.22.3',
    ],
  ],
  ['Pub', ['1.2.3-rc.1+9 < 1.2.3 < 1.2.3+1 < 1.2.3+2 < 1.2.3+a < 1.2.4']],
  ['Bitnami', ['1.2.2-9 < 1.2.3 = 1.2.3-0 < 1.2.3-4 < 1.2.3-10 < 1.2.4']],
  [
    'NuGet',
    ['1.0-ALPHA = 1.0.0.0-alpha < 1.0-beta.2 < 1.0-BETA.11 < 1.0 = 1.0.0.0 = 1.0.0+meta < 1.0.0.1 < 1.0.01 = 1.0.1'],
  ],
  [
    'PyPI',
    [
      '1.0.dev1 < 1.0a1 < 1.0b1 < 1.0rc1 < 1.0 = 1.0.0 = v1.0 < 1.0+abc < 1.0+cpu < 1.0+1 < 1.0-1 = 1.0.post1 < 1!0.1',
      '0.9-stable < 7.2.0-12.1 < 0.0.dev0',
    ],
  ],
  [
    'Maven',
    [
      '1 = 1.0.0 = 1-ga = 1.final = 1-release',
      '5.3.18 = 5.3.18.RELEASE',
      '1.0-cr1 = 1.0-rc1',
      '1.0-a1 = 1.0-alpha-1 = 1.0.alpha1',
      '1.01 = 1.1',
      '1..0 = 1.0- = 1.0',
      '1.0.0.RC2 < 1.0.0-RC16',
      '1.0-rc1 < 1.0-SNAPSHOT < 1.0 < 1.0-sp1 < 1.0-foo < 1.0-1 < 1.0.1',
      '1-1 < 1.0.1 < 1.1',
      '1.0.x < 1.0.1',
      '1.0-alpha < 1.0a',
      '2.9.9-3 < 2.9.9.3',
      '1.0.Final < 1.0.Final-redhat-1',
      '1.0-alpha < 1.0-beta < 1.0-milestone < 1.0-rc = 1.0-cr < 1.0-snapshot < 1.0 < 1.0-sp < 1.0-abc < 1.0-abd',
    ],
  ],
  ['RubyGems', ['1.0-1 < 1.0 = 1.0.0', '1.0.A < 1.0.a < 1.0', '3.0.0.beta4 < 3.0.pre < 3.0', '1.0.a < 1.0.1']],
  [
    'Packagist',
    [
      '1.0-dev < 1.0-alpha = 1.0-a < 1.0-beta = 1.0-b < 1.0-RC = 1.0-rc < 1.0 = 1.0.0 = v1.0 < 1.0.0-patch1 = 1.0-pl1 < 1.0.0.1',
      '6.3.0 < 6.3.0.1',
      '1.2 = 1.2.0',
    ],
  ],
  [
    'ConanCenter',
    ['1.1.1-rc.1 < 1.1.1 = 1.1.1.0 < 1.1.1+1 < 1.1.1k < 1.1.1l < 1.1.2 < 1.1.a', '1.9 < 1.10', '9d < 9e'],
  ],
  ['CRAN, Bioconductor', ['0.9 < 0.75', '1.2-3 = 1.2.3', '1.0 < 1.0.0']],
  ['Hackage, GHC', ['1.0 < 1.0.0 < 1.0.1', '1.9 < 1.10']],
  [
    'Debian, Ubuntu',
    [
      '1.0~rc1 < 1.0 = 1.0-0 = 0:1.0 < 1.0-1 < 1.0-1+b1 < 1.0a < 1.0+ < 1.0.1 < 1:0.1',
      '1.0~~ < 1.0~ < 1.0',
      '1.0-1-1 < 1.0-1-2',
    ],
  ],
  [
    'Red Hat, AlmaLinux, Rocky Linux, SUSE',
    [
      '1.0~rc1 < 1.0~rc1^git1 < 1.0 < 1.0^git1 < 1.0.1',
      '2_0 = 2.0',
      '1.05 = 1.5',
      '1.0 < 1.0a < 1.0.1',
      '1.0 < 1.0-0 < 1.0-1 = 0:1.0-1 < 1:0.1-1',
      '1.A < 1.a < 1.0',
    ],
  ],
  [
    'Alpine, Wolfi, Chainguard',
    [
      '1.0_alpha < 1.0_beta < 1.0_pre < 1.0_rc < 1.0 < 1.0_cvs < 1.0_svn < 1.0_git < 1.0_hg < 1.0_p',
      '1.0-r2 < 1.0-r18',
      '01.2 = 1.2',
      '1.05 < 1.1 < 1.2 < 1.10',
      '1.1.1 < 1.1.1a < 1.1.1k < 1.1.1k_p1 < 1.1.2',
      '1.0 < 1.0-r1 < 1.0~abc < 1.0_p1',
    ],
  ],
];

const RULES = CHAINS.flatMap(([families, chains]) =>
  families.split(', ').flatMap((family) => chains.map((chain): [string, string] => [family, chain])),
);

describe('version rules', () => {
  it.each(RULES)('of %s: %s', (family, chain) => {
    const rules = ECOSYSTEMS.find((ecosystem) => ecosystem.family === family);
    if (rules === undefined) throw new Error(`There is no ${family}.`);
    const scheme = schemeFor(rules.scheme);
    const compare = (left: string, right: string): number => {
      const [a, b] = [scheme.parse(left), scheme.parse(right)];
      if (a === undefined || b === undefined) throw new Error(`Cannot read ${a === undefined ? left : right}.`);
      return Math.sign(scheme.compare(a, b));
    };

    expect(wrongPairs(chain, compare)).toEqual([]);
  });

  it.each([
    'foo1.0 < 1.0dev < 1.0a = 1.0alpha < 1.0b = 1.0beta < 1.0RC = 1.0rc < 1.0 < 1.0.0',
    '1.0.foo < 1.0 < 1.0.0 < 1.0.1 < 1.0.pl = 1.0.p = 1.0-p = 1.0_p = 1.0+p',
  ])('of PHP itself: %s', (chain) => {
    expect(wrongPairs(chain, (left, right) => Math.sign(compareTokens(toPhpTokens(left), toPhpTokens(right))))).toEqual(
      [],
    );
  });

  it.each([
    ['rubygems', '1_0'],
    ['rubygems', 'v1'],
    ['maven', '${version}'],
    ['packagist', 'dev-master'],
    ['apk', '1.0-1'],
    ['nuget', '1.2.3.4.5'],
    ['conan', 'cci.20210118'],
    ['cran', '1.0a'],
    ['hackage', '1.0-1'],
  ] as const)('of %s reject %s', (id, text) => {
    expect(schemeFor(id).parse(text)).toBeUndefined();
  });
});

/** Compares each member with itself and all others, in both directions. */
function wrongPairs(chain: string, compare: (left: string, right: string) => number): string[] {
  const members = chain.split(' < ').flatMap((group, place) => group.split(' = ').map((text) => ({ text, place })));
  return members.flatMap((a) =>
    members
      .filter((b) => compare(a.text, b.text) !== Math.sign(a.place - b.place))
      .map((b) => `${a.text} and ${b.text}`),
  );
}
