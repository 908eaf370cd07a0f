/**
 * The few advisories that come with Assay, so that a first run without a network finds something: a file per ecosystem in
 * `data/starter`, each a list of OSV records. A file of an ecosystem whose versions cannot be compared yet is left alone: its
 * records could match nothing, and count neither as read nor as bad.
 */
import { readdir, readFile } from 'node:fs/promises';
import { ECOSYSTEMS } from '../core/identity/ecosystem.ts';
import { FEED_REFUSED } from './errors.ts';
import type { Feed, FeedProgress, RawRecord } from './feed.ts';

const FOLDER = new URL('../../data/starter/', import.meta.url);
const ENDING = '.json';
const READ: ReadonlySet<string> = new Set(ECOSYSTEMS.map(({ family }) => family));

export function createStarterFeed(): Feed {
  return { name: 'starter', url: 'data/starter', read: readEcosystems };
}

async function* readEcosystems(onProgress: (progress: FeedProgress) => void): AsyncGenerator<readonly RawRecord[]> {
  const files = (await readdir(FOLDER)).filter((file) => file.endsWith(ENDING)).toSorted();
  for (const file of files) {
    const directory = file.slice(0, -ENDING.length);
    if (!READ.has(directory)) continue;
    const records = toRecords(directory, await readFile(new URL(file, FOLDER), 'utf8'));
    yield records;
    onProgress({ directory, records: records.length, recordsTotal: records.length, skipped: 0 });
  }
}

function toRecords(directory: string, text: string): readonly RawRecord[] {
  const encoder = new TextEncoder();
  try {
    const records = JSON.parse(text) as readonly { readonly id: string }[];
    return records.map((record) => ({ directory, id: record.id, bytes: encoder.encode(JSON.stringify(record)) }));
  } catch (error) {
    throw FEED_REFUSED({ source: `starter/${directory}`, problem: 'its file was changed' }, { cause: error });
  }
}
