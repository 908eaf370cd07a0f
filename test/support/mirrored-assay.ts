/** Starts Assay with a few advisories, for npm unless directories are named, and returns it when they are loaded. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { anOsvExport, writeMirror, type ExportRecord } from './osv-mirror.ts';
import { until } from './server-processes.ts';
import { startTestAssay, type TestAssay } from './test-assay.ts';

type Directories = Readonly<Record<string, readonly ExportRecord[]>>;

export async function startMirroredAssay(
  records: readonly ExportRecord[] | Directories,
  environment: Readonly<Record<string, string>> = {},
): Promise<TestAssay> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-mirror-'));
  const directories = isList(records) ? { npm: records } : records;
  await writeMirror(folder, anOsvExport(directories));
  const ecosystems = Object.keys(directories).join(',');
  const assay = await startTestAssay({
    ASSAY_OSV_URL: pathToFileURL(folder).href,
    ASSAY_ADVISORY_ECOSYSTEMS: ecosystems,
    ...environment,
  });
  await until(async () => {
    const answer = await assay.request('/api/v2/advisory-source');
    // A busy machine responds with an error instead.
    if (!answer.ok) return false;
    const sources = (await answer.json()) as { name: string; state: string }[];
    return sources.some(({ name, state }) => name === 'osv' && state === 'ready');
  });
  return {
    ...assay,
    stop: async () => {
      await assay.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function isList(records: readonly ExportRecord[] | Directories): records is readonly ExportRecord[] {
  return Array.isArray(records);
}
