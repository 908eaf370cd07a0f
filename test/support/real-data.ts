/**
 * Real SBOMs, advisories and the official schemas, for tests that hold us against them. They lie outside of the repository, in
 * the folder that ASSAY_TEST_DATA names; without it such a test has nothing to compare, and says so.
 */
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';

export interface RealSbom {
  /** Relative to the folder of SBOMs, for example `conformance/cyclonedx/1.6/valid-bom-1.6.json`. */
  readonly file: string;
  readonly format: 'CycloneDX' | 'SPDX' | 'broken-json';
  /** As the document says it: `1.6`, `SPDX-2.3`. */
  readonly specVersion: string;
  /** How many components the index counts. */
  readonly components: number;
  readonly read: () => Uint8Array;
}

export function listRealSboms(): readonly RealSbom[] {
  const index = findRealData('sboms', 'index.json');
  if (index === undefined) return [];
  const entries = JSON.parse(readFileSync(index, 'utf8')) as readonly Omit<RealSbom, 'read'>[];
  return entries.map(({ file, format, specVersion, components }) => ({
    file,
    format,
    specVersion,
    components,
    read: () => new Uint8Array(readFileSync(join(dirname(index), file))),
  }));
}

/** `readOfficialSchema('spdx/spdx-2.3.schema.json')`; undefined where there are none. */
export function readOfficialSchema(path: string): object | undefined {
  const readme = findRealData('README.md');
  // The data may be a folder of links; the schemas lie beside what they lead to.
  const file = readme === undefined ? undefined : join(dirname(realpathSync(readme)), '..', 'spec', path);
  if (file === undefined) return undefined;
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as object;
  console.warn(`Nothing to compare with: there is no ${file}.`);
  return undefined;
}

/** `findRealData('osv', 'npm', 'all.zip')`; undefined where there is none, with a printed reason. */
export function findRealData(...parts: readonly string[]): string | undefined {
  const folder = process.env['ASSAY_TEST_DATA'];
  const path = folder === undefined ? undefined : join(folder, ...parts);
  if (path !== undefined && existsSync(path)) return path;
  console.warn(
    `Nothing to compare with: ${path === undefined ? 'ASSAY_TEST_DATA is not set' : `there is no ${path}`}.`,
  );
  return undefined;
}
