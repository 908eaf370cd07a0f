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

type Located = Pick<Entry, 'relativeOffsetOfLocalHeader' | 'compressedSize'>;

/** Returns the stored bytes, a part of the window. Rejects if the entry is not where the table of contents says. */
async function readStored(window: FileWindow, entry: Located): Promise<Buffer> {
  const header = await window.read(entry.relativeOffsetOfLocalHeader, HEADER_BYTES);
  return await window.read(findContent(header, entry), entry.compressedSize);
}

/** The same for an entry inside the window, undefined for any other. */
function findStored(window: FileWindow, entry: Located): Buffer | undefined {
  const header = window.find(entry.relativeOffsetOfLocalHeader, HEADER_BYTES);
  return header && window.find(findContent(header, entry), entry.compressedSize);
}

function findContent(header: Buffer, { relativeOffsetOfLocalHeader: position }: Located): number {
  if (header.readUInt32LE(0) !== HEADER_SIGNATURE)
    throw new Error('No entry at the offset given by the central directory.');
  return position + HEADER_BYTES + header.readUInt16LE(26) + header.readUInt16LE(28);
}

/** Returns a copy in its own memory. Throws if the entry does not match the table of contents. */
function unpackEntry(entry: Omit<PackedEntry, 'id'>, packed: Buffer): Uint8Array {
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
  const handle = await open(file).catch(refusal(source, NOT_OPENED));
  try {
    const window = new FileWindow(handle);
    const isTurnOver = createTurns();
    for await (const listed of listEntries(handle, source, limits, layout)) {
      if ('skipped' in listed) {
        yield listed;
        continue;
      }
      const { id, entry } = listed;
      const bytes = await readStored(window, entry)
        .then((stored) => unpackEntry(entry, stored))
        .catch(refusal(source, isCorrupt(id)));
      yield { id, bytes };
      if (isTurnOver(bytes.length)) await nextTurn();
    }
  } finally {
    await handle.close();
  }
}

interface PackedArchive extends Pick<CheckedArchive, 'entries'> {
  readonly file: string;
  readonly source: string;
  readonly directory: string;
}

/** Reads the records of a checked archive. Deflated ones stay as they are: a thread unpacks and verifies them. */
export async function* readPackedArchive(
  { file, source, directory, entries }: PackedArchive,
  signal?: AbortSignal,
): AsyncGenerator<RawRecord> {
  const refuse = (id: string, cause?: unknown): Error => FEED_REJECTED({ source, problem: isCorrupt(id) }, { cause });
  const toRecord = (entry: PackedEntry, stored: Buffer): RawRecord => {
    const { id, compressionMethod, uncompressedSize: size, crc32: checksum } = entry;
    if (compressionMethod === STORED) return { directory, id, bytes: unpackEntry(entry, stored) };
    // A view of the window: its other records are in the same batch.
    return { directory, id, bytes: stored, deflated: { size, crc32: checksum, toRejection: () => refuse(id) } };
  };
  const handle = await open(file).catch(refusal(source, NOT_OPENED));
  try {
    const window = new FileWindow(handle);
    const isTurnOver = createTurns();
    for (const entry of entries) {
      signal?.throwIfAborted();
      let record: RawRecord;
      try {
        // Waiting for each record would take longer than everything else that is done with it here.
        record = toRecord(entry, findStored(window, entry) ?? (await readStored(window, entry)));
      } catch (error) {
        throw refuse(entry.id, error);
      }
      yield record;
      if (isTurnOver(entry.compressedSize)) await nextTurn();
    }
  } finally {
    await handle.close();
  }
}

const NOT_OPENED = 'the archive cannot be opened';

function isCorrupt(id: string): string {
  return `its entry ${quote(id)} is corrupt`;
}

/** Returns whether the next bytes complete a turn of the event loop. */
function createTurns(): (bytes: number) => boolean {
  let bytesInTurn = 0;
  return (bytes) => {
    bytesInTurn += bytes;
    if (bytesInTurn < BYTES_PER_TURN) return false;
    bytesInTurn = 0;
    return true;
  };
}

// Requests are handled by the same thread, so an archive must not block it for long.
const BYTES_PER_TURN = 1024 ** 2;

interface ListedEntry {
  readonly id: string;
  readonly entry: Entry;
}

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

/** What is kept of the table of contents, which is read only once. */
interface PackedEntry extends Located, Pick<Entry, 'compressionMethod' | 'uncompressedSize' | 'crc32'> {
  readonly id: string;
}

export interface CheckedArchive {
  /** The records, in the order of the table of contents. */
  readonly entries: readonly PackedEntry[];
  /** Entries that are not a record, or cannot be read. */
  readonly skipped: number;
}

/**
 * Checks the table of contents of an archive before any of it is read. Checksums are verified while its records are read, so that each
 * is unpacked once.
 */
export async function checkArchive(file: string, source: string, signal?: AbortSignal): Promise<CheckedArchive> {
  const entries: PackedEntry[] = [];
  let skipped = 0;
  let unreadable = 0;
  const handle = await open(file).catch(refusal(source, NOT_OPENED));
  try {
    for await (const listed of listEntries(handle, source, ARCHIVE_LIMITS, 'flat')) {
      signal?.throwIfAborted();
      if ('skipped' in listed) {
        skipped += 1;
        if (listed.skipped === 'unreadable') unreadable += 1;
      } else entries.push(toPacked(listed));
    }
  } finally {
    await handle.close();
  }
  const records = entries.length;
  if (unreadable > (records + unreadable) * LIMITS.feedBadShareMax)
    throw FEED_REJECTED({ source, problem: `${unreadable} of its ${records + unreadable} records cannot be parsed` });
  if (records === 0) throw FEED_REJECTED({ source, problem: 'the archive contains no records' });
  return { entries, skipped };
}

function toPacked({ id, entry }: ListedEntry): PackedEntry {
  const { relativeOffsetOfLocalHeader, compressedSize, compressionMethod, uncompressedSize, crc32: checksum } = entry;
  return { id, relativeOffsetOfLocalHeader, compressedSize, compressionMethod, uncompressedSize, crc32: checksum };
}
