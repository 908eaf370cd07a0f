/**
 * Reads the CVE feeds of NVD or a mirror of them: a file per year, `nvdcve-2.0-2022.json.gz`, and one with the changes of the last
 * eight days, `nvdcve-2.0-modified.json.gz`. The years are read as one directory, because NVD moves no record between them and
 * components do not depend on the year. https://nvd.nist.gov/vuln/data-feeds
 */
import { parseInstant } from '../../core/advisory/instant.ts';
import { DAY_MS } from '../../core/calendar.ts';
import { LIMITS } from '../../core/limits.ts';
import { CPE_FAMILY } from '../../core/vocabulary/package.ts';
import { FEED_REJECTED, FEED_WITHOUT_RECORDS } from '../errors.ts';
import type { DirectoryList, Feed, ListEntry, RawRecord, ReadOptions } from '../feed.ts';
import { withoutSecrets, type FileSource } from '../fetch-file.ts';
import { createSourceFiles, isWebPage, type GetFile } from '../source-files.ts';
import { batchRecords } from '../record-batches.ts';
import { readVulnerabilities, type FeedRecord } from './read-vulnerabilities.ts';

const SOURCE = 'nvd';
const MODIFIED = 'modified';
const FIRST_YEAR = 2002;
/** The file of changes covers eight days; one day is left for its own delay. */
const COVERED_MS = 7 * DAY_MS;
/** NVD rejects records but never deletes them, so comparing all of them once a week is enough. */
const COMPLETE_AFTER_MS = 7 * DAY_MS;

export interface NvdFeedOptions extends Pick<FileSource, 'url' | 'stagingDir' | 'proxy'> {
  /** The last year that may have a file. */
  readonly year: () => number;
}

export function createNvdFeed(options: NvdFeedOptions): Feed {
  const getFile = createSourceFiles({ ...options, name: SOURCE });
  return {
    name: SOURCE,
    url: withoutSecrets(options.url.endsWith('/') ? options.url : `${options.url}/`),
    completeAfterMs: COMPLETE_AFTER_MS,
    listDirectories: async () => await Promise.resolve({ present: [CPE_FAMILY], missing: [] }),
    readList: async (_directory, known, { signal, changedSince }) => {
      if (changedSince === undefined) return undefined;
      return await readChanges(getFile, { ...known, changedSince, signal });
    },
    readAll: (directory, read) => readYears(getFile, { directory, year: options.year() }, read),
    readSome: (directory, ids, read) => readChanged(getFile, { directory, ids: new Set(ids) }, read),
  };
}

interface ChangesRequest {
  readonly etag?: string | undefined;
  readonly lastModified?: string | undefined;
  readonly changedSince: string;
  readonly signal: AbortSignal;
}

/** Returns undefined if the changes may not go back far enough. */
async function readChanges(
  getFile: GetFile,
  { changedSince, signal, ...known }: ChangesRequest,
): Promise<DirectoryList | 'unchanged' | undefined> {
  const file = await findFile(getFile, MODIFIED, signal, known);
  if (file === undefined || file === 'unchanged') return file;
  const entries: ListEntry[] = [];
  try {
    for await (const record of readVulnerabilities(file.path, `${SOURCE}/${MODIFIED}`, signal)) {
      if (entries.length > LIMITS.feedEntriesMax)
        throw FEED_REJECTED({ source: SOURCE, problem: `it lists more than ${LIMITS.feedEntriesMax} records` });
      const modified = record === undefined ? undefined : parseInstant(`${record.modified}Z`);
      if (record !== undefined && modified !== undefined) entries.push({ id: record.id, modified });
    }
  } finally {
    await file.discard();
  }
  entries.sort((a, b) => (a.modified > b.modified ? -1 : 1));
  const newest = entries[0]?.modified;
  const isCovered = newest !== undefined && Date.parse(changedSince) >= Date.parse(newest) - COVERED_MS;
  return isCovered ? { entries, isPartial: true, etag: file.etag, lastModified: file.lastModified } : undefined;
}

async function findFile(
  getFile: GetFile,
  part: string,
  signal: AbortSignal,
  known: Pick<ChangesRequest, 'etag' | 'lastModified'> = {},
): Promise<Awaited<ReturnType<GetFile>>> {
  for (const extension of ['json.gz', 'json']) {
    const path = `nvdcve-2.0-${part}.${extension}`;
    const file = await getFile({ path, bytesMax: LIMITS.feedArchiveBytesMax, signal, ...known });
    if (file === undefined) continue;
    if (file !== 'unchanged' && (await isWebPage(file.path))) {
      await file.discard();
      throw FEED_REJECTED({ source: `${SOURCE}/${part}`, problem: 'the response is an HTML page' });
    }
    return file;
  }
  return undefined;
}

interface YearsRequest {
  readonly directory: string;
  readonly year: number;
}

async function* readYears(
  getFile: GetFile,
  { directory, year: last }: YearsRequest,
  { signal, onProgress }: ReadOptions,
): AsyncGenerator<readonly RawRecord[]> {
  let skipped = 0;
  const records = listYears(getFile, last, signal, () => (skipped += 1));
  // The number of records is not known before the last file is read.
  yield* batchRecords(toRaw(records, directory), (totals) =>
    onProgress({ directory, recordsTotal: totals.records, skipped, ...totals }),
  );
}

/** A record is in one file; of several with one id, the first counts. */
async function* listYears(
  getFile: GetFile,
  last: number,
  signal: AbortSignal,
  onSkipped: () => void,
): AsyncGenerator<FeedRecord> {
  const seen = new Set<string>();
  let previous: number | undefined;
  for (let year = FIRST_YEAR; year <= last; year += 1) {
    const file = await findFile(getFile, String(year), signal);
    if (file === undefined || file === 'unchanged') continue;
    try {
      // Records of a year that is missing by mistake would be deleted.
      if (previous !== undefined && previous !== year - 1)
        throw FEED_REJECTED({ source: SOURCE, problem: `it has no file for ${year - 1}` });
      previous = year;
      for await (const record of readVulnerabilities(file.path, `${SOURCE}/${year}`, signal)) {
        if (record === undefined || seen.has(record.id)) onSkipped();
        else yield record;
        if (record !== undefined) seen.add(record.id);
      }
    } finally {
      await file.discard();
    }
  }
  if (previous === undefined) throw FEED_REJECTED({ source: SOURCE, problem: 'it has no file of any year' });
}

async function* readChanged(
  getFile: GetFile,
  { directory, ids }: { readonly directory: string; readonly ids: ReadonlySet<string> },
  { signal, onProgress }: ReadOptions,
): AsyncGenerator<readonly RawRecord[]> {
  const file = await findFile(getFile, MODIFIED, signal);
  if (file === undefined || file === 'unchanged') throw FEED_WITHOUT_RECORDS({ source: SOURCE, directory });
  try {
    const records = pick(readVulnerabilities(file.path, `${SOURCE}/${MODIFIED}`, signal), ids);
    yield* batchRecords(toRaw(records, directory), (totals) =>
      onProgress({ directory, recordsTotal: ids.size, skipped: ids.size - totals.records, ...totals }),
    );
  } finally {
    await file.discard();
  }
}

async function* pick(
  records: AsyncIterable<FeedRecord | undefined>,
  ids: ReadonlySet<string>,
): AsyncGenerator<FeedRecord> {
  const seen = new Set<string>();
  for await (const record of records) {
    if (record === undefined || !ids.has(record.id) || seen.has(record.id)) continue;
    seen.add(record.id);
    yield record;
  }
}

async function* toRaw(records: AsyncIterable<FeedRecord>, directory: string): AsyncGenerator<RawRecord> {
  for await (const { id, bytes } of records) yield { directory, id, bytes };
}
