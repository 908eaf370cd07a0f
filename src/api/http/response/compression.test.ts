import { brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addCompression } from './compression.ts';

const LARGE = { text: 'a finding '.repeat(1_000) };

describe('addCompression', () => {
  let app: FastifyInstance;
  beforeAll(async () => {
    app = Fastify();
    await addCompression(app);
    app.get('/large', async () => LARGE);
    app.get('/small', async () => ({ text: 'a' }));
    app.get('/events', async (_request, reply) => await reply.type('text/event-stream').send(LARGE.text));
    app.post('/large', async ({ body }) => ({ ...LARGE, body }));
    app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body.length));
  });
  afterAll(async () => await app.close());

  async function read(url: string, encodings?: string) {
    return await app.inject({ url, ...(encodings !== undefined && { headers: { 'accept-encoding': encodings } }) });
  }

  it.each([
    ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
    ['br;q=0, gzip', 'gzip', gunzipSync],
  ])('uses the best encoding of %s', async (accepted, encoding, unpack) => {
    const { headers, rawPayload } = await read('/large', accepted);

    expect([headers['content-encoding'], headers['vary']]).toEqual([encoding, 'accept-encoding']);
    expect(JSON.parse(unpack(rawPayload).toString())).toEqual(LARGE);
    expect(rawPayload.length).toBeLessThan(1_000);
  });

  it.each([
    ['/large', undefined],
    ['/large', 'identity'],
    ['/large', 'unknown'],
    ['/small', 'br'],
    ['/events', 'br'],
  ])('leaves %s as it is for a client that accepts %s', async (url, accepted) => {
    const { headers, statusCode } = await read(url, accepted);

    expect([statusCode, headers['content-encoding']]).toEqual([200, undefined]);
  });

  it('leaves changes as they are, and does not unpack their bodies', async () => {
    const sent = gzipSync('text'.repeat(1_000));
    const { headers, body } = await app.inject({
      method: 'POST',
      url: '/large',
      headers: { 'accept-encoding': 'br', 'content-encoding': 'gzip', 'content-type': 'application/octet-stream' },
      payload: sent,
    });

    expect(headers['content-encoding']).toBeUndefined();
    expect(JSON.parse(body)).toEqual({ ...LARGE, body: sent.length });
  });
});
