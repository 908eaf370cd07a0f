import { describe, expect, it } from 'vitest';
import { findProblem } from '../../../scripts/judge-regular-expression.ts';
import { listRealSboms } from '../../../test/support/real-data.ts';
import { checkStrictly } from './check-strictly.ts';
import { findCyclonedxSchema, readSharedCyclonedxSchemas } from './cyclonedx-schemas.ts';
import { JSON_FORMATS } from './json-formats.ts';

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
      const details = checkStrictly({ format: 'cyclonedx', specVersion, wrapped: false, bytes: read() });
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
