/**
 * The form in which records are stored: as a gzip member of their own. The archives of feeds already contain deflated records with
 * their size and checksum, so a header and a trailer around them are enough, nothing is compressed again, and all records of a job
 * are unpacked by one call. https://www.rfc-editor.org/rfc/rfc1952
 */
import { crc32, deflateRawSync, gunzipSync, inflateRawSync } from 'node:zlib';

/** Size and checksum of a record that is deflated. */
export interface PackedSize {
  readonly size: number;
  readonly crc32: number;
}

// Without a time, a name and an operating system, so that the same record always has the same bytes.
const HEADER = Uint8Array.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255);
const TRAILER_BYTES = 8;
/** How many bytes a stored record has in addition to its deflated ones. */
export const MEMBER_BYTES = HEADER.length + TRAILER_BYTES;

/** Writes a gzip member at the position, and returns its end. */
export function writeMember(
  target: Uint8Array,
  start: number,
  deflated: Uint8Array,
  { size, crc32: checksum }: PackedSize,
): number {
  target.set(HEADER, start);
  target.set(deflated, start + HEADER.length);
  const end = start + MEMBER_BYTES + deflated.length;
  const trailer = new DataView(target.buffer, target.byteOffset + end - TRAILER_BYTES, TRAILER_BYTES);
  trailer.setUint32(0, checksum, true);
  trailer.setUint32(4, size, true);
  return end;
}

export function packRecord(bytes: Uint8Array): Uint8Array {
  const deflated = deflateRawSync(bytes);
  const packed = new Uint8Array(MEMBER_BYTES + deflated.length);
  writeMember(packed, 0, deflated, { size: bytes.length, crc32: crc32(bytes) });
  return packed;
}

export interface UnpackedRecord {
  readonly bytes: Uint8Array;
  /** Undefined if it has to be packed again. */
  readonly packed?: Uint8Array | undefined;
}

/** Returns the records of members that follow each other, undefined for one that is corrupt. */
export function unpackMembers(
  members: Uint8Array,
  sizes: readonly (PackedSize & { readonly end: number })[],
): readonly (UnpackedRecord | undefined)[] {
  const all = unpackAtOnce(members, sizes);
  let start = 0;
  let at = 0;
  return sizes.map(({ end, size, crc32: checksum }) => {
    const packed = members.subarray(start, end);
    start = end;
    at += size;
    const bytes = all?.subarray(at - size, at);
    if (bytes !== undefined && crc32(bytes) === checksum) return { bytes, packed };
    // One of them is corrupt, or deflated in a way that only its archive allows.
    return unpackAlone(packed, size, checksum);
  });
}

/** A call for each record would take longer than the unpacking. */
function unpackAtOnce(members: Uint8Array, sizes: readonly PackedSize[]): Uint8Array | undefined {
  const total = sizes.reduce((sum, { size }) => sum + size, 0);
  const all = tryUnpack(gunzipSync, members, total);
  return all?.length === total ? all : undefined;
}

function unpackAlone(member: Uint8Array, size: number, checksum: number): UnpackedRecord | undefined {
  const bytes = tryUnpack(inflateRawSync, member.subarray(HEADER.length, -TRAILER_BYTES), size);
  return bytes?.length === size && crc32(bytes) === checksum ? { bytes } : undefined;
}

function tryUnpack(unpack: typeof inflateRawSync, packed: Uint8Array, size: number): Uint8Array | undefined {
  try {
    return unpack(packed, { maxOutputLength: size + 1, chunkSize: Math.max(CHUNK_BYTES_MIN, size + 1) });
  } catch {
    return undefined;
  }
}

const CHUNK_BYTES_MIN = 64;
