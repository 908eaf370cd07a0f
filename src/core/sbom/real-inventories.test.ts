/**
 * Every real SBOM becomes an inventory that agrees with the counts of the scanner. The documents are not part of the repository;
 * `ASSAY_TEST_DATA` gives their location.
 */
import { describe, expect, it } from 'vitest';
import { edgesOf } from '../../../test/support/inventories.ts';
import { printSummary, readRealInventories } from '../../../test/support/real-inventories.ts';
import type { Component, Inventory } from './inventory.ts';

const reads = readRealInventories();

describe.runIf(reads.length > 0)('real inventories', () => {
  it('have as many components as the scanner counts', () => {
    for (const { file, inspected, besides, inventory } of reads) {
      const unreadable = inventory.warnings.find(({ code }) => code === 'COMPONENT_UNREADABLE')?.count ?? 0;
      // Tools in the formulation of CycloneDX are not components of the software.
      const tools = inspected.format === 'cyclonedx' ? countOf(inventory, ({ scope }) => scope === 'build') : 0;

      const listed = inventory.components.length - tools + unreadable;
      expect({ file, listed }).toEqual({ file, listed: inspected.componentCount + besides });
    }
    expect(reads.length).toBe(820);
    expect(sum(reads.map(({ inventory }) => inventory.components.length))).toBe(91_544);
  });

  it('have at most as many edges as the document, without duplicates', () => {
    for (const { file, inspected, besides, inventory } of reads) {
      const edges = edgesOf({
        ...inventory,
        components: inventory.components.map((each, n) => ({ ...each, ref: `${n}` })),
      });
      // Each component may also be contained in another one.
      expect({ file, isWithin: edges.length <= inspected.edgeCount + inspected.componentCount + besides }).toEqual({
        file,
        isWithin: true,
      });
      expect(new Set(edges).size).toBe(edges.length);
    }
  });

  it('cover every supported format and version', () => {
    const counts = new Map<string, number>();
    for (const { inspected } of reads) {
      const form = `${inspected.format} ${inspected.specVersion}`;
      counts.set(form, (counts.get(form) ?? 0) + 1);
    }

    printSummary(reads);
    expect(Object.fromEntries(counts)).toEqual(EXPECTED_FORMS);
  });

  it('stay unchanged when passed between threads', () => {
    for (const { inventory } of reads) expect(structuredClone(inventory)).toEqual(inventory);
  });
});

const EXPECTED_FORMS = {
  'cyclonedx 1.2': 36,
  'cyclonedx 1.3': 35,
  'cyclonedx 1.4': 112,
  'cyclonedx 1.5': 88,
  'cyclonedx 1.6': 195,
  'cyclonedx 1.7': 59,
  'spdx 2.2': 109,
  'spdx 2.3': 112,
  'spdx 3.0': 1,
  'spdx 3.0.0': 9,
  'spdx 3.0.1': 64,
};

function countOf({ components }: Inventory, isOne: (component: Component) => boolean): number {
  return components.filter(isOne).length;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}
