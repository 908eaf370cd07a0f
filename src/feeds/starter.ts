/**
 * The small set of advisories that ships with Assay, so that a first run without a network finds something: a file per ecosystem
 * in `data/starter`, each a list of OSV records. A file of an ecosystem whose versions cannot be compared yet is skipped: its
 * records could not match, and count neither as read nor as bad.
 */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { sep } from 'node:path';
import type { EpssFacts, KevFacts } from '../core/advisory/enrichment/enrichment.ts';
import { ECOSYSTEMS } from '../core/identity/ecosystems/ecosystem.ts';
import { FEED_REJECTED, FEED_WITHOUT_RECORDS } from './errors.ts';
import type { Feed, RawRecord, ReadOptions } from './feed.ts';

const FOLDER = new URL('../../data/starter/', import.meta.url);
const ENDING = '.json';
const READ: ReadonlySet<string> = new Set(ECOSYSTEMS.map(({ family }) => family));

/** Everything that ships with Assay. */
export function starterSet() {
  return { feed: createStarterFeed(), readExploitation: readStarterExploitation, digest: digestStarter };
}

export function createStarterFeed(): Feed {
  return {
    name: 'starter',
    url: 'data/starter',
    listDirectories: async () => {
      const files = (await readdir(FOLDER)).filter((file) => file.endsWith(ENDING)).toSorted();
      const directories = files.map((file) => file.slice(0, -ENDING.length));
      return { present: directories.filter((directory) => READ.has(directory)), missing: [] };
    },
    readList: async () => await Promise.resolve(undefined),
    readAll,
    readSome: (directory) => {
      throw FEED_WITHOUT_RECORDS({ source: 'starter', directory });
    },
  };
}

/** Digest over every file and its name. */
async function digestStarter(): Promise<string> {
  const hash = createHash('sha256');
  for (const file of (await readdir(FOLDER, { recursive: true })).toSorted()) {
    if (!file.endsWith(ENDING)) continue;
    hash.update(`${file}\n`).update(await readFile(new URL(file.split(sep).map(encodeURIComponent).join('/'), FOLDER)));
  }
  return hash.digest('hex');
}

async function* readAll(directory: string, { signal, onProgress }: ReadOptions): AsyncGenerator<readonly RawRecord[]> {
  const file = new URL(`${encodeURIComponent(directory)}${ENDING}`, FOLDER);
  const records = toRecords(directory, await readFile(file, { encoding: 'utf8', signal }));
  yield records;
  const bytes = records.reduce((sum, record) => sum + record.bytes.length, 0);
  onProgress({ directory, records: records.length, recordsTotal: records.length, skipped: 0, bytes });
}

function toRecords(directory: string, text: string): readonly RawRecord[] {
  const encoder = new TextEncoder();
  try {
    const records = JSON.parse(text) as readonly { readonly id: string }[];
    return records.map((record) => ({ directory, id: record.id, bytes: encoder.encode(JSON.stringify(record)) }));
  } catch (error) {
    throw FEED_REJECTED({ source: `starter/${directory}`, problem: 'the file was modified' }, { cause: error });
  }
}

/** The texts of the catalog are left out. */
interface StoredFacts {
  readonly cve: string;
  readonly kev?: Omit<KevFacts, 'name' | 'action'>;
  readonly epss?: EpssFacts;
}

export interface StarterExploitation {
  readonly kev: readonly { readonly cve: string; readonly kev: KevFacts }[];
  readonly epss: readonly { readonly cve: string; readonly epss: EpssFacts }[];
}

/**
 * Exploitation data for the vulnerabilities in the starter set: the same facts as KEV and EPSS, so that a first run without a
 * network ranks findings correctly.
 */
export async function readStarterExploitation(): Promise<StarterExploitation> {
  const facts = JSON.parse(
    await readFile(new URL('exploitation/exploitation.json', FOLDER), 'utf8'),
  ) as readonly StoredFacts[];
  return {
    kev: facts.flatMap(({ cve, kev }) =>
      kev === undefined ? [] : [{ cve, kev: { ...kev, name: null, action: null } }],
    ),
    epss: facts.flatMap(({ cve, epss }) => (epss === undefined ? [] : [{ cve, epss }])),
  };
}
