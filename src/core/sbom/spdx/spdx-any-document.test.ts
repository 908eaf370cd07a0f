/** Properties of every SPDX document: parsing never throws, and order does not matter. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { brokenSomewhere, findProblems, inTwoOrders } from '../../../../test/support/any-document.ts';
import { edgesOf, withoutOrder } from '../../../../test/support/inventories.ts';
import type { Inventory } from '../inventory.ts';
import { parseSpdx2 } from './parse-spdx2.ts';
import { parseSpdx3 } from './parse-spdx3.ts';

const PACKAGE_2 = {
  SPDXID: 'SPDXRef-a',
  name: 'a',
  versionInfo: '1',
  supplier: 'Organization: A',
  licenseConcluded: 'MIT',
  checksums: [
    { algorithm: 'SHA1', checksumValue: 'aa' },
    { algorithm: 'SHA256', checksumValue: 'bb' },
  ],
  externalRefs: [
    { referenceCategory: 'PACKAGE-MANAGER', referenceType: 'purl', referenceLocator: 'pkg:npm/a@1' },
    { referenceCategory: 'PACKAGE-MANAGER', referenceType: 'purl', referenceLocator: 'pkg:npm/a@1?x=1' },
    { referenceCategory: 'SECURITY', referenceType: 'cpe23Type', referenceLocator: 'cpe:2.3:a:a:a:1:*:*:*:*:*:*:*' },
    { referenceCategory: 'SECURITY', referenceType: 'advisory', referenceLocator: 'https://example.com/CVE-2024-0001' },
  ],
  annotations: [{ comment: 'PkgType: npm' }, { comment: 'LayerDiffID: sha256:1' }],
  sourceInfo: 'acquired package info from DPKG DB: /var/lib/dpkg/status',
};
const relate = (first: string, relationshipType: string, second: string) => ({
  spdxElementId: `SPDXRef-${first}`,
  relationshipType,
  relatedSpdxElement: `SPDXRef-${second}`,
});
const PARTS_2 = {
  packages: [
    PACKAGE_2,
    { SPDXID: 'SPDXRef-b', name: 'b', externalRefs: PACKAGE_2.externalRefs.slice(-1) },
    { SPDXID: 'SPDXRef-OperatingSystem-c', name: 'debian', versionInfo: '12' },
    { SPDXID: 'SPDXRef-d', name: 'd', primaryPackagePurpose: 'LIBRARY' },
    { SPDXID: 'SPDXRef-e' },
  ],
  files: [{ SPDXID: 'SPDXRef-f' }],
  documentDescribes: ['SPDXRef-a', 'SPDXRef-d'],
  relationships: [
    relate('DOCUMENT', 'DESCRIBES', 'b'),
    relate('a', 'DEPENDS_ON', 'b'),
    relate('b', 'DEV_DEPENDENCY_OF', 'd'),
    relate('b', 'CONTAINS', 'OperatingSystem-c'),
    relate('d', 'TEST_DEPENDENCY_OF', 'OperatingSystem-c'),
    relate('a', 'CONTAINS', 'f'),
    relate('a', 'CONTAINS', 'x'),
  ],
};
const HEAD_2 = {
  spdxVersion: 'SPDX-2.3',
  SPDXID: 'SPDXRef-DOCUMENT',
  creationInfo: { created: '2024-01-31T12:00:00Z', creators: ['Tool: syft-1.0', 'Organization: Anchore'] },
};
const someSpdx2 = fc
  .record({
    packages: fc.subarray(PARTS_2.packages),
    files: fc.subarray(PARTS_2.files),
    documentDescribes: fc.subarray(PARTS_2.documentDescribes),
    relationships: fc.subarray(PARTS_2.relationships),
  })
  .map((parts) => ({ ...HEAD_2, ...parts }));

const ELEMENTS = [
  { type: 'CreationInfo', '@id': '_:c', created: '2024-01-31T12:00:00Z', createdUsing: ['tool'] },
  { type: 'Tool', spdxId: 'tool', name: 'a tool' },
  { type: 'Organization', spdxId: 'org', name: 'A' },
  { type: 'SpdxDocument', spdxId: 'document', rootElement: ['sbom'], import: [{ externalSpdxId: 'far' }] },
  { type: 'software_Sbom', spdxId: 'sbom', rootElement: ['a'] },
  {
    type: 'software_Package',
    spdxId: 'a',
    name: 'a',
    software_packageVersion: '1',
    software_packageUrl: 'pkg:npm/a@1',
    suppliedBy: 'org',
    externalIdentifier: [
      { externalIdentifierType: 'packageUrl', identifier: 'pkg:npm/a@1?x=1' },
      { externalIdentifierType: 'cpe23', identifier: 'cpe:2.3:a:a:a:1:*:*:*:*:*:*:*' },
    ],
    verifiedUsing: [{ algorithm: 'sha256', hashValue: 'aa' }],
    externalRef: [{ externalRefType: 'bugTracker', locator: ['https://example.com'] }],
  },
  { type: 'ai_AIPackage', spdxId: 'b', name: 'b' },
  { type: 'software_Package', spdxId: 'c', name: 'debian', software_primaryPurpose: 'operatingSystem' },
  { type: 'software_Package', spdxId: 'd' },
  { type: 'software_File', spdxId: 'f', name: 'f' },
  { type: 'simplelicensing_LicenseExpression', spdxId: 'mit', simplelicensing_licenseExpression: 'MIT' },
  { type: 'security_Vulnerability', spdxId: 'v', name: 'CVE-2024-0001' },
  { type: 'Relationship', from: 'a', relationshipType: 'dependsOn', to: ['b', 'c', 'x'] },
  { type: 'LifecycleScopedRelationship', from: 'b', relationshipType: 'usesTool', to: ['c', 'f'], scope: 'test' },
  { type: 'Relationship', from: 'document', relationshipType: 'describes', to: ['b'] },
  { type: 'Relationship', from: 'a', relationshipType: 'hasDeclaredLicense', to: ['mit'] },
  {
    type: 'security_VexNotAffectedVulnAssessmentRelationship',
    from: 'v',
    relationshipType: 'doesNotAffect',
    to: ['a', 'y'],
    security_impactStatement: 'not here',
  },
];
const someSpdx3 = fc
  .subarray(ELEMENTS)
  .map((elements) => ({ '@context': ['https://spdx.org/rdf/3.0.1/spdx-context.jsonld'], '@graph': elements }));

const anyJson = fc.jsonValue({ maxDepth: 4 });

describe.each<[string, (document: unknown, path: string) => Inventory, fc.Arbitrary<object>, readonly string[]]>([
  ['2', parseSpdx2, someSpdx2, ['packages', 'files', 'relationships', 'documentDescribes', 'creationInfo']],
  ['3', parseSpdx3, someSpdx3, ['@context', '@graph', 'type', 'spdxId', 'rootElement', 'to', 'from']],
])('parser of SPDX %s with arbitrary documents', (_, read, someDocument, names) => {
  const problemsOf = (document: unknown): readonly string[] => findProblems(read(document, ''));

  it('makes an inventory from any JSON', () => {
    fc.assert(
      fc.property(anyJson, (document) => {
        expect(problemsOf(document)).toEqual([]);
      }),
    );
  });

  it('makes an inventory with any JSON in known members', () => {
    const wild = fc.dictionary(fc.constantFrom(...names), fc.oneof(anyJson, fc.array(anyJson)));
    fc.assert(
      fc.property(wild, (document) => {
        expect(problemsOf(document)).toEqual([]);
      }),
    );
  });

  it('makes an inventory from a document with damaged parts', () => {
    fc.assert(
      fc.property(brokenSomewhere(someDocument), (document) => {
        expect(problemsOf(document)).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });

  it('gives the same result for any order of lists and members', () => {
    fc.assert(
      fc.property(inTwoOrders(someDocument), ([document, other]) => {
        expect(comparable(read(other, ''))).toEqual(comparable(read(document, '')));
      }),
      { numRuns: 300 },
    );
  });
});

/** With references instead of indexes, and with sorted lists. */
function comparable(inventory: Inventory): object {
  const refOf = (node: number): string => inventory.components[node]?.ref ?? '';
  return {
    ...withoutOrder({ ...inventory, components: [], edges: Int32Array.of(), subject: undefined, claims: [] }),
    components: inventory.components.map((component) => JSON.stringify(sorted(component))).toSorted(),
    edges: edgesOf(inventory).toSorted(),
    subject: inventory.subject?.ref,
    roots: Array.from(inventory.roots, refOf).toSorted(),
    claims: inventory.claims.map((claim) => ({ ...claim, components: claim.components.map(refOf).toSorted() })),
  };
}

function sorted(component: Inventory['components'][number]): object {
  const details = Object.entries(component.details ?? {}).map(([name, value]) => {
    const list: readonly unknown[] = Array.isArray(value) ? value : [value];
    return [name, list.map((each) => JSON.stringify(each)).toSorted()];
  });
  return {
    ...component,
    purls: component.purls.toSorted(),
    cpes: component.cpes.toSorted(),
    details: Object.fromEntries(details),
  };
}
