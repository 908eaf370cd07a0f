/**
 * Opens a bundle file that may be truncated, modified or malicious. Opening it verifies the digest of every byte, and at most one
 * piece is unpacked at a time. The file stays open, so that it cannot be replaced meanwhile.
 */
import { createHash } from 'node:crypto';
import { open, type FileHandle } from 'node:fs/promises';
import { promisify } from 'node:util';
import { zstdDecompress } from 'node:zlib';
import { parseJsonText } from '../../core/json/members.ts';
import { LIMITS } from '../../core/limits.ts';
import {
  BUNDLE_VERSION,
  BundleContents,
  BundleHead,
  LENGTH_BYTES,
  MARK,
  SHA256_BYTES,
  unpackItems,
  type Item,
  type PreparedBy,
  type StoredSection,
} from './bundle-format.ts';
import { FEED_REJECTED } from '../errors.ts';

export const BUNDLE = 'bundle';
const STEP_BYTES = 1024 ** 2;
const END_BYTES = LENGTH_BYTES + SHA256_BYTES;
const STORED_PIECE_BYTES_MAX = LIMITS.bundlePieceBytesMax + 1024 ** 2;
const NEWLINE = 0x0a;

const decompress = promisify(zstdDecompress);

export interface BundleFile {
  readonly createdAt: string;
  readonly prepared: PreparedBy | undefined;
  readonly sections: readonly StoredSection[];
  /** Throws FEED_REJECTED, possibly after some items, if the section is forged or the file has changed since. */
  readSection(section: StoredSection, signal: AbortSignal): AsyncGenerator<readonly Item[]>;
  close(): Promise<void>;
}

/** Throws FEED_REJECTED if the file is not a bundle or is incomplete. */
export async function openBundleFile(path: string, signal: AbortSignal): Promise<BundleFile> {
  const handle = await open(path).catch((cause: unknown) => {
    throw FEED_REJECTED({ source: BUNDLE, problem: 'the file cannot be opened' }, { cause });
  });
  try {
    const stats = await handle.stat();
    if (!stats.isFile()) throw refuse('it is not a regular file');
    if (stats.size > LIMITS.bundleBytesMax) throw refuse(`it is larger than ${LIMITS.bundleBytesMax} bytes`);
    const head = await readHead(handle, stats.size);
    await checkDigest(handle, stats.size, signal);
    const sections = await readContents(handle, stats.size, head.bytes);
    const starts = toStarts(sections, head.bytes);
    return {
      createdAt: head.createdAt,
      prepared: head.prepared,
      sections,
      readSection: (section, end) => readPieces(handle, section, starts.get(section) ?? 0, end),
      close: async () => await handle.close(),
    };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

async function readHead(
  handle: FileHandle,
  size: number,
): Promise<Pick<BundleFile, 'createdAt' | 'prepared'> & { readonly bytes: number }> {
  const start = await readAt(handle, 0, Math.min(size, MARK.length + LIMITS.bundleHeadBytesMax));
  if (!start.subarray(0, MARK.length).equals(MARK)) throw refuse('it is not an advisory bundle');
  const end = start.indexOf(NEWLINE, MARK.length);
  if (end === -1) throw refuse('it is truncated');
  const head = BundleHead.safeParse(parseJsonText(start.toString('utf8', MARK.length, end)));
  if (!head.success) throw refuse('its header cannot be parsed');
  if (head.data.version > BUNDLE_VERSION)
    throw refuse(`it was written by a newer version of Assay, in version ${head.data.version} of the format`);
  return { createdAt: head.data.createdAt, prepared: head.data.prepared, bytes: end + 1 };
}

async function checkDigest(handle: FileHandle, size: number, signal: AbortSignal): Promise<void> {
  const end = size - SHA256_BYTES;
  if (end < MARK.length) throw refuse('it is truncated');
  const hash = createHash('sha256');
  for (let position = 0; position < end; position += STEP_BYTES) {
    signal.throwIfAborted();
    hash.update(await readAt(handle, position, Math.min(STEP_BYTES, end - position)));
  }
  if (!hash.digest().equals(await readAt(handle, end, SHA256_BYTES))) throw refuse('it is truncated or was modified');
}

async function readContents(handle: FileHandle, size: number, start: number): Promise<readonly StoredSection[]> {
  const lengthAt = size - END_BYTES;
  if (lengthAt < start) throw refuse('it has no table of contents');
  const length = (await readAt(handle, lengthAt, LENGTH_BYTES)).readUInt32BE();
  const position = lengthAt - length;
  if (length > LIMITS.bundleContentsBytesMax || position < start) throw refuse('its table of contents is too long');
  const contents = BundleContents.safeParse(parseJsonText((await readAt(handle, position, length)).toString('utf8')));
  if (!contents.success) throw refuse('its table of contents cannot be parsed');
  const { sections } = contents.data;
  if (start + sections.reduce((sum, { storedBytes }) => sum + storedBytes, 0) !== position)
    throw refuse('its table of contents does not match its contents');
  return sections;
}

function toStarts(sections: readonly StoredSection[], start: number): Map<StoredSection, number> {
  const starts = new Map<StoredSection, number>();
  let position = start;
  for (const section of sections) {
    starts.set(section, position);
    position += section.storedBytes;
  }
  return starts;
}

async function* readPieces(
  handle: FileHandle,
  section: StoredSection,
  start: number,
  signal: AbortSignal,
): AsyncGenerator<readonly Item[]> {
  const end = start + section.storedBytes;
  let items = 0;
  let bytes = 0;
  for (let position = start; position < end;) {
    signal.throwIfAborted();
    const length = (await readAt(handle, position, LENGTH_BYTES)).readUInt32BE();
    position += LENGTH_BYTES;
    if (length > STORED_PIECE_BYTES_MAX || position + length > end) throw refuse('a chunk has an invalid length');
    const piece = await inflate(await readAt(handle, position, length));
    position += length;
    bytes += piece.length;
    if (bytes > LIMITS.feedInflatedBytesMax)
      throw refuse(`it decompresses to more than ${LIMITS.feedInflatedBytesMax} bytes`);
    const unpacked = unpackItems(piece);
    if (unpacked === undefined) throw refuse('a chunk does not consist of complete records');
    items += unpacked.length;
    if (items > section.items) break;
    yield unpacked;
  }
  if (items !== section.items) throw refuse(`a section does not have its ${section.items} records`);
}

async function inflate(stored: Buffer): Promise<Buffer> {
  return await decompress(stored, { maxOutputLength: LIMITS.bundlePieceBytesMax }).catch((cause: unknown) => {
    throw FEED_REJECTED({ source: BUNDLE, problem: 'a chunk cannot be decompressed' }, { cause });
  });
}

async function readAt(handle: FileHandle, position: number, length: number): Promise<Buffer> {
  const buffer = Buffer.allocUnsafe(length);
  for (let done = 0; done < length;) {
    const { bytesRead } = await handle.read(buffer, done, length - done, position + done);
    if (bytesRead === 0) throw refuse('it is truncated');
    done += bytesRead;
  }
  return buffer;
}

function refuse(problem: string): Error {
  return FEED_REJECTED({ source: BUNDLE, problem });
}
