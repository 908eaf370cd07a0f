import { Ajv, type ValidateFunction } from 'ajv';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { describe, expect, it } from 'vitest';
import { listRealSboms, readOfficialSchema, type RealSbom } from '../../../test/support/real-data.ts';
import { spdx2Schema, type Spdx2Version } from './spdx2-schema.ts';
import { findValidator } from './check-strictly.ts';

const VERSIONS: readonly Spdx2Version[] = ['2.2', '2.3'];
const OFFICIAL = new Map(VERSIONS.map((version) => [version, readOfficialSchema(`spdx/spdx-${version}.schema.json`)]));
const REAL = listRealSboms();
const isHere = REAL.length > 0 && [...OFFICIAL.values()].every((schema) => schema !== undefined);

describe.runIf(isHere).each(VERSIONS)('the SPDX %s schema', (version) => {
  it('equals the official schema, member by member', () => {
    expect(toFacts(spdx2Schema(version))).toEqual(toFacts(OFFICIAL.get(version)));
  });

  it('has the same result as the official schema for all real SBOMs', () => {
    const official = officialValidator(version);

    const disagreements = realSboms(version).filter(({ document }) => official(document) !== ours(version, document));

    expect(disagreements.map(({ file }) => file)).toEqual([]);
  });

  it('has the same result as the official schema for real SBOMs with a member removed or of another type', () => {
    const official = officialValidator(version);
    const disagreements: string[] = [];
    let refused = 0;

    for (const { file, document } of realSboms(version)) {
      const small = shorten(document);
      if (!official(small)) continue;
      for (const mutation of mutationsOf(small)) {
        mutation.apply();
        const verdict = official(small);
        if (!verdict) refused += 1;
        if (ours(version, small) !== verdict) disagreements.push(`${file} ${mutation.what}`);
        mutation.undo();
      }
    }

    expect(disagreements).toEqual([]);
    expect(refused).toBeGreaterThan(1_000);
  });
});

function ours(version: Spdx2Version, document: unknown): boolean {
  const validate = findValidator('spdx', version);
  if (validate === undefined) throw new Error(`There is no schema of SPDX ${version}.`);
  return validate(document);
}

function officialValidator(version: Spdx2Version): ValidateFunction {
  const schema = OFFICIAL.get(version) ?? {};
  return version === '2.2'
    ? new Ajv({ strict: false }).compile(schema)
    : new Ajv2019({ strict: false }).compile(schema);
}

function realSboms(version: Spdx2Version): readonly { readonly file: string; readonly document: unknown }[] {
  return REAL.filter(({ format, specVersion }) => format === 'SPDX' && specVersion === `SPDX-${version}`).map(
    (sbom) => ({
      file: sbom.file,
      document: read(sbom),
    }),
  );
}

/** GitHub's export wraps the document; the official schema covers only the inner document. */
function read(sbom: RealSbom): unknown {
  const value: unknown = JSON.parse(new TextDecoder().decode(sbom.read()));
  return typeof value === 'object' && value !== null && 'sbom' in value ? value.sbom : value;
}

/** Returns the parts of a schema that affect validation: no descriptions, and lists of names sorted. */
function toFacts(schema: unknown): unknown {
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema)) return schema;
  const facts: Record<string, unknown> = {};
  for (const [keyword, value] of Object.entries(schema)) {
    if (FOR_READERS.has(keyword) && typeof value !== 'object') continue;
    if (keyword === 'required' || keyword === 'enum') facts[keyword] = [...(value as readonly string[])].sort();
    else if (keyword === 'properties') facts[keyword] = mapValues(value as object, toFacts);
    else facts[keyword] = toFacts(value);
  }
  return facts;
}

const FOR_READERS = new Set(['$schema', '$id', '$comment', 'title', 'description', 'deprecated']);

function mapValues(object: object, map: (value: unknown) => unknown): object {
  return Object.fromEntries(Object.entries(object).map(([name, value]) => [name, map(value)]));
}

/** Keeps one element of every list, so that the document is small enough for many changes. */
function shorten(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 1).map(shorten);
  if (typeof value !== 'object' || value === null) return value;
  return mapValues(value, shorten);
}

interface Mutation {
  readonly what: string;
  readonly apply: () => void;
  readonly undo: () => void;
}

const OTHER_VALUES: readonly unknown[] = [null, 7, 'x', [], {}];

/** Changes each member once: deleted, duplicated under an unknown name, and with values of other types. */
function mutationsOf(value: unknown, path = ''): readonly Mutation[] {
  if (typeof value !== 'object' || value === null) return [];
  const object = value as Record<string, unknown>;
  return Object.entries(object).flatMap(([name, member]) => {
    const here = `${path}/${name}`;
    const set = (other: unknown) => () => Reflect.set(object, name, other);
    const undo = set(member);
    return [
      { what: `${here} deleted`, apply: () => Reflect.deleteProperty(object, name), undo },
      { what: `${here}X added`, apply: () => (object[`${name}X`] = member), undo: () => delete object[`${name}X`] },
      ...OTHER_VALUES.map((other) => ({ what: `${here} = ${JSON.stringify(other)}`, apply: set(other), undo })),
      ...mutationsOf(member, here),
    ];
  });
}
