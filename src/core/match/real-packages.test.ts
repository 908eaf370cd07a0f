/**
 * Identifies every component of the real SBOMs. The figures pin the results for 91,000 components; the documents are not part of
 * the repository, `ASSAY_TEST_DATA` points to them.
 */
import { describe, expect, it } from 'vitest';
import { readRealInventories } from '../../../test/support/real-inventories.ts';
import { type FindPackagesOptions, findPackages } from '../identity/packages/find-packages.ts';
import { findSharedReleases, hasRpmEpochs } from '../identity/packages/document-conventions.ts';
import { parsePurl, printPurl } from '../identity/purl/purl.ts';
import type { Inventory } from '../sbom/inventory.ts';
import { identifyPackage } from './identify-package.ts';

const reads = readRealInventories();
const purls = new Set(
  reads.flatMap(({ inventory }) => inventory.components.flatMap((component) => [...component.purls])),
);

describe.runIf(reads.length > 0)('the components of real documents', () => {
  it('have the expected families or reasons', () => {
    const outcomes = countBy(
      reads.flatMap(({ inventory }) => {
        const options = optionsOf(inventory);
        return inventory.components.map((component) => {
          const identified = identifyPackage(component, options);
          return identified.package?.identity.family ?? identified.reason ?? '';
        });
      }),
    );

    expect(outcomes).toEqual(OUTCOMES);
  });

  it('are identified the same way in any order of their purls', () => {
    for (const { inventory } of reads) {
      const options = optionsOf(inventory);
      for (const component of inventory.components.filter((each) => each.purls.length > 1)) {
        const reversed = { ...component, purls: component.purls.toReversed() };

        expect(findPackages(reversed, options)).toEqual(findPackages(component, options));
      }
    }
  });

  it('have the expected warnings about their purls', () => {
    const warnings = reads.flatMap(({ inventory }) => inventory.warnings);
    const counts = Object.keys(WARNINGS).map((code): [string, number] => {
      const ofCode = warnings.filter((warning) => warning.code === code);
      return [code, ofCode.reduce((total, { count }) => total + count, 0)];
    });

    expect(Object.fromEntries(counts)).toEqual(WARNINGS);
  });
});

describe.runIf(reads.length > 0)('the purls of real documents', () => {
  it('are parsed back to the same parts', () => {
    for (const text of purls) {
      const { purl } = parsePurl(text);
      const again = purl && parsePurl(printPurl(purl)).purl;

      expect(again).toEqual(purl);
    }
  });

  it('have the expected violations of the specification', () => {
    const problems = [...purls].flatMap((text) => {
      const parsed = parsePurl(text);
      return parsed.purl === undefined ? [] : parsed.problems;
    });

    expect(countBy(problems)).toEqual(PROBLEMS);
  });
});

function optionsOf({ components, distro }: Inventory): FindPackagesOptions {
  const stated = { distro, rpmEpochsStated: hasRpmEpochs(components) };
  return { ...stated, sharedReleases: findSharedReleases(components, stated) };
}

function countBy(texts: readonly string[]): Record<string, number> {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return Object.fromEntries(counts);
}

const OUTCOMES = {
  AlmaLinux: 174,
  Alpine: 903,
  'Amazon Linux': 496,
  Bitnami: 5,
  CPE: 27,
  Debian: 2_615,
  Fedora: 153,
  GIT: 10,
  'GitHub Actions': 13,
  Go: 18_454,
  Maven: 13_817,
  NuGet: 1_354,
  'Oracle Linux': 220,
  Packagist: 153,
  'Photon OS': 136,
  PyPI: 1_549,
  'Red Hat': 11_052,
  'Rocky Linux': 208,
  RubyGems: 755,
  SUSE: 177,
  SwiftURL: 2,
  Ubuntu: 4_191,
  Wolfi: 7,
  'crates.io': 39,
  npm: 30_374,
  'devel-build': 27,
  'floating-ref': 37,
  'invalid-purl': 18,
  'no-feed-for-release': 290,
  'no-identity': 1_476,
  'no-version': 1_736,
  'not-a-package': 431,
  'unknown-release': 51,
  'unresolved-placeholder': 4,
  'unsupported-type': 590,
};

const WARNINGS = { PURL_DISAGREES: 124, PURL_INVALID: 105, PURL_NOT_STRICT: 31 };

const PROBLEMS = {
  'bad-escape': 1,
  'no-namespace': 4,
  'unescaped-at': 2,
  'unescaped-character': 1,
  'unexpected-namespace': 19,
};
