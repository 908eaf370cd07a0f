/**
 * Real SBOMs, advisories and the official schemas, which are not part of the repository. ASSAY_TEST_DATA names their folder;
 * without it, the tests that need them print one line and are skipped.
 */
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';

export interface RealSbom {
  /** Relative to the folder of SBOMs, for example `conformance/cyclonedx/1.6/valid-bom-1.6.json`. */
  readonly file: string;
  readonly format: 'CycloneDX' | 'SPDX' | 'broken-json';
  /** As in the document: `1.6`, `SPDX-2.3`. */
  readonly specVersion: string;
  /** The number of components according to the index. */
  readonly components: number;
  readonly read: () => Uint8Array;
}

/** Returns an empty list if there is no real data. */
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

/** `readOfficialSchema('spdx/spdx-2.3.schema.json')`; returns undefined if there are no schemas. */
export function readOfficialSchema(path: string): object | undefined {
  const readme = findRealData('README.md');
  // The data may be a folder of links; the schemas are next to the link targets.
  const file = readme === undefined ? undefined : join(dirname(realpathSync(readme)), '..', 'spec', path);
  if (file === undefined) return undefined;
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as object;
  console.warn(describeSkip(file));
  return undefined;
}

/** `findRealData('osv', 'npm', 'all.zip')`; prints why the tests are skipped and returns undefined if the data is missing. */
export function findRealData(...parts: readonly string[]): string | undefined {
  const path = pathOf(parts);
  if (path !== undefined && existsSync(path)) return path;
  console.warn(describeSkip(path));
  return undefined;
}

/**
 * For tests and hooks only, never for the body of a `describe`: Vitest also runs the body of a skipped one, which cannot read
 * files that may be missing.
 */
export function getRealData(...parts: readonly string[]): string {
  const path = pathOf(parts);
  if (path === undefined || !existsSync(path)) throw new Error(describeSkip(path));
  return path;
}

function pathOf(parts: readonly string[]): string | undefined {
  const folder = process.env['ASSAY_TEST_DATA'] ?? '';
  return folder === '' ? undefined : join(folder, ...parts);
}

function describeSkip(path: string | undefined): string {
  return `Tests with real data are skipped: ${path === undefined ? 'ASSAY_TEST_DATA is not set' : `there is no ${path}`}.`;
}
