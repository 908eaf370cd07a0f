/**
 * Every real SBOM we have becomes an inventory, and the inventory agrees with the scanner on what the document lists. The
 * documents are not part of the repository; `ASSAY_TEST_DATA` says where they are.
 */
import { describe, expect, it } from 'vitest';
import { edgesOf } from '../../../test/support/inventories.ts';
import { listRealSboms, type RealSbom } from '../../../test/support/real-data.ts';
import { refusalOf, scan } from '../../../test/support/scan-bytes.ts';
import { findPackages } from '../identity/find-packages.ts';
import { findNeighborReleases } from '../identity/neighbor-releases.ts';
import { findDirect } from './dependency-graph.ts';
import { inspectSbom, type InspectedSbom } from './inspect-sbom.ts';
import type { Component, Inventory } from './inventory.ts';
import { parseSbom } from './parse-sbom.ts';

interface Read {
  readonly file: string;
  readonly inspected: InspectedSbom;
  readonly inventory: Inventory;
}

const reads = listRealSboms().flatMap(read);
const isHere = reads.length > 0;

function read({ file, read: readBytes }: RealSbom): Read[] {
  const bytes = readBytes();
  let inspected: InspectedSbom | undefined;
  const refusal = refusalOf(() => {
    inspected = inspectSbom(scan(bytes));
  });
  if (refusal !== undefined || inspected === undefined) return [];
  const value: unknown = JSON.parse(new TextDecoder().decode(bytes));
  return [{ file, inspected, inventory: parseSbom(value, inspected) }];
}

describe('real inventories', () => {
  it(`hold as many components as the scanner counts${isHere ? '' : ' (none: ASSAY_TEST_DATA is not set)'}`, () => {
    for (const { file, inspected, inventory } of reads.filter(isReadYet)) {
      const unreadable = inventory.warnings.find(({ code }) => code === 'COMPONENT_UNREADABLE')?.count ?? 0;
      // SPDX lists its subject among its packages, CycloneDX does not.
      const subjects = inspected.format === 'spdx' && inventory.subject !== undefined ? 1 : 0;

      // The tools in the formulation of CycloneDX are no components of the software.
      const tools = inspected.format === 'cyclonedx' ? countOf(inventory, ({ scope }) => scope === 'build') : 0;

      const listed = inventory.components.length - tools + unreadable + subjects;
      expect({ file, listed }).toEqual({ file, listed: inspected.componentCount });
    }
    expect(reads.length).toBe(isHere ? 820 : 0);
    expect(sum(reads.map(({ inventory }) => inventory.components.length))).toBe(isHere ? 90_992 : 0);
  });

  it('hold no more edges than the document, and none twice', () => {
    for (const { file, inspected, inventory } of reads.filter(isReadYet)) {
      const edges = edgesOf({
        ...inventory,
        components: inventory.components.map((each, n) => ({ ...each, ref: `${n}` })),
      });
      // Each component may also be held by another one.
      expect({ file, isWithin: edges.length <= inspected.edgeCount + inspected.componentCount }).toEqual({
        file,
        isWithin: true,
      });
      expect(new Set(edges).size).toBe(edges.length);
    }
  });

  it('of formats that are not read yet say so', () => {
    const unread = reads.filter((each) => !isReadYet(each));

    expect(unread.length).toBe(isHere ? 74 : 0);
    expect(unread.every(({ inventory }) => inventory.warnings[0]?.code === 'FORMAT_NOT_READ')).toBe(true);
  });

  it('cross the border of a thread unchanged', () => {
    for (const { inventory } of reads) expect(structuredClone(inventory)).toEqual(inventory);
  });

  it('name the packages of the ecosystems that are read', () => {
    const outcomes = new Map<string, number>();
    for (const { inventory } of reads) {
      const { components, distro } = inventory;
      const options = { distro, neighborReleases: findNeighborReleases(components, { distro }) };
      for (const component of components) {
        const { packages, reason } = findPackages(component, options);
        const outcome = packages[0]?.identity.family ?? reason ?? '';
        outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
      }
    }

    expect(Object.fromEntries(outcomes)).toEqual(isHere ? EXPECTED_OUTCOMES : {});
  });

  it.each(['1.0.0', '1.1.0', '2.0.0', '2.1.0', '3.0.0'])(
    'of one project in both formats are the same, in version %s',
    (version) => {
      const [cyclonedx = [], spdx = []] = ['cdx', 'spdx'].map((ending) => {
        const found = reads.find(({ file }) => file === `history/shop-api-${version}.${ending}.json`);
        return found === undefined ? [] : packagesOf(found.inventory);
      });

      expect(cyclonedx.length > 0).toBe(isHere);
      expect(cyclonedx).toEqual(spdx);
    },
  );
});

const EXPECTED_OUTCOMES = {
  Debian: 2_615,
  Maven: 13_481,
  PyPI: 1_549,
  npm: 30_347,
  'incomplete-name': 3,
  'invalid-purl': 109,
  'no-identity': 1_857,
  'no-version': 74,
  'unresolved-placeholder': 4,
  'unsupported-type': 40_953,
};

/** Each package with its version, and whether it is direct. */
function packagesOf(inventory: Inventory): string[] {
  const direct = findDirect(inventory);
  const lines = inventory.components.map((component, index) => {
    const [found] = findPackages(component).packages;
    return `${found?.identity.name} ${found?.version} ${direct?.[index]}`;
  });
  return [...new Set(lines)].toSorted();
}

function isReadYet({ inspected }: Read): boolean {
  return !inspected.specVersion.startsWith('3.');
}

function countOf({ components }: Inventory, isOne: (component: Component) => boolean): number {
  return components.filter(isOne).length;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}
