/** Opens a text file that may be compressed. Its first bytes decide, because names and media types are often wrong. */
import { open } from 'node:fs/promises';
import { pipeline, type Duplex, type Readable } from 'node:stream';
import { createGunzip, createZstdDecompress } from 'node:zlib';
import { FEED_REJECTED } from './errors.ts';

interface Packing {
  readonly name: string;
  readonly magic: Uint8Array;
  /** Undefined if Node.js cannot unpack it. */
  readonly unpack: (() => Duplex) | undefined;
}

const PACKINGS: readonly Packing[] = [
  { name: 'gzip', magic: Uint8Array.of(0x1f, 0x8b), unpack: createGunzip },
  { name: 'zstd', magic: Uint8Array.of(0x28, 0xb5, 0x2f, 0xfd), unpack: createZstdDecompress },
  { name: 'bzip2', magic: Uint8Array.of(0x42, 0x5a, 0x68), unpack: undefined },
  { name: 'xz', magic: Uint8Array.of(0xfd, 0x37, 0x7a, 0x58, 0x5a), unpack: undefined },
];
const MAGIC_BYTES_MAX = 5;

/** Errors while unpacking reach the reader of the stream. Throws FEED_REJECTED if the file cannot be opened or unpacked. */
export async function openText(file: string, source: string): Promise<Readable> {
  const handle = await open(file).catch((error: unknown) => {
    throw FEED_REJECTED({ source, problem: 'the file cannot be opened' }, { cause: error });
  });
  const { bytesRead, buffer } = await handle.read(Buffer.alloc(MAGIC_BYTES_MAX), 0, MAGIC_BYTES_MAX, 0);
  const start = buffer.subarray(0, bytesRead);
  const packing = PACKINGS.find(({ magic }) => start.subarray(0, magic.length).equals(magic));
  if (packing !== undefined && packing.unpack === undefined) {
    await handle.close();
    throw FEED_REJECTED({
      source,
      problem: `it is compressed with ${packing.name}, which cannot be read: provide it unpacked, or as gzip or zstd`,
    });
  }
  const stream = handle.createReadStream({ start: 0 });
  return packing?.unpack === undefined ? stream : pipeline(stream, packing.unpack(), () => {});
}

export function isPackingError(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' && (code.startsWith('Z_') || code.startsWith('ZSTD_'));
}
