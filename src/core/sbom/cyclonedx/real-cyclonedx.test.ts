/**
 * Coverage of the facts in real CycloneDX documents. A number that falls means that something is no longer parsed. The documents
 * are not part of the repository; `ASSAY_TEST_DATA` gives their location.
 */
import { describe, expect, it } from 'vitest';
import { listRealSboms } from '../../../../test/support/real-data.ts';
import { parseCycloneDx } from './parse-cyclonedx.ts';
import type { Component, Inventory } from '../inventory.ts';

const inventories = listRealSboms()
  .filter(({ format }) => format === 'CycloneDX')
  .map(({ read }) => parseCycloneDx(JSON.parse(new TextDecoder().decode(read())), ''));
const components = inventories.flatMap((inventory) => inventory.components);

const QUESTIONS: Readonly<Record<string, (component: Component) => boolean>> = {
  'is a component': () => true,
  'has licenses': ({ details }) => details?.licenses !== undefined,
  'has hashes': ({ details }) => details?.hashes !== undefined,
  'has references': ({ details }) => details?.references !== undefined,
  'has a description': ({ details }) => details?.description !== undefined,
  'has a supplier': ({ details }) => details?.supplier !== undefined,
  'has locations': ({ details }) => details?.locations !== undefined,
  'has a location in a layer': ({ details }) => details?.locations?.some(({ layer }) => layer !== undefined) === true,
  'has a package type': ({ packageType }) => packageType !== undefined,
  'has a source package': ({ source }) => source !== undefined,
  'has an epoch': ({ epoch }) => epoch !== undefined,
  'is optional': ({ scope }) => scope === 'optional',
  'is excluded': ({ scope }) => scope === 'excluded',
  'is for development': ({ scope }) => scope === 'development',
  'is for the build': ({ scope }) => scope === 'build',
};

const ANSWERS: Readonly<Record<string, number>> = {
  'is a component': 33_360,
  'has licenses': 25_537,
  'has hashes': 16_217,
  'has references': 15_907,
  'has a description': 12_216,
  'has a supplier': 16_485,
  'has locations': 17_529,
  'has a location in a layer': 4_375,
  'has a package type': 12_224,
  'has a source package': 2_334,
  'has an epoch': 150,
  'is optional': 1_119,
  'is excluded': 15,
  'is for development': 1_936,
  'is for the build': 7,
};

describe.runIf(inventories.length > 0)('real CycloneDX documents', () => {
  it.each(Object.entries(QUESTIONS))('state that a component %s', (question, isTrue) => {
    expect(components.filter(isTrue).length).toBe(ANSWERS[question]);
  });

  it('name their subject, their tool and their operating system', () => {
    expect(countWhere(({ subject }) => subject !== undefined)).toBe(233);
    expect(countWhere(({ tool }) => tool !== undefined)).toBe(184);
    expect(countWhere(({ distro }) => distro !== undefined)).toBe(42);
    expect(countWhere(({ serviceCount }) => serviceCount > 0)).toBe(38);
  });

  it('have the expected graph completeness', () => {
    const graphs = inventories.map(({ graph }) => graph);

    expect(['complete', 'partial', 'missing'].map((label) => graphs.filter((graph) => graph === label).length)).toEqual(
      [104, 50, 372],
    );
  });

  it('claim vulnerabilities of their components', () => {
    const claims = inventories.flatMap((inventory) => inventory.claims);

    expect(claims.length).toBe(217);
    expect(claims.filter((claim) => claim.components.length > 0).length).toBe(186);
    expect(claims.filter(({ state }) => state === 'not_affected').length).toBe(67);
  });
});

function countWhere(isTrue: (inventory: Inventory) => boolean): number {
  return inventories.filter(isTrue).length;
}
