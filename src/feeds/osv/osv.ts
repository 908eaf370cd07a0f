/**
 * Reads the public OSV export or a mirror of it: `ecosystems.txt`, and per ecosystem `modified_id.csv`, `all.zip` with one
 * `<ID>.json` per record, and the same records as single files. https://google.github.io/osv.dev/data/
 */
import { readFile } from 'node:fs/promises';
import { FEED_REJECTED } from '../errors.ts';
import type { Feed, RawRecord, ReadOptions } from '../feed.ts';
import { withoutSecrets, type FileSource } from '../fetch-file.ts';
import { OLDEST, readChangeList, type ListLine } from '../change-list.ts';
import { createSourceFiles, isWebPage, type GetFile } from '../source-files.ts';
import { readRecords } from '../single-records.ts';
import { parseInstant } from '../../core/advisory/instant.ts';
import { isVulnerabilityId } from '../../core/identity/vulnerability-id.ts';
import { LIMITS } from '../../core/limits.ts';
import { checkArchive, readPackedArchive } from '../read-archive.ts';
import { batchRecords } from '../record-batches.ts';

const SOURCE = 'osv';
const ECOSYSTEMS_FILE = 'ecosystems.txt';
const ECOSYSTEMS_BYTES_MAX = 1024 ** 2;

export interface OsvFeedOptions extends Pick<FileSource, 'url' | 'stagingDir' | 'proxy'> {
  readonly ecosystems: readonly string[];
}

export function createOsvFeed(options: OsvFeedOptions): Feed {
  const getFile = createSourceFiles({ name: SOURCE, ...options });
  // By directory, to find out whether the source has single records at all.
  const oldIds = new Map<string, string>();
  return {
    name: SOURCE,
    url: withoutSecrets(options.url.endsWith('/') ? options.url : `${options.url}/`),
    listDirectories: async ({ signal }) => {
      const there = await readEcosystems(getFile, signal);
      const present = options.ecosystems.filter((ecosystem) => there.has(ecosystem));
      if (present.length === 0)
        throw FEED_REJECTED({ source: SOURCE, problem: 'it contains none of the configured ecosystems' });
      return { present, missing: options.ecosystems.filter((ecosystem) => !there.has(ecosystem)) };
    },
    readList: async (directory, known, { signal }) => {
      const path = `${encodeURIComponent(directory)}/modified_id.csv`;
      const list = await readChangeList(getFile, { source: `${SOURCE}/${directory}`, path, parseLine }, known, signal);
      const oldId = list === undefined || list === 'unchanged' ? undefined : list.entries.at(-1)?.id;
      if (oldId !== undefined) oldIds.set(directory, oldId);
      return list;
    },
    readAll: (directory, read) => readArchiveRecords(getFile, directory, read),
    readSome: (directory, ids, read) => {
      const pathOf = (id: string): string => `${encodeURIComponent(directory)}/${encodeURIComponent(id)}.json`;
      const place = { source: SOURCE, directory, pathOf, bytesMax: LIMITS.feedRecordBytesMax };
      return readRecords(getFile, { ...place, ids, oldId: oldIds.get(directory) }, read);
    },
  };
}

async function readEcosystems(getFile: GetFile, signal: AbortSignal): Promise<ReadonlySet<string>> {
  const file = await getFile({ path: ECOSYSTEMS_FILE, bytesMax: ECOSYSTEMS_BYTES_MAX, signal });
  if (file === undefined || file === 'unchanged')
    throw FEED_REJECTED({ source: SOURCE, problem: `it has no ${ECOSYSTEMS_FILE}` });
  try {
    if (await isWebPage(file.path))
      throw FEED_REJECTED({ source: SOURCE, problem: `its ${ECOSYSTEMS_FILE} is an HTML page` });
    const lines = (await readFile(file.path, 'utf8')).split('\n').map((line) => line.trim());
    return new Set(lines.filter((line) => line !== ''));
  } finally {
    await file.discard();
  }
}

// Reads `all.zip` of one ecosystem. Its table of contents is checked first, each record when it is read.
async function* readArchiveRecords(
  getFile: GetFile,
  directory: string,
  { signal, onProgress }: ReadOptions,
): AsyncGenerator<readonly RawRecord[]> {
  const source = `osv/${directory}`;
  const path = `${encodeURIComponent(directory)}/all.zip`;
  const file = await getFile({ path, bytesMax: LIMITS.feedArchiveBytesMax, signal });
  if (file === undefined || file === 'unchanged') throw FEED_REJECTED({ source, problem: 'it has no all.zip' });
  try {
    const { entries, skipped } = await checkArchive(file.path, source, signal);
    const records = readPackedArchive({ file: file.path, source, directory, entries }, signal);
    const recordsTotal = entries.length;
    yield* batchRecords(records, (totals) => onProgress({ directory, recordsTotal, skipped, ...totals }));
  } finally {
    await file.discard();
  }
}

/** The zero time of Go, as in PYSEC-2024-55. */
const NEVER = '0001-01-01T00:00:00Z';

/** `2024-02-01T00:00:00Z,GHSA-35jh-r3h4-6jhm` */
function parseLine(line: string): ListLine {
  const comma = Math.max(line.indexOf(','), 0);
  const time = line.slice(0, comma);
  const id = line.slice(comma + 1).trimEnd();
  return { id: isVulnerabilityId(id) ? id : undefined, modified: time === NEVER ? OLDEST : parseInstant(time) };
}
