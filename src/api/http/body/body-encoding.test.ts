import { brotliCompressSync, constants, gzipSync, zstdCompressSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DEFAULT_LIMITS } from '../../../core/limits.ts';
import { decodeBody, toBodyEncoding, type BodyEncoding } from './body-encoding.ts';

const COMPRESS: Record<Exclude<BodyEncoding, 'identity'>, (bytes: Buffer) => Buffer> = {
  gzip: (bytes) => gzipSync(bytes),
  br: (bytes) => brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  zstd: (bytes) => zstdCompressSync(bytes),
};
const ENCODINGS = ['gzip', 'br', 'zstd'] as const;

async function* inPieces(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size);
}

async function decode(
  bytes: Buffer,
  encoding: BodyEncoding,
  pieceSize = 1000,
  limits = DEFAULT_LIMITS,
): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of decodeBody(inPieces(bytes, pieceSize), encoding, limits)) parts.push(part);
  return Buffer.concat(parts);
}

describe('decodeBody', () => {
  it.each([...ENCODINGS, 'identity'] as const)('decodes %s in pieces of any size', async (encoding) => {
    await fc.assert(
      fc.asyncProperty(
        fc.uint8Array({ minLength: 1, maxLength: 5_000 }),
        fc.integer({ min: 1, max: 600 }),
        async (data, size) => {
          const bytes = Buffer.from(data);
          const sent = encoding === 'identity' ? bytes : COMPRESS[encoding](bytes);
          expect((await decode(sent, encoding, size)).equals(bytes)).toBe(true);
        },
      ),
      { numRuns: 30 },
    );
  });

  it('decodes several gzip members as one body', async () => {
    const bytes = Buffer.concat([gzipSync('{"a":'), gzipSync('1}')]);

    expect((await decode(bytes, 'gzip')).toString()).toBe('{"a":1}');
  });

  it.each([
    ['gzip that is cut', 'gzip', gzipSync('x'.repeat(5_000)).subarray(0, -3)],
    ['gzip with a wrong checksum', 'gzip', Buffer.concat([gzipSync('hello').subarray(0, -8), Buffer.alloc(8, 7)])],
    ['gzip followed by something', 'gzip', Buffer.concat([gzipSync('hello'), Buffer.from('tail')])],
    ['gzip followed by zeros', 'gzip', Buffer.concat([gzipSync('hello'), Buffer.alloc(20)])],
    ['brotli followed by something', 'br', Buffer.concat([brotliCompressSync('hello'), Buffer.from('tail')])],
    ['two zstd frames', 'zstd', Buffer.concat([zstdCompressSync('hello'), zstdCompressSync('world')])],
    ['zstd that is cut', 'zstd', zstdCompressSync('x'.repeat(5_000)).subarray(0, -2)],
    ['what is no gzip at all', 'gzip', Buffer.from('{"a":1}')],
    [
      'zstd with a window of 128 MiB',
      'zstd',
      zstdCompressSync(Buffer.alloc(20_000_000, 'ab'), {
        params: { [constants.ZSTD_c_windowLog]: 27, [constants.ZSTD_c_enableLongDistanceMatching]: 1 },
      }),
    ],
  ] as const)('rejects %s', async (_what, encoding, bytes) => {
    await expect(decode(bytes, encoding, 64)).rejects.toMatchObject({
      code: 'BODY_ENCODING_INVALID',
      message: expect.stringContaining(encoding),
    });
  });

  it.each(ENCODINGS)('stops a %s bomb by its compression ratio', async (encoding) => {
    const bytes = COMPRESS[encoding](Buffer.alloc(64 * 1024 * 1024, ' '));

    await expect(decode(bytes, encoding)).rejects.toMatchObject({ code: 'BODY_RATIO_TOO_HIGH' });
  });

  it('stops exactly at the limit after decompression', async () => {
    const limits = { ...DEFAULT_LIMITS, bodyInflatedBytesMax: 1_000 };

    expect(await decode(gzipSync('x'.repeat(1_000)), 'gzip', 100, limits)).toHaveLength(1_000);
    await expect(decode(gzipSync('x'.repeat(1_001)), 'gzip', 100, limits)).rejects.toMatchObject({
      code: 'BODY_TOO_LARGE',
      message: expect.stringContaining('after decompression'),
    });
  });

  it('closes its source when the consumer stops reading', async () => {
    let ended = false;
    async function* endless(): AsyncGenerator<Buffer> {
      try {
        for (;;) yield gzipSync('x'.repeat(1_000));
      } finally {
        ended = true;
      }
    }
    for await (const part of decodeBody(endless(), 'gzip', DEFAULT_LIMITS)) if (part.length > 0) break;

    await expect.poll(() => ended).toBe(true);
  });
});

describe('toBodyEncoding', () => {
  it.each([
    [undefined, 'identity'],
    ['identity', 'identity'],
    ['GZIP', 'gzip'],
    ['x-gzip', 'gzip'],
    [' br ', 'br'],
    ['zstd', 'zstd'],
  ])('parses %j as %s', (header, encoding) => {
    expect(toBodyEncoding(header)).toBe(encoding);
  });

  it.each(['deflate', 'compress', 'gzip, gzip', 'gzip, br', 'x', '', 'constructor'])('rejects %j', (header) => {
    expect(() => toBodyEncoding(header)).toThrow(expect.objectContaining({ code: 'ENCODING_UNSUPPORTED' }));
  });
});
