/**
 * Records of a zip archive, read by content: the name of an entry is the id of a record and never a path. An entry that is
 * oddly named, a link, there already, encrypted, too large or too well compressed is passed over; an archive that is cut,
 * damaged or no archive at all is refused.
 */
import { open } from 'node:fs/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Entry } from 'yauzl';
import { quote } from '../core/errors.ts';
import { isVulnerabilityId } from '../core/identity/vulnerability-id.ts';
import { LIMITS } from '../core/limits.ts';
import { FEED_REFUSED } from './errors.ts';
import { FileWindow } from './file-window.ts';
import { isDecodable, isLink, readEntry } from './zip-entry.ts';
import { openZip, type ZipEntries } from './zip-entries.ts';

/** Behind what is `unreadable` there may be a record; the other two are none. */
type Skipped = { readonly skipped: 'no-record' | 'duplicate' | 'unreadable' };

export type ArchiveEntry = { readonly id: string; readonly bytes: Uint8Array } | Skipped;

export interface ArchiveLimits {
  readonly entriesMax: number;
  readonly inflatedBytesMax: number;
  readonly recordBytesMax: number;
  readonly ratioMax: number;
  readonly ratioJudgedAfterBytes: number;
}

export const ARCHIVE_LIMITS: ArchiveLimits = {
  entriesMax: LIMITS.feedEntriesMax,
  inflatedBytesMax: LIMITS.feedInflatedBytesMax,
  recordBytesMax: LIMITS.feedRecordBytesMax,
  ratioMax: LIMITS.feedRecordRatioMax,
  ratioJudgedAfterBytes: LIMITS.feedRatioJudgedAfterBytes,
};

/** Throws FEED_REFUSED, also in the middle: who may use nothing of a damaged archive asks `checkArchive` before. */
export async function* readArchive(
  file: string,
  source: string,
  limits: ArchiveLimits = ARCHIVE_LIMITS,
): AsyncGenerator<ArchiveEntry> {
  const handle = await open(file).catch(refusal(source, 'its archive cannot be opened'));
  try {
    const zip = await openZip(handle).catch(refusal(source, 'it is no zip archive, or it is cut off'));
    if (zip.count > limits.entriesMax) throw FEED_REFUSED({ source, problem: `it has ${zip.count} entries` });
    yield* readEntries(zip, new FileWindow(handle), source, limits);
  } finally {
    await handle.close();
  }
}

// Requests are answered by the same thread: no archive may keep it busy for long.
const BYTES_PER_TURN = 1024 ** 2;

async function* readEntries(
  zip: ZipEntries,
  window: FileWindow,
  source: string,
  limits: ArchiveLimits,
): AsyncGenerator<ArchiveEntry> {
  const seen = new Set<string>();
  let bytesTotal = 0;
  let bytesInTurn = 0;
  for (;;) {
    const entry = await zip.next().catch(refusal(source, 'the table of its archive is damaged'));
    if (entry === undefined) return;
    const judged = judgeEntry(entry, seen, limits);
    if ('skipped' in judged) {
      yield judged;
      continue;
    }
    bytesTotal += entry.uncompressedSize;
    if (bytesTotal > limits.inflatedBytesMax)
      throw FEED_REFUSED({ source, problem: `it unpacks to more than ${limits.inflatedBytesMax} bytes` });
    const bytes = await readEntry(window, entry).catch(refusal(source, `its entry ${quote(judged.id)} is damaged`));
    yield { id: judged.id, bytes };
    bytesInTurn += bytes.length;
    if (bytesInTurn < BYTES_PER_TURN) continue;
    await nextTurn();
    bytesInTurn = 0;
  }
}

const ENDING = '.json';

/** Of several entries with one name the first is meant, whatever it is. */
function judgeEntry(entry: Entry, seen: Set<string>, limits: ArchiveLimits): { readonly id: string } | Skipped {
  const name = entry.fileNameRaw.toString('utf8');
  const id = name.slice(0, -ENDING.length);
  if (!name.endsWith(ENDING) || !isVulnerabilityId(id) || isLink(entry)) return { skipped: 'no-record' };
  if (seen.has(id)) return { skipped: 'duplicate' };
  seen.add(id);
  return isDecodable(entry) && hasFairSize(entry, limits) ? { id } : { skipped: 'unreadable' };
}

function hasFairSize({ compressedSize, uncompressedSize }: Entry, limits: ArchiveLimits): boolean {
  if (Math.max(compressedSize, uncompressedSize) > limits.recordBytesMax) return false;
  return uncompressedSize <= limits.ratioJudgedAfterBytes || uncompressedSize <= compressedSize * limits.ratioMax;
}

function refusal(source: string, problem: string): (cause: unknown) => never {
  return (cause) => {
    throw FEED_REFUSED({ source, problem }, { cause });
  };
}
