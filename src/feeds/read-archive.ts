/**
 * Reads the records of a zip archive. The name of an entry is the id of a record and never a path. An entry is skipped if it is
 * oddly named, a link, a duplicate, encrypted, too large or too well compressed. An archive that is truncated, damaged or not an
 * archive at all is refused.
 */
import { open, type FileHandle } from 'node:fs/promises';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Entry } from 'yauzl';
import { quote } from '../core/errors.ts';
import { isVulnerabilityId } from '../core/identity/vulnerability-id.ts';
import { LIMITS } from '../core/limits.ts';
import { FEED_REJECTED } from './errors.ts';
import type { RawRecord } from './feed.ts';
import { FileWindow, openZip } from './zip-entries.ts';
import { crc32, inflateRawSync } from 'node:zlib';

// Reads and verifies the content of one entry of a zip archive. https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT
const STORED = 0;
const DEFLATED = 8;

function isDecodable(entry: Entry): boolean {
  return !entry.isEncrypted() && (entry.compressionMethod === STORED || entry.compressionMethod === DEFLATED);
}

// Unix archives keep the file mode in the upper half of the attributes.
const TYPE_MASK = 0o170000;
const LINK = 0o120000;

function isLink(entry: Entry): boolean {
  return ((entry.externalFileAttributes >>> 16) & TYPE_MASK) === LINK;
}

const HEADER_BYTES = 30;
const HEADER_SIGNATURE = 0x04034b50;
const CHUNK_BYTES_MIN = 64;

/** Returns the stored bytes, a part of the window. Rejects if the entry is not where the table of contents says. */
async function readStored(window: FileWindow, entry: Entry): Promise<Buffer> {
  const position = entry.relativeOffsetOfLocalHeader;
  const header = await window.read(position, HEADER_BYTES);
  if (header.readUInt32LE(0) !== HEADER_SIGNATURE)
    throw new Error('No entry at the offset given by the central directory.');
  const start = position + HEADER_BYTES + header.readUInt16LE(26) + header.readUInt16LE(28);
  return await window.read(start, entry.compressedSize);
}

/** Returns a copy in its own memory. Throws if the entry does not match the table of contents. */
function unpackEntry(entry: Entry, packed: Buffer): Uint8Array {
  const bytes = entry.compressionMethod === STORED ? packed : inflate(packed, entry.uncompressedSize);
  if (bytes.length !== entry.uncompressedSize) throw new Error('The size differs from the declared size.');
  if (crc32(bytes) !== entry.crc32) throw new Error('The checksum does not match.');
  // Copied, because a view would keep all of the memory behind it.
  return new Uint8Array(bytes);
}

// One call per record: a stream for each of 40,000 small entries costs many times as much.
function inflate(packed: Buffer, size: number): Buffer {
  return inflateRawSync(packed, { maxOutputLength: size + 1, chunkSize: Math.max(CHUNK_BYTES_MIN, size + 1) });
}

/** An `unreadable` entry may be a record; the other two kinds are not. */
type Skipped = { readonly skipped: 'no-record' | 'duplicate' | 'unreadable' };

export type ArchiveEntry = { readonly id: string; readonly bytes: Uint8Array } | Skipped;

export interface ArchiveLimits {
  readonly entriesMax: number;
  readonly inflatedBytesMax: number;
  readonly recordBytesMax: number;
  readonly ratioMax: number;
  readonly ratioJudgedAfterBytes: number;
}

/** Whether records are at the top of the archive or in folders; the same id in two folders is a duplicate. */
export type ArchiveLayout = 'flat' | 'folders';

export const ARCHIVE_LIMITS: ArchiveLimits = {
  entriesMax: LIMITS.feedEntriesMax,
  inflatedBytesMax: LIMITS.feedInflatedBytesMax,
  recordBytesMax: LIMITS.feedRecordBytesMax,
  ratioMax: LIMITS.feedRecordRatioMax,
  ratioJudgedAfterBytes: LIMITS.feedRatioJudgedAfterBytes,
};

/** Throws FEED_REJECTED, possibly after some entries: nothing of an archive may be used before its end was read. */
export async function* readArchive(
  file: string,
  source: string,
  limits: ArchiveLimits = ARCHIVE_LIMITS,
  layout: ArchiveLayout = 'flat',
): AsyncGenerator<ArchiveEntry> {
  yield* readEntries(file, source, { limits, layout }, async (window, { id, entry }) => {
    return { id, bytes: unpackEntry(entry, await readStored(window, entry)) };
  });
}

/** Leaves deflated records as they are in the archive: a thread unpacks and verifies them. */
export async function* readPackedArchive(
  file: string,
  source: string,
): AsyncGenerator<Pick<RawRecord, 'id' | 'bytes' | 'deflated'> | Skipped> {
  const options = { limits: ARCHIVE_LIMITS, layout: 'flat' } as const;
  yield* readEntries(file, source, options, async (window, { id, entry }) => {
    const stored = await readStored(window, entry);
    if (entry.compressionMethod === STORED) return { id, bytes: unpackEntry(entry, stored) };
    const toRejection = (): Error => FEED_REJECTED({ source, problem: isCorrupt(id) });
    const deflated = { size: entry.uncompressedSize, crc32: entry.crc32, toRejection };
    // A view of the window: its other records are in the same batch.
    return { id, bytes: stored, deflated };
  });
}

function isCorrupt(id: string): string {
  return `its entry ${quote(id)} is corrupt`;
}

interface ListedEntry {
  readonly id: string;
  readonly entry: Entry;
}

async function* readEntries<Content extends { readonly bytes: Uint8Array }>(
  file: string,
  source: string,
  { limits, layout }: { readonly limits: ArchiveLimits; readonly layout: ArchiveLayout },
  read: (window: FileWindow, listed: ListedEntry) => Promise<Content>,
): AsyncGenerator<Content | Skipped> {
  const handle = await open(file).catch(refusal(source, 'the archive cannot be opened'));
  try {
    const window = new FileWindow(handle);
    let bytesInTurn = 0;
    for await (const listed of listEntries(handle, source, limits, layout)) {
      if ('skipped' in listed) {
        yield listed;
        continue;
      }
      const content = await read(window, listed).catch(refusal(source, isCorrupt(listed.id)));
      yield content;
      bytesInTurn += content.bytes.length;
      if (bytesInTurn < BYTES_PER_TURN) continue;
      await nextTurn();
      bytesInTurn = 0;
    }
  } finally {
    await handle.close();
  }
}

// Requests are handled by the same thread, so an archive must not block it for long.
const BYTES_PER_TURN = 1024 ** 2;

/** Reads only the table of contents. */
async function* listEntries(
  handle: FileHandle,
  source: string,
  limits: ArchiveLimits,
  layout: ArchiveLayout,
): AsyncGenerator<ListedEntry | Skipped> {
  const zip = await openZip(handle).catch(refusal(source, 'the file is not a zip archive, or it is truncated'));
  if (zip.count > limits.entriesMax) throw FEED_REJECTED({ source, problem: `it has ${zip.count} entries` });
  const judgeEntry = createEntryClassifier(limits, layout);
  let bytesTotal = 0;
  for (;;) {
    const entry = await zip.next().catch(refusal(source, 'the central directory of the archive is corrupt'));
    if (entry === undefined) return;
    const judged = judgeEntry(entry);
    if ('skipped' in judged) {
      yield judged;
      continue;
    }
    bytesTotal += entry.uncompressedSize;
    if (bytesTotal > limits.inflatedBytesMax)
      throw FEED_REJECTED({ source, problem: `it unpacks to more than ${limits.inflatedBytesMax} bytes` });
    yield { id: judged.id, entry };
  }
}

const ENDING = '.json';

type EntryClassifier = (entry: Entry) => { readonly id: string } | Skipped;

/** Of several entries with the same name, the first is used, even if it cannot be read. */
function createEntryClassifier(limits: ArchiveLimits, layout: ArchiveLayout): EntryClassifier {
  const seen = new Set<string>();
  return (entry) => {
    const id = idIn(entry.fileNameRaw.toString('utf8'), layout);
    if (id === undefined || isLink(entry)) return { skipped: 'no-record' };
    if (seen.has(id)) return { skipped: 'duplicate' };
    seen.add(id);
    return isDecodable(entry) && hasAcceptableSize(entry, limits) ? { id } : { skipped: 'unreadable' };
  };
}

function idIn(name: string, layout: ArchiveLayout): string | undefined {
  const parts = name.split('/');
  const last = parts.pop() ?? '';
  if (layout === 'flat' ? parts.length > 0 : !parts.every(isFolder)) return undefined;
  const id = last.slice(0, -ENDING.length);
  return last.endsWith(ENDING) && isVulnerabilityId(id) ? id : undefined;
}

/**
 * Nothing is ever written to the path of an entry, but a name that points out of the archive is still not the name of a record.
 */
function isFolder(part: string): boolean {
  const isPlain = !['\\', ':', '\0'].some((character) => part.includes(character));
  return isPlain && part !== '' && part !== '.' && part !== '..';
}

function hasAcceptableSize({ compressedSize, uncompressedSize }: Entry, limits: ArchiveLimits): boolean {
  if (Math.max(compressedSize, uncompressedSize) > limits.recordBytesMax) return false;
  return uncompressedSize <= limits.ratioJudgedAfterBytes || uncompressedSize <= compressedSize * limits.ratioMax;
}

function refusal(source: string, problem: string): (cause: unknown) => never {
  return (cause) => {
    throw FEED_REJECTED({ source, problem }, { cause });
  };
}

export interface CheckedArchive {
  readonly records: number;
  /** Entries that are not a record, or cannot be read. */
  readonly skipped: number;
}

/**
 * Checks the table of contents of an archive before any of it is read. Checksums are verified while its records are read, so that each
 * is unpacked once.
 */
export async function checkArchive(file: string, source: string, signal?: AbortSignal): Promise<CheckedArchive> {
  let records = 0;
  let skipped = 0;
  let unreadable = 0;
  const handle = await open(file).catch(refusal(source, 'the archive cannot be opened'));
  try {
    for await (const entry of listEntries(handle, source, ARCHIVE_LIMITS, 'flat')) {
      signal?.throwIfAborted();
      if ('id' in entry) records += 1;
      else skipped += 1;
      if ('skipped' in entry && entry.skipped === 'unreadable') unreadable += 1;
    }
  } finally {
    await handle.close();
  }
  if (unreadable > (records + unreadable) * LIMITS.feedBadShareMax)
    throw FEED_REJECTED({ source, problem: `${unreadable} of its ${records + unreadable} records cannot be parsed` });
  if (records === 0) throw FEED_REJECTED({ source, problem: 'the archive contains no records' });
  return { records, skipped };
}
