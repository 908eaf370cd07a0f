/** Records are stored as gzip members; those that were imported by earlier versions are compressed with Zstandard. */
import { promisify } from 'node:util';
import { gunzip, zstdDecompress } from 'node:zlib';
import { LIMITS } from '../../../core/limits.ts';

const fromGzip = promisify(gunzip);
const fromZstd = promisify(zstdDecompress);
const GZIP_FIRST_BYTE = 0x1f;

/** Returns the bytes as the source sent them. */
export async function unpackRecord(raw: Uint8Array): Promise<Buffer> {
  const options = { maxOutputLength: LIMITS.feedRecordBytesMax };
  return await (raw[0] === GZIP_FIRST_BYTE ? fromGzip(raw, options) : fromZstd(raw, options));
}
