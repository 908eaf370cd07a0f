/** Hostile inputs, rows B14 and B15: bodies at and over the limit, which is 1 MiB here. */
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { useHostileAssay, type UploadChange } from '../support/hostile-assay.ts';
import { ofSize } from '../support/hostile-documents.ts';
import { testRows, type HostileRow } from '../support/hostile-rows.ts';
import { RawConnection } from '../support/raw-connection.ts';
import { toChunk, toHead } from '../support/raw-request.ts';
import { startTestAssay } from '../support/test-assay.ts';

const LIMIT = 1024 * 1024;
const ENVIRONMENT = { ASSAY_BODY_BYTES_MAX: String(LIMIT), ASSAY_BODY_INFLATED_BYTES_MAX: String(LIMIT) };
const TOO_LARGE = { status: 413, code: 'BODY_TOO_LARGE', says: /limit of 1048576 bytes/ };

const hostile = useHostileAssay(ENVIRONMENT);

const FRAMINGS: Readonly<Record<string, (document: Buffer) => UploadChange>> = {
  'with a length': (body) => ({ body }),
  'in chunks': (body) => ({ body, chunkBytes: 10_000 }),
  'inside gzip': (document) => ({
    body: gzipSync(document),
    decoded: document,
    headers: { 'Content-Encoding': 'gzip' },
  }),
};

describe('a body', () => {
  testRows(
    hostile,
    Object.entries(FRAMINGS).flatMap(([framing, toChange]): HostileRow[] => [
      { name: `B14 ${framing}, one byte under the limit`, change: () => toChange(ofSize(LIMIT - 1)), status: 200 },
      { name: `B14 ${framing}, exactly at the limit`, change: () => toChange(ofSize(LIMIT)), status: 200 },
      { name: `B14 ${framing}, one byte over the limit`, change: () => toChange(ofSize(LIMIT + 1)), ...TOO_LARGE },
    ]),
  );
});

describe('a body without an end', () => {
  it('B15 gets a response, and the connection is closed', async () => {
    await hostile.watch({ ...TOO_LARGE, withinMs: 3_000 }, async () => {
      const { answer } = await sendWithoutEnd(hostile.assay.url, toHead(hostile.upload({ body: '', chunkBytes: 1 })));
      expect(answer?.headers['connection']).toBe('close');
      return answer === undefined ? [] : [answer];
    });
  });

  it('B15 does not delay the shutdown of the server', async () => {
    const assay = await startTestAssay(ENVIRONMENT);
    const head = toHead(hostile.upload({ body: '', chunkBytes: 1, token: assay.token }));
    const { answer } = await sendWithoutEnd(assay.url, head);
    expect([answer?.status, answer?.body.toString()]).toEqual([413, expect.stringContaining('BODY_TOO_LARGE')]);

    const start = performance.now();
    await assay.stop();
    const ms = performance.now() - start;

    console.log(`stopped ${Math.round(ms)} ms after the connection was closed`);
    expect(ms).toBeLessThan(10_000);
  });
});

const CHUNK = toChunk(Buffer.alloc(64 * 1024, ' '));

async function nextChunk(connection: RawConnection): Promise<undefined> {
  await connection.write(CHUNK);
  await new Promise((resolve) => setImmediate(resolve));
}

/** Keeps sending after the response, until the server closes the connection. */
async function sendWithoutEnd(url: string, head: Buffer) {
  const connection = await RawConnection.open(url);
  await connection.write(head);
  const answering = connection.nextAnswer();
  while (!connection.isClosed) await nextChunk(connection);
  return { answer: await answering };
}
