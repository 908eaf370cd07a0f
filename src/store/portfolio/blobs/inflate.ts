/** Decompresses stored pieces. Errors of the source and of the data both end the iteration; leaving early frees all resources. */
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createZstdDecompress } from 'node:zlib';

export async function* inflate(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const decoder = createZstdDecompress({ chunkSize: 256 * 1024 });
  const feeding = pipeline(Readable.from(pieces, { objectMode: false }), decoder);
  // The loop below gets the same error; this only prevents an unhandled rejection when the caller leaves early.
  feeding.catch(() => {});
  try {
    for await (const chunk of decoder as AsyncIterable<Buffer>) yield chunk;
    await feeding;
  } finally {
    decoder.destroy();
  }
}
