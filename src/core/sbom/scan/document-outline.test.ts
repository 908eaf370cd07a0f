import { describe, expect, it } from 'vitest';
import { scan, toBytes } from '../../../../test/support/scan-bytes.ts';
import type { ByteRange, DocumentCounts } from './scan-facts.ts';

const NOTHING: DocumentCounts = {
  components: 0,
  subjectParts: 0,
  dependencyEdges: 0,
  packages: 0,
  files: 0,
  relationships: 0,
  graphPackages: 0,
  graphModels: 0,
  graphFiles: 0,
  graphEdges: 0,
};

function countsOf(document: object): DocumentCounts {
  return scan(JSON.stringify(document)).top.counts;
}

function textOf(document: string, range: ByteRange | undefined): string | undefined {
  return range && new TextDecoder().decode(toBytes(document).subarray(range.start, range.end));
}

describe('document counts', () => {
  it.each<[string, object, Partial<DocumentCounts>]>([
    ['an empty document', {}, {}],
    ['components', { components: [{}, {}, {}] }, { components: 3 }],
    ['nested components', { components: [{ components: [{ components: [{}] }, {}] }] }, { components: 4 }],
    ['unreadable components', { components: [null, 1, 'x', [], {}] }, { components: 5 }],
    ['components inside a wrong list', { components: [[{ components: [{}] }]] }, { components: 1 }],
    ['metadata.component, not itself', { metadata: { component: { name: 'x' } } }, {}],
    [
      'components below metadata.component',
      { metadata: { component: { components: [{ components: [{}] }, {}] } } },
      { subjectParts: 3 },
    ],
    ['tools, not at all', { metadata: { tools: { components: [{}] } } }, {}],
    ['pedigree, not at all', { components: [{ pedigree: { ancestors: [{ components: [{}] }] } }] }, { components: 1 }],
    ['an object in place of the list', { components: { components: [{}] } }, {}],
    ['components elsewhere', { services: [{ components: [{}] }], other: { components: [{}] } }, {}],
    [
      'dependency edges',
      { dependencies: [{ ref: 'a', dependsOn: ['b', 'c'], provides: ['d'] }, { dependsOn: [] }, null] },
      { dependencyEdges: 3 },
    ],
    ['dependsOn elsewhere', { dependsOn: ['a'], components: [{ dependsOn: ['b'] }] }, { components: 1 }],
    [
      'SPDX 2',
      { packages: [{}, {}], files: [{}], relationships: [{}, null, {}] },
      { packages: 2, files: 1, relationships: 3 },
    ],
    [
      'SPDX 3',
      {
        '@graph': [
          { type: 'software_Package' },
          { name: 'x', type: 'https://spdx.org/rdf/3.0.1/terms/Software/Package' },
          { '@type': 'Package' },
          { type: ['Artifact', 'software_Package'] },
          { type: 'ai_AIPackage' },
          { type: 'dataset_DatasetPackage' },
          { type: 'software_File' },
          { type: 'Person' },
          { type: 'Relationship', from: 'a', to: ['b', 'c'] },
          { type: 'Relationship', from: 'a', to: 'b' },
          'x',
        ],
      },
      { graphPackages: 4, graphModels: 2, graphFiles: 1, graphEdges: 3 },
    ],
    [
      'SPDX 3 without a graph: a package',
      { type: 'software_Package', to: ['a', 'b'] },
      { graphPackages: 1, graphEdges: 2 },
    ],
    ['SPDX 3 without a graph: a file', { '@type': ['Artifact', 'software_File'] }, { graphFiles: 1 }],
    ['a document with a graph, not itself', { type: 'software_Package', '@graph': [] }, {}],
  ])('count %s', (_, document, expected) => {
    expect(countsOf(document)).toEqual({ ...NOTHING, ...expected });
  });

  it('are the same for escaped names', () => {
    expect(scan('{"\\u0063omponents":[{"c\\u006fmponents":[1]}]}').top.counts.components).toBe(2);
  });
});

describe('document markers', () => {
  it('include the format strings and the kinds of known members', () => {
    const { top } = scan(
      '{"bomFormat":"Cyclone\\u0044X","specVersion":1.6,"spdxVersion":null,"components":{},"metadata":[],"@graph":"x","packages":true}',
    );

    expect(top).toMatchObject({ bomFormat: 'CycloneDX', specVersion: undefined, spdxVersion: undefined });
    expect(top.kinds).toEqual({
      bomFormat: 'string',
      specVersion: 'number',
      spdxVersion: 'null',
      components: 'object',
      metadata: 'array',
      '@graph': 'string',
      packages: 'boolean',
    });
  });

  it.each([
    ['"https://spdx.org/rdf/3.0.1/spdx-context.jsonld"', 'https://spdx.org/rdf/3.0.1/spdx-context.jsonld'],
    [
      '["https://a.example", {"x": "https://spdx.org/rdf/9"}, "http://spdx.org/rdf/3.0.0/c"]',
      'http://spdx.org/rdf/3.0.0/c',
    ],
    ['"https://openvex.dev/ns"', undefined],
    ['{"a": "https://spdx.org/rdf/3.0.1/"}', undefined],
    ['null', undefined],
  ])('have the SPDX context of @context %s: %j', (context, expected) => {
    expect(scan(`{"@context": ${context}}`).top.spdxContext).toBe(expected);
  });

  it.each([
    ['{"@graph":[{"type":"CreationInfo","specVersion":"3.0.1"},{"specVersion":"3.0.2"}]}', '3.0.1'],
    ['{"@graph":[{"type":"SpdxDocument","creationInfo":{"specVersion":"3.0.0"}}]}', '3.0.0'],
    ['{"@graph":[{"creationInfo":"_:c"}]}', undefined],
    ['{"@graph":{"specVersion":"3.0.1"}}', undefined],
  ])('have the version of %s: %j', (document, expected) => {
    expect(scan(document).top.creationVersion).toBe(expected);
  });

  it('are separate for a wrapped document', () => {
    const facts = scan(
      '{"components":[1],"sbom":{"spdxVersion":"SPDX-2.3","packages":[{},{}],"sbom":{"packages":[1]}},"files":[1]}',
    );

    expect(facts.wrapped).toMatchObject([
      { path: '/sbom', facts: { spdxVersion: 'SPDX-2.3', counts: { ...NOTHING, packages: 2 } } },
    ]);
    expect(facts.top).toMatchObject({ spdxVersion: undefined, counts: { ...NOTHING, components: 1, files: 1 } });
  });

  it.each(['[]', 'null', '"x"'])('ignore an "sbom" member without an object: %s', (value) => {
    expect(scan(`{"sbom":${value},"files":[1]}`)).toMatchObject({ wrapped: [], top: { counts: { files: 1 } } });
  });
});

describe('document ranges', () => {
  it('include metadata.component, also after a byte order mark', () => {
    const document = '\uFEFF {"metadata": {"component": {"name": "é"} }}';

    expect(textOf(document, scan(document).top.metadataComponent)).toBe('{"name": "é"}');
  });

  it('include documentDescribes and the describing relationships', () => {
    const document = JSON.stringify({
      documentDescribes: ['a'],
      relationships: [
        { relationshipType: 'CONTAINS' },
        { relationshipType: 'DESCRIBES', spdxElementId: 'x' },
        { spdxElementId: 'y', relationshipType: 'DESCRIBED_BY' },
        { relationshipType: 'DESCRIBE' },
        { relationshipType: 'describes' },
        { relationshipType: 7 },
      ],
    });
    const { top } = scan(document);

    expect(textOf(document, top.documentDescribes)).toBe('["a"]');
    expect(top.describing.total).toBe(3);
    expect(top.describing.ranges.map((range) => textOf(document, range))).toEqual([
      '{"relationshipType":"DESCRIBES","spdxElementId":"x"}',
      '{"spdxElementId":"y","relationshipType":"DESCRIBED_BY"}',
      '{"relationshipType":"DESCRIBE"}',
    ]);
  });

  it('are limited to the first eight', () => {
    const relationships = Array.from({ length: 20 }, () => ({ relationshipType: 'DESCRIBES' }));
    const { describing } = scan(JSON.stringify({ relationships })).top;

    expect(describing.total).toBe(20);
    expect(describing.ranges).toHaveLength(8);
  });

  it('locate a package by its id', () => {
    const document = '{"packages":[{"SPDXID":"a"},{"name":"b","SPDXID":"\\u0062"},{"SPDXID":3},{}]}';
    const { packageIndex } = scan(document).top;

    expect(packageIndex.size).toBe(2);
    expect(textOf(document, packageIndex.find('b', 1)[0])).toBe('{"name":"b","SPDXID":"\\u0062"}');
  });

  it('include the collections and describing relationships of a graph', () => {
    const document = JSON.stringify({
      '@graph': [
        { type: 'SpdxDocument' },
        { type: 'software_Sbom' },
        { type: 'Bom' },
        { type: 'software_Package', spdxId: 'p' },
        { type: 'Relationship', relationshipType: 'describes' },
        { type: 'Relationship', relationshipType: 'contains' },
      ],
    });
    const { collections, describing, packageIndex } = scan(document).top;

    expect(collections.total).toBe(3);
    expect(describing.total).toBe(1);
    expect(textOf(document, packageIndex.find('p', 1)[0])).toBe('{"type":"software_Package","spdxId":"p"}');
  });
});
