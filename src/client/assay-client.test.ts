import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { openAsBlob } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createClient, RequestError, type AssayClient, type ClientOptions } from './assay-client.ts';

interface Answer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** Closes the connection instead of responding. */
  readonly reset?: true;
  /** Never responds. */
  readonly silent?: true;
}

interface Received {
  readonly line: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

let server: Server;
let answers: Answer[];
let received: Received[];
let retries: string[];

beforeEach(async () => {
  answers = [];
  received = [];
  retries = [];
  server = createServer((request, response) => {
    void buffer(request).then((body) => {
      received.push({ line: `${request.method} ${request.url}`, headers: request.headers, body: body.toString() });
      const { status = 200, headers = {}, body: sent = {}, reset, silent } = answers.shift() ?? {};
      if (reset === true) request.socket.destroy();
      if (reset === true || silent === true) return;
      response.writeHead(status, { 'content-type': 'application/json', ...headers });
      response.end(typeof sent === 'string' || Buffer.isBuffer(sent) ? sent : JSON.stringify(sent));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

function connect(options: Partial<ClientOptions> = {}): AssayClient {
  const { port } = server.address() as AddressInfo;
  return createClient({
    url: `http://127.0.0.1:${port}/`,
    token: 'asy_token',
    firstPauseMs: 1,
    onRetry: ({ problem }) => retries.push(problem),
    ...options,
  });
}

const REJECTED = { errorMessage: 'Unknown service "a".', code: 'SERVICE_UNKNOWN', requestId: 'r1' };

describe('the client', () => {
  it('sends names percent-encoded, the token, and lists as repeated parameters', async () => {
    answers = [{ body: { id: '1' } }];
    const query = { image: 'app:1', tag: ['a', 'b'], wait: 5, slot: undefined };

    const receipt = await connect().call(
      'uploadSbom',
      { path: { service: 'team/api', version: '1.0' }, query },
      { body: new TextEncoder().encode('{}') },
    );

    expect(receipt).toEqual({ id: '1' });
    expect(received[0]).toMatchObject({
      line: 'POST /api/v2/service/team%2Fapi/version/1.0/sbom?image=app%3A1&tag=a&tag=b&wait=5',
      headers: { authorization: 'Bearer asy_token', accept: 'application/json' },
      body: '{}',
    });
  });

  it.each([
    ['408', { status: 408, body: REJECTED }],
    ['429', { status: 429, body: REJECTED, headers: { 'retry-after': '0' } }],
    ['500', { status: 500, body: REJECTED }],
    ['a proxy', { status: 502, body: '<html>' }],
    ['a closed connection', { reset: true }],
  ] satisfies [string, Answer][])('retries after %s', async (_name, answer) => {
    answers = [answer, answer, { body: { name: 'a' } }];

    expect(await connect().call('getService', { path: { service: 'a' } })).toEqual({ name: 'a' });
    expect([received.length, retries.length]).toEqual([3, 2]);
  });

  it('sends a file again for a retry', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'assay-client-'));
    await writeFile(join(folder, 'a.json'), '{"a":1}');
    answers = [{ status: 503, body: REJECTED }, {}];

    await connect().call('scanSbom', { path: {} }, { body: await openAsBlob(join(folder, 'a.json')) });

    expect(received.map(({ body }) => body)).toEqual(['{"a":1}', '{"a":1}']);
    await rm(folder, { recursive: true });
  });

  it.each([400, 401, 403, 404, 409, 413, 422])('does not retry a %i', async (status) => {
    answers = [{ status, body: REJECTED }];

    const error = await connect()
      .call('getService', { path: { service: 'a' } })
      .then(
        () => undefined,
        (thrown: unknown) => thrown,
      );

    expect(error).toBeInstanceOf(RequestError);
    expect(error).toMatchObject({
      code: 'SERVICE_UNKNOWN',
      status,
      requestId: 'r1',
      message: `Unknown service "a". (status ${status}, request r1)`,
    });
    expect(received.length).toBe(1);
  });

  it('gives up after the last attempt, with the problem of that attempt', async () => {
    answers = [{ status: 503, body: REJECTED }, { reset: true }, { status: 503, body: '<html>' }];

    await expect(connect({ attempts: 3 }).call('getService', { path: { service: 'a' } })).rejects.toMatchObject({
      code: 'RESPONSE_UNREADABLE',
      message: expect.stringContaining('responded with status 503') as string,
    });
    expect(received.length).toBe(3);
  });

  it('says that the server does not respond', async () => {
    answers = [{ silent: true }];

    await expect(connect({ attempts: 1, timeoutMs: 50 }).call('getMe', { path: {} })).rejects.toMatchObject({
      code: 'SERVER_UNREACHABLE',
      message: expect.stringContaining('no response within') as string,
    });
  });

  it('ends a pause when it is aborted', async () => {
    const abort = new AbortController();
    answers = [{ status: 429, body: REJECTED, headers: { 'retry-after': '100' } }];
    const client = connect({ signal: abort.signal, onRetry: () => abort.abort() });

    await expect(client.call('getMe', { path: {} })).rejects.toThrow('aborted');
  });

  it('does not show control characters of a response', async () => {
    answers = [{ status: 404, body: { ...REJECTED, errorMessage: 'a\u001b[31mb' } }];

    await expect(connect().call('getMe', { path: {} })).rejects.toThrow('a\ufffd[31mb');
  });

  it('does not follow a redirect', async () => {
    answers = [{ status: 302, headers: { location: 'http://127.0.0.1:9/' } }];

    await expect(connect().call('getMe', { path: {} })).rejects.toMatchObject({
      code: 'SERVER_UNREACHABLE',
      message: expect.stringContaining('it redirects to "http://127.0.0.1:9/"') as string,
    });
    expect(retries).toEqual([]);
  });

  it('reads a compressed response, and reports one that is cut off', async () => {
    const zipped = gzipSync('{"name":"é"}');
    const headers = { 'content-encoding': 'gzip' };
    answers = [
      { body: zipped, headers },
      { body: zipped.subarray(0, 20), headers },
    ];
    const client = connect({ attempts: 1 });

    expect(await client.call('getMe', { path: {} })).toEqual({ name: 'é' });
    await expect(client.call('getMe', { path: {} })).rejects.toMatchObject({ code: 'SERVER_UNREACHABLE' });
  });

  it('returns the rejection of a body that the server does not read to its end', async () => {
    server.removeAllListeners('request');
    server.on('request', (request, response) => {
      const body = JSON.stringify(REJECTED);
      response.writeHead(413, { 'content-length': body.length, connection: 'close' });
      response.end(body, () => request.socket.destroySoon());
    });
    const body = new Blob([new Uint8Array(50_000_000)]);

    await expect(
      connect().call('uploadSbom', { path: { service: 'a', version: '1' } }, { body }),
    ).rejects.toMatchObject({ status: 413 });
  });

  it('reads the pages of a list up to a limit', async () => {
    const next = '</api/v2/service?limit=3&cursor=x>; rel="next"';
    answers = [{ body: [1, 2], headers: { link: `</api/v2/service>; rel="first", ${next}` } }, { body: [3, 4] }];

    expect(await connect().list('listServices', { path: {}, query: { q: 'a' } }, 3)).toEqual({
      items: [1, 2, 3],
      hasMore: true,
    });
    expect(received.map(({ line }) => line)).toEqual([
      'GET /api/v2/service?q=a&limit=3',
      'GET /api/v2/service?limit=3&cursor=x',
    ]);
  });

  it('does not follow a link to another place', async () => {
    answers = [{ body: [1], headers: { link: '<//example.com/x>; rel="next"' } }];

    expect(await connect().list('listServices', { path: {} }, 5)).toEqual({ items: [1], hasMore: false });
  });

  it('returns the readiness of a server that is not ready', async () => {
    answers = [{ status: 503, body: { status: 'unavailable' } }];

    expect(await connect().getReadiness()).toEqual({ status: 'unavailable' });
  });
});
