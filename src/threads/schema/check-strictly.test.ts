import { describe, expect, it } from 'vitest';
import type { ErrorDetail } from '../../core/errors.ts';
import { LIMITS } from '../../core/limits.ts';
import {
  checkStrictly,
  type StrictRequest,
  findCyclonedxSchema,
  readSharedCyclonedxSchemas,
} from './check-strictly.ts';
import { findProblem } from '../../../scripts/judge-regular-expression.ts';
import { listRealSboms } from '../../../test/support/real-data.ts';
import { JSON_FORMATS } from './bounded-ajv.ts';

const CYCLONEDX = ['1.2', '1.3', '1.4', '1.5', '1.6', '1.7'];
const SPDX2 = ['2.2', '2.3'];

function check(document: unknown, request: Partial<StrictRequest>): readonly ErrorDetail[] {
  const bytes = new TextEncoder().encode(JSON.stringify(document));
  return checkStrictly({ format: 'cyclonedx', specVersion: '1.6', path: '', bytes, ...request });
}

const aBom = (specVersion: string, changes: object = {}) => ({
  bomFormat: 'CycloneDX',
  specVersion,
  version: 1,
  components: [aComponent()],
  ...changes,
});
const aComponent = (changes: object = {}) => ({ type: 'library', name: 'a', version: '1.0', ...changes });

const aSpdxDocument = (specVersion: string, changes: object = {}) => ({
  spdxVersion: `SPDX-${specVersion}`,
  SPDXID: 'SPDXRef-DOCUMENT',
  name: 'a',
  dataLicense: 'CC0-1.0',
  documentNamespace: 'https://example.org/a',
  creationInfo: { created: '2024-01-01T00:00:00Z', creators: ['Tool: a'] },
  packages: [aPackage()],
  ...changes,
});
const aPackage = (changes: object = {}) => ({
  SPDXID: 'SPDXRef-a',
  name: 'a',
  downloadLocation: 'NOASSERTION',
  copyrightText: 'NOASSERTION',
  licenseConcluded: 'NOASSERTION',
  licenseDeclared: 'NOASSERTION',
  ...changes,
});

describe.each(CYCLONEDX)('CycloneDX %s', (specVersion) => {
  it.each<[string, object]>([
    ['a component', {}],
    ['no components', { components: [] }],
    ['a serial number', { serialNumber: 'urn:uuid:3e671687-395b-41f5-a30f-a58921a69b79' }],
    ['nested components', { components: [aComponent({ components: [aComponent({ components: [aComponent()] })] })] }],
    ['a license by id and one by name', licensed({ license: { id: 'MIT' } }, { license: { name: 'Ours' } })],
    ['a dependency', { dependencies: [{ ref: 'a', dependsOn: ['b'] }] }],
  ])('accepts %s', (_, changes) => {
    expect(check(aBom(specVersion, changes), { specVersion })).toEqual([]);
  });

  it.each<[string, object, string, string]>([
    ['components that are not a list', { components: {} }, '/components', 'must be of type array'],
    ['a component that is null', { components: [null] }, '/components/0', 'must be of type object'],
    ['a component without a type', componentWith({ type: undefined }), '/components/0', 'must have the member "type"'],
    [
      'a component of an unknown type',
      componentWith({ type: 'x' }),
      '/components/0/type',
      'must be one of "application"',
    ],
    ['a name that is a number', componentWith({ name: 1 }), '/components/0/name', 'must be of type string'],
    ['an unknown member', { extra: 1 }, '', 'has the unknown member "extra"'],
    [
      'an unknown member of a component',
      componentWith({ extra: 1 }),
      '/components/0',
      'has the unknown member "extra"',
    ],
    ['an unknown license', licensed({ license: { id: 'X' } }), '/components/0/licenses/0/license/id', 'must be one of'],
    ['two equal components', { components: [aComponent(), aComponent()] }, '/components', 'duplicates: 0 and 1'],
    ['a wrong serial number', { serialNumber: 'urn:uuid:1' }, '/serialNumber', 'must match the pattern ^urn:uuid:'],
    ['a wrong time', { metadata: { timestamp: 'today' } }, '/metadata/timestamp', 'must be a valid date-time'],
    ['a format of another case', { bomFormat: 'cyclonedx' }, '/bomFormat', 'must be one of "CycloneDX"'],
  ])('rejects %s', (_, changes, path, message) => {
    expect(check(aBom(specVersion, changes), { specVersion })).toContainEqual({ path, message: containing(message) });
  });
});

describe.each(SPDX2)('SPDX %s', (specVersion) => {
  const request = { format: 'spdx', specVersion } as const;

  it.each<[string, object]>([
    ['a package', {}],
    ['only a header', { packages: undefined }],
    [
      'a relationship',
      { relationships: [{ spdxElementId: 'a', relatedSpdxElement: 'b', relationshipType: 'DEPENDS_ON' }] },
    ],
  ])('accepts %s', (_, changes) => {
    expect(check(aSpdxDocument(specVersion, changes), request)).toEqual([]);
  });

  it.each<[string, object, string, string]>([
    ['no creation information', { creationInfo: undefined }, '', 'must have the member "creationInfo"'],
    ['no creator', { creationInfo: { created: 'a', creators: [] } }, '/creationInfo/creators', 'fewer than 1'],
    ['packages that are null', { packages: null }, '/packages', 'must be of type array'],
    ['a package without a name', { packages: [aPackage({ name: undefined })] }, '/packages/0', 'the member "name"'],
    ['an unknown member', { packages: [aPackage({ purl: 'a' })] }, '/packages/0', 'has the unknown member "purl"'],
    [
      'an unknown relationship',
      { relationships: [{ spdxElementId: 'a', relatedSpdxElement: 'b', relationshipType: 'LIKES' }] },
      '/relationships/0/relationshipType',
      'and 3',
    ],
  ])('rejects %s', (_, changes, path, message) => {
    expect(check(aSpdxDocument(specVersion, changes), request)).toContainEqual({ path, message: containing(message) });
  });

  it('checks a wrapped document and reports full paths', () => {
    const wrapped = { ...request, path: '/sbom' };

    expect(check({ sbom: aSpdxDocument(specVersion) }, wrapped)).toEqual([]);
    expect(check({ sbom: aSpdxDocument(specVersion, { name: 7 }) }, wrapped)).toEqual([
      { path: '/sbom/name', message: 'must be of type string' },
    ]);
    expect(check({}, wrapped)).toEqual([{ path: '/sbom', message: 'must be of type object' }]);
  });
});

describe('SPDX 2.2 and 2.3', () => {
  it('require different members of a package', () => {
    const changes = { packages: [aPackage({ licenseDeclared: undefined })] };

    expect(check(aSpdxDocument('2.2', changes), { format: 'spdx', specVersion: '2.2' })).toHaveLength(1);
    expect(check(aSpdxDocument('2.3', changes), { format: 'spdx', specVersion: '2.3' })).toEqual([]);
  });
});

describe('unsupported documents', () => {
  it.each<[Partial<StrictRequest>, string, string]>([
    [{ specVersion: '1.8' }, '/specVersion', 'CycloneDX 1.2 to 1.7'],
    [{ specVersion: '__proto__' }, '/specVersion', 'CycloneDX 1.2 to 1.7'],
    [{ format: 'spdx', specVersion: '2.1' }, '/spdxVersion', 'SPDX 2.2, 2.3 and 3.0'],
    [{ format: 'spdx', specVersion: '3.1' }, '/spdxVersion', 'SPDX 2.2, 2.3 and 3.0'],
  ])('rejects %j and names the supported versions', (request, path, known) => {
    expect(check({}, request)).toEqual([{ path, message: containing(known) }]);
  });

  it.each<[string, Uint8Array, string]>([
    ['no UTF-8', new Uint8Array([0xff]), 'The document is not UTF-8.'],
    ['no JSON', new TextEncoder().encode('{'), 'The document is not JSON.'],
  ])('rejects bytes that are %s', (_, bytes, message) => {
    expect(check({}, { bytes })).toEqual([{ path: '', message }]);
  });

  it('rejects a document nested far beyond the limit of the scanner', () => {
    const levels = 20_000;
    const open = '{"type":"library","name":"a","components":['.repeat(levels);
    const document = `{"bomFormat":"CycloneDX","specVersion":"1.6","components":[${open}${']}'.repeat(levels)}]}`;

    expect(check({}, { bytes: new TextEncoder().encode(document) })).toEqual([
      { path: '', message: 'is nested too deeply to be validated' },
    ]);
  });
});

describe('details', () => {
  it(`are at most ${LIMITS.schemaErrorsMax}`, () => {
    const components = Array.from({ length: 1_000 }, () => ({ type: 'library' }));

    expect(check(aBom('1.6', { components }), {})).toHaveLength(LIMITS.schemaErrorsMax);
  });

  it('are limited when one object has thousands of unknown members', () => {
    const members = Object.fromEntries(Array.from({ length: 5_000 }, (_, n) => [`member${n}`, n]));

    expect(check(aBom('1.6', members), {})).toHaveLength(LIMITS.schemaErrorsMax);
  });

  it('quote text of the document only shortened and escaped', () => {
    const name = `\u202e\u0000${'x'.repeat(10_000)}`;

    const [detail, ...others] = check(aBom('1.6', { [name]: name, serialNumber: name }), {});

    expect(others).toEqual([{ path: '/serialNumber', message: containing('must match the pattern') }]);
    expect(detail?.message).toMatch(/^has the unknown member "\\u\{202e\}\\u\{0\}x+…"$/);
    expect(detail?.message.length).toBeLessThan(120);
  });

  it('are not repeated', () => {
    const details = check(aBom('1.6', licensed({ license: {}, expression: 'MIT' })), {});

    expect(new Set(details.map((detail) => JSON.stringify(detail))).size).toBe(details.length);
  });

  it('explain that alternatives exclude each other', () => {
    const details = check(aBom('1.6', licensed({ license: { id: 'MIT', name: 'MIT' } })), {});

    expect(details).toContainEqual({
      path: '/components/0/licenses/0/license',
      message: 'must have only one of the allowed forms',
    });
  });
});

function componentWith(changes: object): object {
  return { components: [aComponent(changes)] };
}

function licensed(...licenses: readonly object[]): object {
  return componentWith({ licenses });
}

function containing(text: string): string {
  return expect.stringContaining(text) as string;
}

const VERSIONS = ['1.2', '1.3', '1.4', '1.5', '1.6', '1.7'];
const SCHEMAS = [...VERSIONS.map((version) => findCyclonedxSchema(version)), ...readSharedCyclonedxSchemas().values()];

/** `valid-bom-1.6.json`, `resources_1.2_invalid-empty-component-1.2.json` */
const OFFICIAL_NAME = /^conformance\/cyclonedx\/.*[/_](valid|invalid)-[^/]*$/;
const EXAMPLES = listRealSboms().filter(({ file }) => OFFICIAL_NAME.test(file));

describe('official CycloneDX schemas', () => {
  it.each(VERSIONS)('are found for %s', (version) => {
    expect(findCyclonedxSchema(version)).toHaveProperty('$id', expect.stringContaining(`bom-${version}`));
  });

  it.each(['1.1', '1.8', '2.0', '', 'toString', '__proto__'])('are not found for %j', (version) => {
    expect(findCyclonedxSchema(version)).toBeUndefined();
  });

  it('contain only patterns that cannot backtrack', () => {
    const expressions = [...new Set(valuesOf(SCHEMAS, 'pattern'))];

    const problems = expressions.map((source) => findProblem(source, '')).filter((problem) => problem !== undefined);

    expect(problems).toEqual([]);
    expect(expressions.length).toBeGreaterThan(5);
  });

  it('contain only formats that are checked', () => {
    const formats = new Set(valuesOf(SCHEMAS, 'format'));

    expect([...formats].filter((format) => !Object.hasOwn(JSON_FORMATS, format))).toEqual([]);
  });

  it.runIf(EXAMPLES.length > 0)('accept or reject each official example as its file name says', () => {
    const verdicts = EXAMPLES.map(({ file, specVersion, read }) => {
      const details = checkStrictly({ format: 'cyclonedx', specVersion, path: '', bytes: read() });
      return { file, expected: OFFICIAL_NAME.exec(file)?.[1], found: details.length === 0 ? 'valid' : 'invalid' };
    });

    expect(verdicts.filter(({ expected, found }) => expected !== found)).toEqual([]);
  });
});

/** Returns all texts under a keyword. A document member that happens to have this name is an object in the schema, not a text. */
function valuesOf(schema: unknown, keyword: string): readonly string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  return Object.entries(schema).flatMap(([name, value]) =>
    name === keyword && typeof value === 'string' ? [value] : valuesOf(value, keyword),
  );
}
