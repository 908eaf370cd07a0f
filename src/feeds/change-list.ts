/**
 * Reads the list of changes of a directory: a line with id and time per record, newest first. An id that is missing from it is
 * treated as deleted sooner or later, so a list that is truncated, out of order or mostly unreadable is refused completely.
 */
import { LIMITS } from '../core/limits.ts';
import { FEED_REJECTED } from './errors.ts';
import type { Validators } from '../outbound/download.ts';
import type { DirectoryList, ListEntry } from './feed.ts';
import { isWebPage, type GetFile } from './source-files.ts';
import { readLines } from './read-lines.ts';

export interface ListSource {
  /** For display: source and directory. */
  readonly source: string;
  /** Relative to the URL of the source, URL-encoded. */
  readonly path: string;
  readonly parseLine: (line: string) => ListLine;
}

export interface ListLine {
  /** Also undefined for a name that could lead out of the directory, so that it is never requested. */
  readonly id: string | undefined;
  readonly modified: string | undefined;
}

export async function readChangeList(
  getFile: GetFile,
  { source, path, parseLine }: ListSource,
  { etag, lastModified }: Validators,
  signal: AbortSignal,
): Promise<DirectoryList | 'unchanged' | undefined> {
  const file = await getFile({ path, bytesMax: LIMITS.feedListBytesMax, etag, lastModified, signal });
  if (file === undefined || file === 'unchanged') return file;
  try {
    if (await isWebPage(file.path))
      throw FEED_REJECTED({ source, problem: 'the response for its list is an HTML page' });
    const entries = await readEntries(file.path, { source, parseLine }, signal);
    return { entries, etag: file.etag, lastModified: file.lastModified };
  } finally {
    await file.discard();
  }
}

const LINE_LIMITS = {
  inflatedBytesMax: LIMITS.feedListBytesMax,
  lineCharactersMax: LIMITS.feedListLineCharactersMax,
};

async function readEntries(
  path: string,
  { source, parseLine }: Pick<ListSource, 'source' | 'parseLine'>,
  signal: AbortSignal,
): Promise<readonly ListEntry[]> {
  const entries: ListEntry[] = [];
  const seen = new Set<string>();
  let lines = 0;
  let unreadable = 0;
  let misplaced = 0;
  let isSorted = true;
  let previous = LATEST;
  for await (const group of readLines(path, source, LINE_LIMITS)) {
    signal.throwIfAborted();
    lines += group.length;
    if (lines > LIMITS.feedEntriesMax)
      throw FEED_REJECTED({ source, problem: `its list has more than ${LIMITS.feedEntriesMax} lines` });
    for (const line of group) {
      const { id, modified } = parseLine(line);
      if (id === undefined || modified === undefined) unreadable += 1;
      // Of several lines with the same id, the newest applies, and it comes first.
      if (id === undefined || seen.has(id)) continue;
      seen.add(id);
      entries.push({ id, modified: modified ?? OLDEST });
      isSorted &&= modified !== undefined && modified <= previous;
      if (modified === undefined) continue;
      if (modified > previous && isFarApart(previous, modified)) misplaced += 1;
      previous = modified;
    }
  }
  checkCounts(source, { lines, unreadable, misplaced });
  return isSorted ? entries : entries.toSorted(byTime);
}

function isFarApart(earlier: string, later: string): boolean {
  return Date.parse(later) - Date.parse(earlier) > LIMITS.feedListDisorderMsMax;
}

function byTime(a: ListEntry, b: ListEntry): number {
  return Number(a.modified < b.modified) - Number(a.modified > b.modified);
}

function checkCounts(
  source: string,
  { lines, unreadable, misplaced }: { readonly lines: number; readonly unreadable: number; readonly misplaced: number },
): void {
  const refuse = (problem: string): never => {
    throw FEED_REJECTED({ source, problem });
  };
  if (lines === 0) refuse('its list is empty');
  if (unreadable > lines * LIMITS.feedBadShareMax)
    refuse(`${unreadable} of the ${lines} lines of its list cannot be parsed`);
  if (misplaced > lines * LIMITS.feedBadShareMax)
    refuse(`${misplaced} of the ${lines} lines of its list are out of order`);
}

const LATEST = '9999-12-31T23:59:59.999999Z';
export const OLDEST = '1970-01-01T00:00:00.000000Z';
