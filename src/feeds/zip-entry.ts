/** Reads and verifies the content of one entry of a zip archive. https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT */
import { crc32, inflateRawSync } from 'node:zlib';
import type { Entry } from 'yauzl';
import type { FileWindow } from './file-window.ts';

const STORED = 0;
const DEFLATED = 8;

export function isDecodable(entry: Entry): boolean {
  return !entry.isEncrypted() && (entry.compressionMethod === STORED || entry.compressionMethod === DEFLATED);
}

// Unix archives keep the file mode in the upper half of the attributes.
const TYPE_MASK = 0o170000;
const LINK = 0o120000;

export function isLink(entry: Entry): boolean {
  return ((entry.externalFileAttributes >>> 16) & TYPE_MASK) === LINK;
}

const HEADER_BYTES = 30;
const HEADER_SIGNATURE = 0x04034b50;
const CHUNK_BYTES_MIN = 64;

/** Returns a copy in its own memory. Rejects if the entry is not where the table of contents says, or does not match it. */
export async function readEntry(window: FileWindow, entry: Entry): Promise<Uint8Array> {
  const position = entry.relativeOffsetOfLocalHeader;
  const header = await window.read(position, HEADER_BYTES);
  if (header.readUInt32LE(0) !== HEADER_SIGNATURE) throw new Error('There is no entry where the table says.');
  const start = position + HEADER_BYTES + header.readUInt16LE(26) + header.readUInt16LE(28);
  const packed = await window.read(start, entry.compressedSize);
  const bytes = entry.compressionMethod === STORED ? packed : inflate(packed, entry.uncompressedSize);
  if (bytes.length !== entry.uncompressedSize) throw new Error('The size is not the announced one.');
  if (crc32(bytes) !== entry.crc32) throw new Error('The checksum is wrong.');
  // Copied, because transferring a view to a thread would also send the memory behind it.
  return new Uint8Array(bytes);
}

// One call per record: a stream for each of 40,000 small entries costs many times as much.
function inflate(packed: Buffer, size: number): Buffer {
  return inflateRawSync(packed, { maxOutputLength: size + 1, chunkSize: Math.max(CHUNK_BYTES_MIN, size + 1) });
}
