/**
 * The official CycloneDX schemas, read from the package that publishes them when a version is first needed. They are located
 * through the package's manifest, the only file that module resolution guarantees.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

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
