import { describe, expect, it } from 'vitest';
import { listRealSboms, readOfficialSchema } from '../../../test/support/real-data.ts';
import { checkStrictly } from './check-strictly.ts';

const EXAMPLE = readOfficialSchema('spdx/example-3.0.1.spdx.json');
const SBOMS = listRealSboms();
const CONTEXT = 'https://spdx.org/rdf/3.0.1/spdx-context.jsonld';
const CREATION = { specVersion: '3.0.1', created: '2024-01-01T00:00:00Z', createdBy: ['urn:a:author'] };

const check = (document: unknown) =>
  checkStrictly({
    format: 'spdx',
    specVersion: '3.0.1',
    path: '',
    bytes: new TextEncoder().encode(JSON.stringify(document)),
  });

const aDocument = (...elements: readonly object[]) => ({
  '@context': CONTEXT,
  '@graph': [{ type: 'CreationInfo', '@id': '_:creation', ...CREATION }, ...elements],
});
const aPackage = (changes: object = {}) => ({
  type: 'software_Package',
  spdxId: 'urn:a:package',
  creationInfo: '_:creation',
  name: 'a',
  ...changes,
});
const aRelationship = (changes: object = {}) => ({
  type: 'LifecycleScopedRelationship',
  spdxId: 'urn:a:relationship',
  creationInfo: '_:creation',
  from: 'urn:a:package',
  to: ['urn:a:other'],
  relationshipType: 'dependsOn',
  ...changes,
});

describe('the SPDX 3.0 schema', () => {
  it.each<[string, unknown]>([
    ['a graph', aDocument(aPackage(), aRelationship())],
    ['an empty graph', { '@context': CONTEXT, '@graph': [] }],
    ['version 3.0.0', { ...aDocument(), '@context': CONTEXT.replace('3.0.1', '3.0.0') }],
    ['a context with prefixes', { ...aDocument(aPackage()), '@context': [CONTEXT, { a: 'urn:a:' }] }],
    ['one element without a graph', { '@context': CONTEXT, ...aPackage({ creationInfo: CREATION }) }],
    ['creation information in place', aDocument(aPackage({ creationInfo: { type: 'CreationInfo', ...CREATION } }))],
    ['an element with @id', aDocument(aPackage({ spdxId: undefined, '@id': 'urn:a:package' }))],
    ['a value beside the elements', aDocument({ type: 'Hash', '@id': '_:hash', algorithm: 'sha256', hashValue: 'a' })],
    ['a relationship to one element', aDocument(aRelationship({ to: 'urn:a:other' }))],
    ['classes and members it does not know', aDocument({ ...aPackage({ type: 'x_Thing' }), x_more: { deep: [1] } })],
  ])('accepts %s', (_, document) => {
    expect(check(document)).toEqual([]);
  });

  it.each<[string, unknown, string, string]>([
    ['a text', 'SPDX', '', 'must be of type object'],
    ['no context', { '@graph': [] }, '', 'must have the member "@context"'],
    ['a foreign context', { ...aDocument(), '@context': 'https://example.org' }, '/@context', 'must match the pattern'],
    [
      'foreign contexts',
      { ...aDocument(), '@context': ['x'] },
      '/@context',
      'must contain an item of the expected form',
    ],
    ['a graph that is an object', { '@context': CONTEXT, '@graph': {} }, '/@graph', 'must be of type array'],
    ['neither graph nor element', { '@context': CONTEXT }, '', 'must have the member "type"'],
    ['null as an element', { '@context': CONTEXT, '@graph': [null] }, '/@graph/0', 'must be of type object'],
    ['no type', aDocument(aPackage({ type: undefined })), '/@graph/1', 'must have the member "type"'],
    ['no id', aDocument(aPackage({ spdxId: undefined })), '/@graph/1', 'must have the member "spdxId"'],
    [
      'no creation',
      aDocument(aPackage({ creationInfo: undefined })),
      '/@graph/1',
      'must have the member "creationInfo"',
    ],
    [
      'creation information in place without a version',
      aDocument(aPackage({ creationInfo: { ...CREATION, specVersion: undefined } })),
      '/@graph/1/creationInfo',
      'must have the member "specVersion"',
    ],
    [
      'creation information without an author',
      aDocument({ type: 'CreationInfo', '@id': '_:b', ...CREATION, createdBy: [] }),
      '/@graph/1/createdBy',
      'must NOT have fewer than 1 items',
    ],
    [
      'creation information without a time',
      aDocument({ type: 'CreationInfo', '@id': '_:b', ...CREATION, created: '01-01-2026' }),
      '/@graph/1/created',
      'must be a valid date-time',
    ],
    ['a package without a name', aDocument(aPackage({ name: undefined })), '/@graph/1', 'must have the member "name"'],
    ['a package with a number as name', aDocument(aPackage({ name: 7 })), '/@graph/1/name', 'must be of type string'],
    [
      'a relationship from nowhere',
      aDocument(aRelationship({ from: undefined })),
      '/@graph/1',
      'must have the member "from"',
    ],
    [
      'a relationship to nowhere',
      aDocument(aRelationship({ to: [] })),
      '/@graph/1/to',
      'must NOT have fewer than 1 items',
    ],
    [
      'a relationship of no kind',
      aDocument(aRelationship({ relationshipType: undefined })),
      '/@graph/1',
      'must have the member "relationshipType"',
    ],
  ])('rejects %s', (_, document, path, message) => {
    expect(check(document)).toContainEqual({ path, message: expect.stringContaining(message) as string });
  });

  it.runIf(EXAMPLE !== undefined)('accepts the example in the specification', () => {
    expect(check(EXAMPLE)).toEqual([]);
  });

  it.runIf(SBOMS.length > 0)('accepts every official example', () => {
    const official = SBOMS.filter(
      ({ file, specVersion }) => file.startsWith('conformance/') && specVersion.startsWith('SPDX-3.0'),
    );

    const refused = official.filter(({ read }) => check(JSON.parse(new TextDecoder().decode(read()))).length > 0);

    expect(refused.map(({ file }) => file)).toEqual([]);
  });

  it.runIf(SBOMS.length > 0)(
    'rejects the output of sbom-tool only because its context URL ends in .json, which is not the official URL',
    () => {
      const written = SBOMS.filter(({ file }) => file.startsWith('tools/sbom-tool/samples_spdx_3.0'));

      const paths = written.flatMap(({ read }) => check(JSON.parse(new TextDecoder().decode(read()))));

      expect(paths.filter(({ path }) => !path.startsWith('/@context'))).toEqual([]);
    },
  );
});
