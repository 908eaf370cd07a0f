/** Decompresses stored pieces. Errors of the source and of the data both end the iteration; leaving early frees everything. */
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createZstdDecompress } from 'node:zlib';

export async function* inflate(pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const decoder = createZstdDecompress({ chunkSize: 256 * 1024 });
  const feeding = pipeline(Readable.from(pieces, { objectMode: false }), decoder);
  // The reader below sees the same failure; this only keeps an early leave from being an unhandled rejection.
  feeding.catch(() => {});
  try {
    for await (const chunk of decoder as AsyncIterable<Buffer>) yield chunk;
    await feeding;
  } finally {
    decoder.destroy();
  }
}
