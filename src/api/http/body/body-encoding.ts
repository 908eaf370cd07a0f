/**
 * Decodes the single layer of compression that a body may have, and checks the limits on every decoded chunk. Node's decoders
 * stop silently after the first zstd frame and ignore trailing bytes after a brotli or zstd stream, so the bytes consumed are
 * compared with the bytes received.
 */
import { once } from 'node:events';
import type { Transform } from 'node:stream';
import { constants, createBrotliDecompress, createGunzip, createZstdDecompress } from 'node:zlib';
import { LIMITS, type Limits } from '../../../core/limits.ts';
import { BODY_ENCODING_INVALID, BODY_RATIO_TOO_HIGH, BODY_TOO_LARGE, ENCODING_UNSUPPORTED } from '../../errors.ts';

export type BodyEncoding = 'identity' | 'gzip' | 'br' | 'zstd';

/** The default of 16 KiB makes decoding several times slower. */
const CHUNK_BYTES = 256 * 1024;
/** A window of 8 MiB: larger ones cost their size in memory per request. */
const ZSTD_WINDOW_LOG_MAX = 23;

const ENCODINGS: Readonly<Record<string, BodyEncoding>> = {
  identity: 'identity',
  gzip: 'gzip',
  'x-gzip': 'gzip',
  br: 'br',
  zstd: 'zstd',
};

/** Parses the Content-Encoding header. A repeated header arrives joined and is rejected like any stack of encodings. */
export function toBodyEncoding(header: string | undefined): BodyEncoding {
  if (header === undefined) return 'identity';
  const name = header.trim().toLowerCase();
  const encoding = Object.hasOwn(ENCODINGS, name) ? ENCODINGS[name] : undefined;
  if (encoding === undefined) throw ENCODING_UNSUPPORTED({ encoding: header });
  return encoding;
}

/**
 * Yields the decoded bytes. The body is valid only when the iteration ends: a broken stream may yield all its data and then fail.
 */
export async function* decodeBody(
  source: AsyncIterable<Buffer>,
  encoding: BodyEncoding,
  limits: Limits,
): AsyncGenerator<Buffer> {
  if (encoding === 'identity') {
    yield* source;
    return;
  }
  const decoder = createDecoder(encoding);
  const taken = { bytes: 0 };
  // Attached at the start, because feeding may fail before the decoder is read.
  decoder.on('error', () => {});
  const feeding = feed(source, decoder, taken);
  feeding.catch((error: unknown) => decoder.destroy(error instanceof Error ? error : new Error(String(error))));
  let inflatedBytes = 0;
  try {
    for await (const chunk of decoder as AsyncIterable<Buffer>) {
      inflatedBytes += chunk.length;
      checkInflated(inflatedBytes, taken.bytes, limits);
      yield chunk;
    }
    await feeding;
  } catch (error) {
    throw isZlibError(error) ? BODY_ENCODING_INVALID({ encoding, problem: problemOf(error) }, { cause: error }) : error;
  } finally {
    decoder.destroy(new Error('The body is no longer needed.'));
  }
  if (bytesReadBy(decoder) !== taken.bytes) {
    throw BODY_ENCODING_INVALID({ encoding, problem: 'there is data after the end of the compressed stream' });
  }
}

function createDecoder(encoding: 'gzip' | 'br' | 'zstd'): Transform {
  if (encoding === 'gzip') return createGunzip({ chunkSize: CHUNK_BYTES });
  if (encoding === 'br') return createBrotliDecompress({ chunkSize: CHUNK_BYTES, rejectGarbageAfterEnd: true });
  const params = { [constants.ZSTD_d_windowLogMax]: ZSTD_WINDOW_LOG_MAX };
  return createZstdDecompress({ chunkSize: CHUNK_BYTES, params, rejectGarbageAfterEnd: true });
}

async function feed(source: AsyncIterable<Buffer>, decoder: Transform, taken: { bytes: number }): Promise<void> {
  for await (const chunk of source) {
    taken.bytes += chunk.length;
    if (!decoder.write(chunk)) await once(decoder, 'drain');
  }
  decoder.end();
}

function checkInflated(inflatedBytes: number, wireBytes: number, limits: Limits): void {
  if (inflatedBytes > limits.bodyInflatedBytesMax) {
    throw BODY_TOO_LARGE({ bytesMax: limits.bodyInflatedBytesMax, afterDecompression: true });
  }
  if (inflatedBytes > LIMITS.bodyRatioJudgedAfterBytes && inflatedBytes > wireBytes * limits.bodyRatioMax) {
    throw BODY_RATIO_TOO_HIGH({ ratioMax: limits.bodyRatioMax });
  }
}

function bytesReadBy(decoder: Transform): number {
  return 'bytesWritten' in decoder && typeof decoder.bytesWritten === 'number' ? decoder.bytesWritten : -1;
}

function isZlibError(error: unknown): error is Error & { code: string } {
  return (
    error instanceof Error &&
    'code' in error &&
    typeof error.code === 'string' &&
    /^(Z_|ZSTD_|ERR__?BROTLI|ERR_ZLIB|ERR__ERROR|ERR_TRAILING_JUNK|ERR_PADDING|ERR_)/.test(error.code) &&
    !error.code.startsWith('ERR_STREAM')
  );
}

function problemOf(error: { code: string; message: string }): string {
  if (/window/i.test(error.code + error.message)) {
    return 'its window is larger than 8 MiB; compress again without --long and --ultra';
  }
  if (/unexpected end|truncated/i.test(error.message)) return 'it is truncated';
  if (/trailing|garbage/i.test(error.code + error.message))
    return 'there is data after the end of the compressed stream';
  return 'it cannot be decompressed';
}
