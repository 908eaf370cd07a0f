/**
 * How much of what the real CycloneDX documents say is understood. A figure that falls is something that is no longer read. The
 * documents are not part of the repository; `ASSAY_TEST_DATA` says where they are.
 */
import { describe, expect, it } from 'vitest';
import { listRealSboms } from '../../../test/support/real-data.ts';
import { readCycloneDx } from './cyclonedx.ts';
import type { Component, Inventory } from './inventory.ts';

const inventories = listRealSboms()
  .filter(({ format }) => format === 'CycloneDX')
  .map(({ read }) => readCycloneDx(JSON.parse(new TextDecoder().decode(read())), ''));
const isHere = inventories.length > 0;
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

describe(`real CycloneDX documents${isHere ? '' : ' (none: ASSAY_TEST_DATA is not set)'}`, () => {
  it.each(Object.entries(QUESTIONS))('say of a component that it %s', (question, isTrue) => {
    expect(components.filter(isTrue).length).toBe(isHere ? ANSWERS[question] : 0);
  });

  it('say what they are about, who wrote them, and for which system', () => {
    expect(countWhere(({ subject }) => subject !== undefined)).toBe(isHere ? 233 : 0);
    expect(countWhere(({ tool }) => tool !== undefined)).toBe(isHere ? 184 : 0);
    expect(countWhere(({ distro }) => distro !== undefined)).toBe(isHere ? 42 : 0);
    expect(countWhere(({ serviceCount }) => serviceCount > 0)).toBe(isHere ? 38 : 0);
  });

  it('have graphs as whole as they are', () => {
    const graphs = inventories.map(({ graph }) => graph);

    expect(['complete', 'partial', 'missing'].map((label) => graphs.filter((graph) => graph === label).length)).toEqual(
      isHere ? [104, 50, 372] : [0, 0, 0],
    );
  });

  it('claim vulnerabilities of what they list', () => {
    const claims = inventories.flatMap((inventory) => inventory.claims);

    expect(claims.length).toBe(isHere ? 217 : 0);
    expect(claims.filter((claim) => claim.components.length > 0).length).toBe(isHere ? 186 : 0);
    expect(claims.filter(({ state }) => state === 'not_affected').length).toBe(isHere ? 67 : 0);
  });
});

function countWhere(isTrue: (inventory: Inventory) => boolean): number {
  return inventories.filter(isTrue).length;
}
