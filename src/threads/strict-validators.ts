/**
 * Caches one compiled validator per format and version for the life of the thread: compiling the schema of CycloneDX 1.6 takes
 * longer than validating most documents.
 */
import type { Ajv, ValidateFunction } from 'ajv';
import { createBoundedAjv } from './bounded-ajv.ts';
import { findCyclonedxSchema, readSharedCyclonedxSchemas } from './cyclonedx-schemas.ts';
import { spdx2Schema } from './spdx2-schema.ts';
import { SPDX3_SCHEMA } from './spdx3-schema.ts';

export type SbomFormat = 'cyclonedx' | 'spdx';

/** Returns undefined if there is no schema for that version, for example because it is newer than this release. */
export function findValidator(format: SbomFormat, specVersion: string): ValidateFunction | undefined {
  const key = `${format} ${specVersion}`;
  const known = validators.get(key);
  if (known !== undefined) return known;

  const schema = format === 'cyclonedx' ? findCyclonedxSchema(specVersion) : findSpdxSchema(specVersion);
  if (schema === undefined) return undefined;
  const validator = ajvFor(format).compile(schema);
  validators.set(key, validator);
  return validator;
}

const validators = new Map<string, ValidateFunction>();

const SPDX_3_0 = /^3\.0(?:\.[0-9]{1,4})?$/;

function findSpdxSchema(specVersion: string): object | undefined {
  if (specVersion === '2.2' || specVersion === '2.3') return spdx2Schema(specVersion);
  return SPDX_3_0.test(specVersion) ? SPDX3_SCHEMA : undefined;
}

function ajvFor(format: SbomFormat): Ajv {
  const ajv = createBoundedAjv();
  if (format === 'cyclonedx') {
    for (const [address, schema] of readSharedCyclonedxSchemas()) ajv.addSchema(schema, address);
  }
  return ajv;
}
