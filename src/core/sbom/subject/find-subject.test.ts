import { describe, expect, it } from 'vitest';
import { scan, toBytes } from '../../../../test/support/scan-bytes.ts';
import type { ByteRange } from '../scan/scan-facts.ts';
import { findSubject } from './find-subject.ts';
import type { SbomSubject } from './document-reader.ts';

async function subjectOf(document: object | string): Promise<SbomSubject | undefined> {
  const bytes = toBytes(typeof document === 'string' ? document : JSON.stringify(document));
  const readText = async ({ start, end }: ByteRange): Promise<string> =>
    new TextDecoder().decode(bytes.subarray(start, end));
  return await findSubject(scan(bytes), readText);
}

function aCycloneDx(component: unknown): object {
  return { bomFormat: 'CycloneDX', specVersion: '1.6', metadata: { component }, components: [{ name: 'other' }] };
}

describe('findSubject of CycloneDX', () => {
  it.each<[unknown, SbomSubject | undefined]>([
    [
      { type: 'application', group: 'g', name: 'n', version: '1', purl: 'pkg:npm/n@1', hashes: [] },
      { type: 'application', group: 'g', name: 'n', purl: 'pkg:npm/n@1' },
    ],
    [
      { type: 'application', name: 'é', components: [{ name: 'x' }] },
      { type: 'application', name: 'é' },
    ],
    [{ type: 1, name: 'n', group: null, purl: {} }, { name: 'n' }],
    [{ type: 'application' }, undefined],
    [{}, undefined],
    [[], undefined],
    [null, undefined],
    ['x', undefined],
  ])('finds for %j: %j', async (component, expected) => {
    expect(await subjectOf(aCycloneDx(component))).toEqual(expected);
  });

  it('finds nothing without metadata', async () => {
    expect(await subjectOf({ bomFormat: 'CycloneDX', specVersion: '1.6' })).toBeUndefined();
  });

  it('ignores inherited members', async () => {
    expect(
      await subjectOf(
        '{"bomFormat":"CycloneDX","specVersion":"1.6","metadata":{"component":{"__proto__":{"name":"x"}}}}',
      ),
    ).toBeUndefined();
    expect(({} as { name?: string }).name).toBeUndefined();
  });

  it('does not read a subject that is too large', async () => {
    const component = (length: number) => aCycloneDx({ name: 'n', description: 'x'.repeat(length) });
    const rest = '{"name":"n","description":""}'.length;

    expect(await subjectOf(component(1024 * 1024 - rest))).toEqual({ name: 'n' });
    expect(await subjectOf(component(1024 * 1024 - rest + 1))).toBeUndefined();
  });

  it.each([
    ['cannot be had', async () => undefined],
    ['is not what was scanned', async () => '{"name":'],
  ])('finds nothing if the text %s', async (_, readText) => {
    const facts = scan(JSON.stringify(aCycloneDx({ name: 'n' })));

    expect(await findSubject(facts, readText)).toBeUndefined();
  });
});

const DESCRIBES = (to: unknown, from: unknown = 'SPDXRef-DOCUMENT') => ({
  spdxElementId: from,
  relationshipType: 'DESCRIBES',
  relatedSpdxElement: to,
});
const PACKAGES = [
  { SPDXID: 'SPDXRef-other', name: 'other' },
  {
    SPDXID: 'SPDXRef-app',
    name: 'app',
    primaryPackagePurpose: 'CONTAINER',
    externalRefs: [
      { referenceType: 'cpe23Type', referenceLocator: 'cpe:2.3:a:x' },
      { referenceType: 'purl', referenceLocator: 'pkg:oci/app@1' },
      { referenceType: 'purl', referenceLocator: 'pkg:oci/app@1' },
    ],
  },
  { SPDXID: 'SPDXRef-plain', name: 'plain', externalRefs: null },
  { SPDXID: 'SPDXRef-twice', name: 'one' },
  { SPDXID: 'SPDXRef-twice', name: 'two' },
  {
    SPDXID: 'SPDXRef-many',
    name: 'many',
    externalRefs: ['pkg:npm/a', 'pkg:npm/b'].map((purl) => ({ referenceType: 'purl', referenceLocator: purl })),
  },
];
const APP = { purl: 'pkg:oci/app@1', type: 'CONTAINER', name: 'app' };

describe('findSubject of SPDX 2', () => {
  it.each<[string, object, SbomSubject | undefined]>([
    ['documentDescribes', { documentDescribes: ['SPDXRef-app'] }, APP],
    ['DESCRIBES', { relationships: [DESCRIBES('SPDXRef-app')] }, APP],
    ['DESCRIBE', { relationships: [{ ...DESCRIBES('SPDXRef-app'), relationshipType: 'DESCRIBE' }] }, APP],
    [
      'DESCRIBED_BY',
      { relationships: [{ ...DESCRIBES('SPDXRef-DOCUMENT', 'SPDXRef-app'), relationshipType: 'DESCRIBED_BY' }] },
      APP,
    ],
    ['both, saying the same', { documentDescribes: ['SPDXRef-app'], relationships: [DESCRIBES('SPDXRef-app')] }, APP],
    ['both, differing', { documentDescribes: ['SPDXRef-app'], relationships: [DESCRIBES('SPDXRef-plain')] }, undefined],
    ['two packages', { documentDescribes: ['SPDXRef-app', 'SPDXRef-plain'] }, undefined],
    ['a package without a purl', { documentDescribes: ['SPDXRef-plain'] }, { type: 'package', name: 'plain' }],
    ['an id that two packages have', { documentDescribes: ['SPDXRef-twice'] }, undefined],
    ['a package with two purls', { documentDescribes: ['SPDXRef-many'] }, undefined],
    ['an element that is not a package', { documentDescribes: ['SPDXRef-file'] }, undefined],
    ['nothing', {}, undefined],
    ['an empty list', { documentDescribes: [] }, undefined],
    ['no list', { documentDescribes: 'SPDXRef-app' }, undefined],
    ['a list of other things', { documentDescribes: ['SPDXRef-app', 1] }, undefined],
    ['a relationship of another element', { relationships: [DESCRIBES('SPDXRef-app', 'SPDXRef-other')] }, undefined],
    ['an odd relationship', { relationships: [DESCRIBES('SPDXRef-app'), DESCRIBES(7)] }, undefined],
    ['too many relationships', { relationships: Array.from({ length: 9 }, () => DESCRIBES('SPDXRef-app')) }, undefined],
  ])('finds the subject by %s', async (_, document, expected) => {
    expect(await subjectOf({ spdxVersion: 'SPDX-2.3', packages: PACKAGES, ...document })).toEqual(expected);
    expect(await subjectOf({ sbom: { ...document, packages: PACKAGES, spdxVersion: 'SPDX-2.3' } })).toEqual(expected);
  });
});

const CONTEXT = { '@context': 'https://spdx.org/rdf/3.0.1/spdx-context.jsonld' };
const GRAPH_PACKAGES = [
  { type: 'software_Package', spdxId: 'urn:other', name: 'other' },
  {
    type: 'software_Package',
    spdxId: 'urn:app',
    name: 'app',
    software_primaryPurpose: 'container',
    software_packageUrl: 'pkg:oci/app@1',
    externalIdentifier: [{ externalIdentifierType: 'packageUrl', identifier: 'pkg:oci/app@1' }, 'urn:x'],
  },
  {
    spdxId: 'urn:byIdentifier',
    name: 'by identifier',
    externalIdentifier: [
      { type: 'ExternalIdentifier', externalIdentifierType: 'cpe23', identifier: 'cpe:2.3:a:x' },
      { type: 'ExternalIdentifier', externalIdentifierType: 'packageUrl', identifier: 'pkg:npm/x@1' },
    ],
    type: 'software_Package',
  },
];
const GRAPH_APP = { purl: 'pkg:oci/app@1', type: 'container', name: 'app' };
const DOCUMENT = { type: 'SpdxDocument', spdxId: 'urn:doc' };
const SBOM = { type: 'software_Sbom', spdxId: 'urn:sbom' };
const RELATIONSHIP = { type: 'Relationship', relationshipType: 'describes' };

describe('findSubject of SPDX 3', () => {
  it.each<[string, readonly object[], SbomSubject | undefined]>([
    ['rootElement', [{ ...DOCUMENT, rootElement: ['urn:app'] }], GRAPH_APP],
    ['a rootElement without a list', [{ ...DOCUMENT, rootElement: 'urn:app' }], GRAPH_APP],
    [
      'an Sbom',
      [
        { ...DOCUMENT, rootElement: ['urn:sbom'] },
        { ...SBOM, rootElement: ['urn:app'] },
      ],
      GRAPH_APP,
    ],
    [
      'an Sbom and the package itself',
      [
        { ...DOCUMENT, rootElement: ['urn:app', 'urn:sbom'] },
        { ...SBOM, rootElement: ['urn:app'] },
      ],
      GRAPH_APP,
    ],
    ['a relationship', [DOCUMENT, { ...RELATIONSHIP, from: 'urn:doc', to: ['urn:app'] }], GRAPH_APP],
    [
      'a relationship of the Sbom',
      [{ ...DOCUMENT, rootElement: ['urn:sbom'] }, SBOM, { ...RELATIONSHIP, from: 'urn:sbom', to: 'urn:app' }],
      GRAPH_APP,
    ],
    [
      'an external identifier',
      [{ ...DOCUMENT, rootElement: ['urn:byIdentifier'] }],
      { purl: 'pkg:npm/x@1', type: 'package', name: 'by identifier' },
    ],
    ['two packages', [{ ...DOCUMENT, rootElement: ['urn:app', 'urn:other'] }], undefined],
    [
      'a root and another described',
      [
        { ...DOCUMENT, rootElement: ['urn:app'] },
        { ...RELATIONSHIP, from: 'urn:doc', to: ['urn:other'] },
      ],
      undefined,
    ],
    ['a package that is not there', [{ ...DOCUMENT, rootElement: ['urn:missing'] }], undefined],
    ['nothing', [DOCUMENT], undefined],
    ['no document', [{ ...SBOM, rootElement: ['urn:app'] }], undefined],
    [
      'two documents',
      [
        { ...DOCUMENT, rootElement: ['urn:app'] },
        { ...DOCUMENT, spdxId: 'urn:doc2' },
      ],
      undefined,
    ],
    ['a document that leads to itself', [{ ...DOCUMENT, rootElement: ['urn:doc'] }], undefined],
    [
      'an Sbom that leads back',
      [
        { ...DOCUMENT, rootElement: ['urn:sbom'] },
        { ...SBOM, rootElement: ['urn:doc', 'urn:app'] },
      ],
      GRAPH_APP,
    ],
    ['an odd root', [{ ...DOCUMENT, rootElement: [{ spdxId: 'urn:app' }] }], undefined],
    ['a document without an id', [{ type: 'SpdxDocument', rootElement: ['urn:app'] }], undefined],
    [
      'an odd relationship',
      [
        { ...DOCUMENT, rootElement: ['urn:app'] },
        { ...RELATIONSHIP, from: 'urn:doc', to: [1] },
      ],
      undefined,
    ],
    [
      'too many collections',
      [
        { ...DOCUMENT, rootElement: ['urn:app'] },
        ...Array.from({ length: 8 }, (_, i) => ({ ...SBOM, spdxId: `urn:${i}` })),
      ],
      undefined,
    ],
  ])('finds the subject by %s', async (_, elements, expected) => {
    expect(await subjectOf({ ...CONTEXT, '@graph': [...elements, ...GRAPH_PACKAGES] })).toEqual(expected);
  });
});
