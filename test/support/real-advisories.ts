/**
 * Real advisories, record by record, from the archives in the folder that ASSAY_TEST_DATA names. Without it there are none, and
 * a test that compares with them says so.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { readArchive } from '../../src/feeds/read-archive.ts';

const FOLDER = process.env['ASSAY_TEST_DATA'];

/** `readRealRecords('PyPI')`: every record of one ecosystem's archive, parsed and nothing else; undefined where there is none. */
export async function readRealRecords(ecosystem: string, state = 'osv'): Promise<unknown[] | undefined> {
  const file = FOLDER === undefined ? undefined : join(FOLDER, state, ecosystem, 'all.zip');
  if (file === undefined || !existsSync(file)) {
    console.warn(
      `Nothing to compare with: ${file === undefined ? 'ASSAY_TEST_DATA is not set' : `there is no ${file}`}.`,
    );
    return undefined;
  }
  const records: unknown[] = [];
  const decoder = new TextDecoder();
  for await (const entry of readArchive(file, ecosystem)) {
    if ('bytes' in entry) records.push(JSON.parse(decoder.decode(entry.bytes)) as unknown);
  }
  return records;
}
