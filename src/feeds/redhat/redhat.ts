/**
 * Reads the VEX documents of Red Hat or a mirror of them: `changes.csv` with the time of each document, one document per CVE as
 * `<year>/cve-<year>-<number>.json`, and an archive of all documents, which `archive_latest.txt` names.
 * https://redhatproductsecurity.github.io/security-data-guidelines/csaf-vex/
 */
import { readFile } from 'node:fs/promises';
import { parseInstant } from '../../core/advisory/instant.ts';
import { isCveId } from '../../core/identity/vulnerability-id.ts';
import { LIMITS } from '../../core/limits.ts';
import { readChangeList, type ListLine } from '../change-list.ts';
import { FEED_REJECTED } from '../errors.ts';
import type { Feed, RawRecord, ReadOptions } from '../feed.ts';
import { withoutSecrets, type FileSource } from '../fetch-file.ts';
import { readTar } from '../read-tar.ts';
import { batchRecords } from '../record-batches.ts';
import { readRecords } from '../single-records.ts';
import { createSourceFiles, type GetFile } from '../source-files.ts';

const SOURCE = 'redhat';
/** The only directory: the family whose packages the documents name. */
export const RED_HAT = 'Red Hat';

export type RedHatFeedOptions = Pick<FileSource, 'url' | 'stagingDir' | 'proxy'>;

export function createRedHatFeed(options: RedHatFeedOptions): Feed {
  const getFile = createSourceFiles({ name: SOURCE, ...options });
  let listed: { readonly oldId: string | undefined; readonly records: number } = { oldId: undefined, records: 0 };
  return {
    name: SOURCE,
    url: withoutSecrets(options.url.endsWith('/') ? options.url : `${options.url}/`),
    listDirectories: async () => await Promise.resolve({ present: [RED_HAT], missing: [] }),
    readList: async (_directory, known, { signal }) => {
      const list = await readChangeList(getFile, { source: SOURCE, path: 'changes.csv', parseLine }, known, signal);
      if (list === undefined) throw FEED_REJECTED({ source: SOURCE, problem: 'it has no changes.csv' });
      if (list !== 'unchanged') listed = { oldId: list.entries.at(-1)?.id, records: list.entries.length };
      return list;
    },
    readAll: (directory, read) => readArchive(getFile, { directory, recordsTotal: listed.records }, read),
    readSome: (directory, ids, read) => {
      const place = { source: SOURCE, directory, pathOf, bytesMax: LIMITS.csafDocumentBytesMax };
      return readRecords(getFile, { ...place, ids, oldId: listed.oldId }, read);
    },
  };
}

const LINE = /^"([0-9]{4}\/[a-z0-9-]{1,64}\.json)","([^"]{1,64})"\r?$/;

/** `"2024/cve-2024-0727.json","2025-11-21T14:32:00+00:00"` */
function parseLine(line: string): ListLine {
  const [, path = '', time = ''] = LINE.exec(line) ?? [];
  return { id: idOf(path), modified: parseInstant(time) };
}

const FILE_NAME = /(?:^|\/)(cve-[0-9]{4}-[0-9]{4,19})\.json$/;

function idOf(path: string): string | undefined {
  const id = FILE_NAME.exec(path)?.[1]?.toUpperCase();
  return id !== undefined && isCveId(id) ? id : undefined;
}

function pathOf(id: string): string {
  return `${id.slice('CVE-'.length, 'CVE-2024'.length)}/${encodeURIComponent(id.toLowerCase())}.json`;
}

const LATEST = 'archive_latest.txt';
const LATEST_BYTES_MAX = 1024;
const ARCHIVE_NAME = /^csaf_vex_[0-9-]{8,10}\.tar\.(?:zst|gz)$/;

async function* readArchive(
  getFile: GetFile,
  place: { readonly directory: string; readonly recordsTotal: number },
  { signal, onProgress }: ReadOptions,
): AsyncGenerator<readonly RawRecord[]> {
  const name = await readArchiveName(getFile, signal);
  const file = await getFile({ path: name, bytesMax: LIMITS.feedArchiveBytesMax, signal });
  if (file === undefined || file === 'unchanged') throw FEED_REJECTED({ source: SOURCE, problem: `it has no ${name}` });
  let skipped = 0;
  try {
    const records = listRecords(file.path, place.directory, signal, () => (skipped += 1));
    yield* batchRecords(records, (totals) => onProgress({ ...place, skipped, ...totals }));
  } finally {
    await file.discard();
  }
}

async function readArchiveName(getFile: GetFile, signal: AbortSignal): Promise<string> {
  const file = await getFile({ path: LATEST, bytesMax: LATEST_BYTES_MAX, signal });
  if (file === undefined || file === 'unchanged')
    throw FEED_REJECTED({ source: SOURCE, problem: `it has no ${LATEST}` });
  try {
    const name = (await readFile(file.path, 'utf8')).trim();
    if (!ARCHIVE_NAME.test(name))
      throw FEED_REJECTED({ source: SOURCE, problem: `its ${LATEST} does not name an archive` });
    return name;
  } finally {
    await file.discard();
  }
}

const TAR_LIMITS = {
  entriesMax: LIMITS.feedEntriesMax,
  inflatedBytesMax: LIMITS.csafArchiveInflatedBytesMax,
  fileBytesMax: LIMITS.csafDocumentBytesMax,
};

async function* listRecords(
  path: string,
  directory: string,
  signal: AbortSignal,
  onSkipped: () => void,
): AsyncGenerator<RawRecord> {
  const seen = new Set<string>();
  const isWanted = (name: string): boolean => idOf(name) !== undefined;
  for await (const { name, bytes } of readTar(path, { source: SOURCE, limits: TAR_LIMITS, signal, isWanted })) {
    const id = idOf(name) ?? '';
    if (bytes === undefined || seen.has(id)) onSkipped();
    else yield { directory, id, bytes };
    seen.add(id);
  }
}
