/** Facts that a document states about itself: its lifecycle phases, its identity, and whether its graph is complete. */
import { describe, expect, it } from 'vitest';
import { aCycloneDx } from '../../../test/support/documents.ts';
import { parseCycloneDx } from './cyclonedx/parse-cyclonedx.ts';
import type { AboutDocument } from './inventory.ts';
import { parseSpdx3 } from './spdx/parse-spdx3.ts';

const SERIAL = 'urn:uuid:3E671687-395B-41f5-a30f-a58921a69b79';

function ofCycloneDx(changes: Record<string, unknown>): AboutDocument | undefined {
  return parseCycloneDx(aCycloneDx(changes), '').about;
}

describe('lifecycle phases of a document', () => {
  it.each<[unknown, readonly string[]]>([
    [[{ phase: 'build' }], ['build']],
    [
      [{ phase: 'pre-build' }, { phase: 'operations' }, { phase: 'pre-build' }],
      ['operations', 'pre-build'],
    ],
    [[{ name: 'our own phase' }, { phase: 'toString' }, null], []],
    ['build', []],
  ])('are parsed from CycloneDX lifecycles %j', (lifecycles, phases) => {
    expect(ofCycloneDx({ metadata: { lifecycles } })?.phases).toEqual(phases);
  });

  it.each<[unknown, readonly string[]]>([
    [
      ['build', 'deployed'],
      ['build', 'deployed'],
    ],
    ['https://spdx.org/rdf/3.0.1/terms/Software/SbomType/source', ['source']],
    [['other', 7], []],
  ])('are parsed from SPDX 3 types %j', (software_sbomType, phases) => {
    const graph = [{ type: 'software_Sbom', spdxId: 'sbom', rootElement: [], software_sbomType }];

    expect(parseSpdx3({ '@graph': graph }, '').about?.phases).toEqual(phases);
  });
});

describe('serial number and version of a CycloneDX document', () => {
  it.each<[Record<string, unknown>, string | undefined, number | undefined]>([
    [{ serialNumber: SERIAL, version: 3 }, SERIAL.toLowerCase(), 3],
    [{ serialNumber: SERIAL, version: undefined }, SERIAL.toLowerCase(), 1],
    [{ serialNumber: 'urn:uuid:none', version: 0 }, undefined, undefined],
    [{ serialNumber: 7, version: '2' }, undefined, undefined],
  ])('are parsed from %j', (changes, serialNumber, version) => {
    expect(ofCycloneDx(changes)).toMatchObject({ serialNumber, version });
  });
});

describe('statement that a graph is complete', () => {
  it.each<[string, unknown, boolean]>([
    ['of everything', [{ aggregate: 'complete' }], true],
    ['of the dependencies of the subject', [{ aggregate: 'complete', dependencies: ['shop'] }], true],
    ['of the parts of the subject alone', [{ aggregate: 'complete', assemblies: ['shop'] }], false],
    ['of one component', [{ aggregate: 'complete', dependencies: ['left-pad'] }], false],
    ['of the vulnerabilities', [{ aggregate: 'complete', vulnerabilities: ['v'] }], false],
    [
      'with an incomplete statement about another part',
      [
        { aggregate: 'complete', dependencies: ['shop'] },
        { aggregate: 'unknown', dependencies: ['left-pad'] },
      ],
      false,
    ],
    ['that is absent', undefined, false],
  ])('%s is evaluated', (_, compositions, isGraphWhole) => {
    expect(ofCycloneDx({ compositions })?.isGraphWhole).toBe(isGraphWhole);
  });

  it('does not count if a reference is dangling', () => {
    const dependencies = [{ ref: 'shop', dependsOn: ['left-pad', 'gone'] }];

    expect(ofCycloneDx({ dependencies, compositions: [{ aggregate: 'complete' }] })?.isGraphWhole).toBe(false);
  });
});
