import { describe, expect, it } from 'vitest';
import { refusalOf, scan } from '../../../../test/support/scan-bytes.ts';
import { inspectSbom, type InspectedSbom } from './inspect-sbom.ts';

function inspect(document: object | string): InspectedSbom {
  return inspectSbom(scan(typeof document === 'string' ? document : JSON.stringify(document)));
}

function refusal(document: object | string) {
  return refusalOf(() => inspect(document));
}

const CYCLONEDX = { bomFormat: 'CycloneDX', specVersion: '1.6' };
const SPDX2 = { spdxVersion: 'SPDX-2.3' };
const SPDX3 = {
  '@context': 'https://spdx.org/rdf/3.0.1/spdx-context.jsonld',
  '@graph': [{ type: 'CreationInfo', specVersion: '3.0.1' }],
};
const NOTHING_LISTED = { componentCount: 0, fileCount: 0, edgeCount: 0, path: '', warnings: [] };

describe('inspectSbom', () => {
  it.each(['1.2', '1.3', '1.4', '1.5', '1.6', '1.7'])('accepts CycloneDX %s', (specVersion) => {
    expect(inspect({ ...CYCLONEDX, specVersion })).toEqual({ format: 'cyclonedx', specVersion, ...NOTHING_LISTED });
  });

  it.each(['1.8', '1.10', '1.99'])('accepts the newer CycloneDX %s with a warning', (specVersion) => {
    expect(inspect({ ...CYCLONEDX, specVersion })).toMatchObject({
      specVersion,
      warnings: [{ code: 'SPEC_VERSION_NEWER', count: 1 }],
    });
  });

  it.each([
    ['SPDX-2.2', '2.2'],
    ['SPDX-2.3', '2.3'],
  ])('accepts %s', (spdxVersion, specVersion) => {
    expect(inspect({ spdxVersion })).toEqual({ format: 'spdx', specVersion, ...NOTHING_LISTED });
  });

  it.each<[string, object, string]>([
    ['by its context', { '@context': 'https://spdx.org/rdf/3.0.0/spdx-context.jsonld' }, '3.0.0'],
    ['by a context among others', { '@context': ['https://x.example', 'https://spdx.org/rdf/3.0.1/c.json'] }, '3.0.1'],
    ['by its graph', { '@graph': SPDX3['@graph'] }, '3.0.1'],
    ['with the version of its CreationInfo', { ...SPDX3, '@context': 'https://spdx.org/rdf/3.0.0/c' }, '3.0.1'],
    ['with a short version', { ...SPDX3, '@graph': [{ type: 'CreationInfo', specVersion: '3.0' }] }, '3.0'],
    ['without a list', { ...SPDX3, '@graph': null }, '3.0.1'],
    [
      'without a graph',
      { '@context': 'https://spdx.org/rdf/3.0.1/c', type: 'Person', creationInfo: { specVersion: '3.0.0' } },
      '3.0.0',
    ],
  ])('accepts SPDX 3 %s', (_, document, specVersion) => {
    expect(inspect(document)).toMatchObject({ format: 'spdx', specVersion, componentCount: 0 });
  });

  it.each<[object, Partial<InspectedSbom>]>([
    [
      {
        ...CYCLONEDX,
        components: [{ components: [{}] }],
        dependencies: [{ dependsOn: ['a', 'b'] }],
        packages: [1],
        files: [1],
      },
      { componentCount: 2, fileCount: 0, edgeCount: 2 },
    ],
    [
      { ...SPDX2, packages: [{}, {}], files: [{}], relationships: [{}, {}, {}], components: [{}] },
      { componentCount: 2, fileCount: 1, edgeCount: 3 },
    ],
    [
      {
        ...SPDX3,
        '@graph': [{ specVersion: '3.0.1' }, { type: 'software_Package', to: ['a'] }, { type: 'software_File' }],
      },
      { componentCount: 1, fileCount: 1, edgeCount: 1 },
    ],
  ])('counts the components and edges of the format: %j', (document, counts) => {
    expect(inspect(document)).toMatchObject(counts);
  });

  it.each([
    { ...SPDX2, packages: [{}] },
    { ...CYCLONEDX, components: [{}] },
  ])('inspects a wrapped document: %j', (sbom) => {
    expect(inspect({ sbom })).toMatchObject({ path: '/sbom', componentCount: 1 });
    expect(inspect({ sbom, packages: [1, 2] })).toMatchObject({ path: '/sbom', componentCount: 1 });
  });

  it('does not count the content of an "sbom" member that is not an SBOM', () => {
    expect(inspect({ ...CYCLONEDX, sbom: { components: [{}] } })).toMatchObject({ path: '', componentCount: 0 });
  });

  it('warns about duplicate names below the top level', () => {
    expect(inspect('{"spdxVersion":"SPDX-2.3","packages":[{"a":1,"a":2,"a":3}]}').warnings).toEqual([
      { code: 'JSON_DUPLICATE_KEY', count: 2 },
    ]);
  });
});

describe('inspectSbom with invalid documents', () => {
  it.each<[object, string]>([
    [{}, 'neither "bomFormat"'],
    [{ name: 'x' }, 'neither "bomFormat"'],
    [{ sbom: {} }, 'neither "bomFormat"'],
    [{ bomFormat: 'cyclonedx', specVersion: '1.6' }, '"cyclonedx" and must be exactly "CycloneDX"'],
    [{ bomFormat: 1 }, 'must be the string'],
    [{ spdxVersion: null }, 'neither "bomFormat"'],
    [{ '@context': 'https://openvex.dev/ns/v0.2.0' }, 'JSON-LD'],
    [{ '@graph': [{ type: 'Person' }] }, 'JSON-LD'],
  ])('rejects an unknown format: %j', (document, text) => {
    const found = refusal(document);

    expect(found).toMatchObject({ code: 'SBOM_FORMAT_UNKNOWN', message: expect.stringContaining(text) });
    expect(found?.message).toContain("Unknown SBOM format: must be either 'SPDX' or 'CycloneDX'");
  });

  it.each<[object]>([
    [{ ...CYCLONEDX, ...SPDX2 }],
    [{ ...CYCLONEDX, ...SPDX3 }],
    [{ ...SPDX2, ...SPDX3 }],
    [{ ...CYCLONEDX, sbom: SPDX2 }],
    [{ sbom: { ...CYCLONEDX, ...SPDX2 } }],
  ])('rejects an ambiguous format: %j', (document) => {
    expect(refusal(document)?.code).toBe('SBOM_FORMAT_AMBIGUOUS');
  });

  it.each<[object]>([
    [{ bomFormat: 'CycloneDX' }],
    [{ ...CYCLONEDX, specVersion: 1.6 }],
    [{ ...CYCLONEDX, specVersion: null }],
    [{ ...CYCLONEDX, specVersion: '9.9' }],
    [{ ...CYCLONEDX, specVersion: '1.0' }],
    [{ ...CYCLONEDX, specVersion: '1.1' }],
    [{ ...CYCLONEDX, specVersion: '1.06' }],
    [{ ...CYCLONEDX, specVersion: '1.6 ' }],
    [{ ...CYCLONEDX, specVersion: '1.6.1' }],
    [{ ...CYCLONEDX, specVersion: '1.1000' }],
    [{ ...CYCLONEDX, specVersion: '${specVersion}' }],
    [{ spdxVersion: 'SPDX-9.9' }],
    [{ spdxVersion: 'SPDX-2.1' }],
    [{ spdxVersion: 'SPDX-3.0' }],
    [{ spdxVersion: '2.3' }],
    [{ spdxVersion: 2 }],
    [{ '@context': 'https://spdx.org/rdf/3.1.0/spdx-context.jsonld' }],
    [{ '@context': 'https://spdx.org/rdf/terms' }],
    [{ ...SPDX3, '@graph': [{ specVersion: '4.0' }] }],
  ])('rejects an unsupported version: %j', (document) => {
    expect(refusal(document)).toMatchObject({
      code: 'SBOM_VERSION_UNSUPPORTED',
      message: expect.stringContaining('CycloneDX 1.2 to 1.7, or SPDX 2.2, 2.3 or 3.0'),
    });
  });

  it.each<[object, string]>([
    [{ ...CYCLONEDX, components: {} }, '/components'],
    [{ ...CYCLONEDX, components: 'x' }, '/components'],
    [{ ...CYCLONEDX, components: false }, '/components'],
    [{ ...CYCLONEDX, dependencies: 1 }, '/dependencies'],
    [{ ...CYCLONEDX, metadata: [] }, '/metadata'],
    [{ ...SPDX2, packages: {} }, '/packages'],
    [{ ...SPDX2, files: 'x' }, '/files'],
    [{ ...SPDX2, relationships: {} }, '/relationships'],
    [{ sbom: { ...SPDX2, packages: {} } }, '/sbom/packages'],
    [{ ...SPDX3, '@graph': {} }, '/@graph'],
  ])('rejects a list of the wrong type: %j', (document, path) => {
    expect(refusal(document)).toMatchObject({
      code: 'SBOM_INVALID',
      message: expect.stringContaining(path),
      details: [{ path, message: expect.stringContaining('must be') }],
    });
  });

  it.each<[object]>([
    [{ ...CYCLONEDX, components: null, dependencies: null, metadata: null }],
    [{ ...SPDX2, packages: null, files: null, relationships: null }],
    [{ ...CYCLONEDX, packages: 'x', '@graph': {} }],
    [{ ...SPDX2, components: 'x' }],
  ])('accepts null, and members of another format: %j', (document) => {
    expect(inspect(document).componentCount).toBe(0);
  });
});
