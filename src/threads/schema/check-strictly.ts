/**
 * Validates one document against the schema of its format and version, inside the thread. All problems of the document are
 * details, never exceptions, so that the sender sees them.
 */
import { type ErrorDetail, quote } from '../../core/errors.ts';
import { parseJson } from '../json/parse-json.ts';
import type { Ajv, ValidateFunction, ErrorObject } from 'ajv';
import { createBoundedAjv } from './bounded-ajv.ts';
import { spdx2Schema } from './spdx2-schema.ts';
import { SPDX3_SCHEMA } from './spdx3-schema.ts';
import { LIMITS } from '../../core/limits.ts';
import { findDocument } from '../../core/sbom/parse-sbom.ts';
import { openPayload } from '../../envelope/open-payload.ts';
import type { DetectedFormat } from '../../core/sbom/scan/inspect-sbom.ts';
import type { SbomFormat } from '../../core/vocabulary/sbom.ts';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

export interface StrictRequest extends DetectedFormat {
  readonly bytes: Uint8Array;
}

export function checkStrictly({ format, specVersion, path: prefix, bytes }: StrictRequest): readonly ErrorDetail[] {
  const validator = findValidator(format, specVersion);
  if (validator === undefined) return [versionUnknown(format, prefix)];

  const parsed = parseJson(openPayload(bytes, prefix));
  if (parsed.kind === 'unreadable') return [{ path: '', message: parsed.problem }];
  const document = findDocument(parsed.value, prefix);
  try {
    if (validator(document)) return [];
  } catch (error) {
    // The generated code is recursive over nested components. 64 levels are far from a stack overflow.
    if (!(error instanceof RangeError)) throw error;
    return [{ path: prefix, message: 'is nested too deeply to be validated' }];
  }
  return describeSchemaErrors(validator.errors ?? [], prefix);
}

function versionUnknown(format: SbomFormat, prefix: string): ErrorDetail {
  const member = format === 'cyclonedx' ? 'specVersion' : 'spdxVersion';
  const known = format === 'cyclonedx' ? 'CycloneDX 1.2 to 1.7' : 'SPDX 2.2, 2.3 and 3.0';
  return {
    path: `${prefix}/${member}`,
    message: `cannot be validated strictly: schemas are available for ${known}. Send it without validate=strict.`,
  };
}

/**
 * Converts Ajv errors into details for the sender of the document: the path, and what is expected there. They quote only one kind of
 * text from the document: the names of unknown members, escaped and shortened.
 */
function describeSchemaErrors(errors: readonly ErrorObject[], pathPrefix: string): readonly ErrorDetail[] {
  const details = new Map<string, ErrorDetail>();
  for (const error of errors) {
    if (details.size === LIMITS.schemaErrorsMax) break;
    // If a `then` fails, its own errors are already reported.
    if (error.keyword === 'if') continue;
    const path = `${pathPrefix}${error.instancePath}`;
    const message = describe(error);
    details.set(`${path} ${message}`, { path, message });
  }
  return [...details.values()];
}

const CHOICES_SHOWN_MAX = 8;
const PATTERN_CHARACTERS_SHOWN_MAX = 120;

type Describe = (params: Readonly<Record<string, unknown>>) => string;

/** Parameters as in https://ajv.js.org/api.html#error-parameters; `uniqueItems` is a custom keyword. */
const MESSAGES: Readonly<Record<string, Describe>> = {
  required: ({ missingProperty }) => `must have the member ${JSON.stringify(missingProperty)}`,
  additionalProperties: ({ additionalProperty }) => `has the unknown member ${quote(String(additionalProperty))}`,
  type: ({ type }) => `must be of type ${Array.isArray(type) ? type.join(' or ') : String(type)}`,
  enum: ({ allowedValues }) => describeChoices(Array.isArray(allowedValues) ? allowedValues : []),
  const: ({ allowedValue }) => `must be ${JSON.stringify(allowedValue)}`,
  pattern: ({ pattern }) => `must match the pattern ${String(pattern).slice(0, PATTERN_CHARACTERS_SHOWN_MAX)}`,
  format: ({ format }) => `must be a valid ${String(format)}`,
  uniqueItems: ({ first, second }) => `must not contain duplicates: ${String(first)} and ${String(second)} are equal`,
  contains: () => 'must contain an item of the expected form',
  anyOf: () => 'must have one of the allowed forms',
  oneOf: ({ passingSchemas }) =>
    passingSchemas === null ? 'must have one of the allowed forms' : 'must have only one of the allowed forms',
  not: () => 'must not have this form',
};

function describe({ keyword, params, message }: ErrorObject): string {
  const known = Object.hasOwn(MESSAGES, keyword) ? MESSAGES[keyword] : undefined;
  return known?.(params) ?? message ?? 'is not valid';
}

function describeChoices(choices: readonly unknown[]): string {
  const shown = choices.slice(0, CHOICES_SHOWN_MAX).map((choice) => JSON.stringify(choice));
  const more = choices.length - shown.length;
  return `must be one of ${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

/**
 * Returns undefined if there is no schema for that version, for example because it is newer than this release. A compiled validator is
 * cached for the life of the thread: compiling the schema of CycloneDX 1.6 takes longer than validating most documents.
 */
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

// The check for unused packages recognizes this name.
const require = createRequire(import.meta.url);

/** Up to 1.3 the plain schema allows unknown members; its strict variant corresponds to later versions. */
const FILES: Readonly<Record<string, string>> = {
  '1.2': 'bom-1.2-strict.SNAPSHOT.schema.json',
  '1.3': 'bom-1.3-strict.SNAPSHOT.schema.json',
  '1.4': 'bom-1.4.SNAPSHOT.schema.json',
  '1.5': 'bom-1.5.SNAPSHOT.schema.json',
  '1.6': 'bom-1.6.SNAPSHOT.schema.json',
  '1.7': 'bom-1.7.SNAPSHOT.schema.json',
};

const SHARED_FILES = [
  'spdx.SNAPSHOT.schema.json',
  'jsf-0.82.SNAPSHOT.schema.json',
  'cryptography-defs.SNAPSHOT.schema.json',
];

/** The schemas refer to each other by file name, relative to this URL. Nothing is fetched from it. */
const BASE = 'http://cyclonedx.org/schema/';

/**
 * The official schemas are read from the package that publishes them when a version is first needed. They are located through the
 * package's manifest, the only file that module resolution guarantees.
 */
export function findCyclonedxSchema(specVersion: string): object | undefined {
  const file = Object.hasOwn(FILES, specVersion) ? FILES[specVersion] : undefined;
  return file === undefined ? undefined : readSchema(file);
}

/** Schemas referenced by all versions, by the URL that they use. */
export function readSharedCyclonedxSchemas(): ReadonlyMap<string, object> {
  return new Map(SHARED_FILES.map((file) => [`${BASE}${file}`, readSchema(file)]));
}

function readSchema(file: string): object {
  const manifest = require.resolve('@cyclonedx/cyclonedx-library/package.json');
  return JSON.parse(readFileSync(join(dirname(manifest), 'res', 'schema', file), 'utf8')) as object;
}
