/** Real advisories, record by record, from the archives in the folder of ASSAY_TEST_DATA. */
import { readArchive } from '../../src/feeds/read-archive.ts';
import { findRealData } from './real-data.ts';

/** `readRealRecords('PyPI')`: returns every record of one ecosystem's archive, only parsed; undefined if there is no archive. */
export async function readRealRecords(ecosystem: string, state = 'osv'): Promise<unknown[] | undefined> {
  const file = findRealData(state, ecosystem, 'all.zip');
  if (file === undefined) return undefined;
  const records: unknown[] = [];
  const decoder = new TextDecoder();
  for await (const entry of readArchive(file, ecosystem)) {
    if ('bytes' in entry) records.push(JSON.parse(decoder.decode(entry.bytes)) as unknown);
  }
  return records;
}
