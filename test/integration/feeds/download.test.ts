import { once } from 'node:events';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { download } from '../../../src/outbound/download.ts';
import { FEED_POLICY, type OutboundPolicy } from '../../../src/outbound/policy.ts';
import { startBucket, type Behavior, type BucketServer } from '../../support/bucket-server.ts';

const POLICY: OutboundPolicy = { ...FEED_POLICY, firstPauseMs: 1 };

let folder: string;
let file: string;
let bucket: BucketServer | undefined;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-download-'));
  file = join(folder, 'answer');
});

afterEach(async () => {
  await bucket?.stop();
  bucket = undefined;
  await rm(folder, { recursive: true });
});

/** Starts a server with one behavior at `/file`, and returns a function to download it. */
async function serve(
  ...behaviors: readonly Behavior[]
): Promise<{ server: BucketServer; get: (changes?: Partial<OutboundPolicy>) => ReturnType<typeof download> }> {
  let answered = 0;
  bucket = await startBucket({
    '/file': (request, response) => {
      const behavior = behaviors[Math.min(answered, behaviors.length - 1)];
      answered += 1;
      behavior?.(request, response);
    },
    '/elsewhere': 'the other file',
  });
  const url = new URL(`${bucket.url}/file`);
  return { server: bucket, get: async (changes) => await download(url, { ...POLICY, ...changes }, file) };
}

const answer =
  (status: number, headers: Record<string, string> = {}, body = 'the file'): Behavior =>
  (_, response) =>
    void response.writeHead(status, headers).end(body);

describe('download', () => {
  it('writes the response to a file that only its owner can read', async () => {
    const { get } = await serve(answer(200, { 'content-type': 'application/zip' }));

    expect(await get()).toEqual({ kind: 'downloaded', bytes: 8, contentType: 'application/zip' });
    expect(await readFile(file, 'utf8')).toBe('the file');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
  });

  it('reports every chunk', async () => {
    const { server } = await serve(answer(200, {}, 'x'.repeat(1_000_000)));
    let seen = 0;

    await download(new URL(`${server.url}/file`), POLICY, file, { onBytes: (bytes) => (seen += bytes) });

    expect(seen).toBe(1_000_000);
  });

  it('sends the credentials of the URL', async () => {
    let sent: string | undefined;
    const { server } = await serve((request, response) => {
      sent = request.headers.authorization;
      response.end();
    });

    await download(new URL(`http://me:secret@127.0.0.1:${server.port}/file`), POLICY, file);

    expect(sent).toBe(`Basic ${Buffer.from('me:secret').toString('base64')}`);
  });

  it.each([404, 410])('reports that the file is missing after %s, without a retry', async (status) => {
    const { server, get } = await serve(answer(status));

    await expect(get()).rejects.toMatchObject({ code: 'OUTBOUND_NOT_FOUND' });
    expect(server.requests).toHaveLength(1);
  });

  it.each([204, 206, 304, 400, 401, 403, 451, 501])('does not retry after %s', async (status) => {
    const { server, get } = await serve(answer(status, {}, ''));

    await expect(get()).rejects.toMatchObject({
      code: 'OUTBOUND_REFUSED',
      message: expect.stringContaining(`it responded with status ${status}`) as string,
    });
    expect(server.requests).toHaveLength(1);
  });

  it.each([408, 429, 500, 502, 503, 504])('retries after %s', async (status) => {
    const { server, get } = await serve(answer(status), answer(200));

    expect(await get()).toMatchObject({ bytes: 8 });
    expect(server.requests).toHaveLength(2);
  });

  it('gives up after three attempts', async () => {
    const { server, get } = await serve(answer(503));

    await expect(get()).rejects.toMatchObject({ code: 'OUTBOUND_FAILED' });
    expect(server.requests).toHaveLength(3);
  });

  it('returns the complete response after one that was cut off', async () => {
    const { server, get } = await serve(cutOff(100), answer(200));

    expect(await get()).toMatchObject({ bytes: 8 });
    expect(await readFile(file, 'utf8')).toBe('the file');
    expect(server.requests).toHaveLength(2);
  });

  it.each<[string, Behavior]>([
    ['is shorter than announced', cutOff(100)],
    ['ends in the middle of a chunk', cutOff(undefined)],
    ['is no HTTP', (request) => void request.socket.end('SSH-2.0-OpenSSH_9.8\r\n')],
    ['is nothing', (request) => void request.socket.destroy()],
  ])('fails when every response %s', async (_, behavior) => {
    const { server, get } = await serve(behavior);

    await expect(get()).rejects.toMatchObject({ code: 'OUTBOUND_FAILED' });
    expect(server.requests).toHaveLength(3);
  });

  it.each(['127.0.0.1', 'localhost'])('reports why a connection to %s fails', async (host) => {
    const { server } = await serve(answer(200));
    await server.stop();
    bucket = undefined;

    await expect(download(new URL(`http://${host}:${server.port}/file`), POLICY, file)).rejects.toMatchObject({
      code: 'OUTBOUND_FAILED',
      message: expect.stringContaining('ECONNREFUSED') as string,
    });
  });
});

describe('a conditional download', () => {
  const TAG = '"v1"';
  const DATE = 'Wed, 21 Oct 2015 07:28:00 GMT';
  const remembering: Behavior = ({ headers }, response) => {
    const isKnown = headers['if-none-match'] === TAG || headers['if-modified-since'] === DATE;
    response.writeHead(isKnown ? 304 : 200, { etag: TAG, 'last-modified': DATE }).end(isKnown ? '' : 'the file');
  };

  it('returns the validators for the next request', async () => {
    const { get } = await serve(remembering);

    expect(await get()).toMatchObject({ kind: 'downloaded', etag: TAG, lastModified: DATE });
  });

  it.each([{ etag: TAG }, { lastModified: DATE }, { etag: TAG, lastModified: DATE }])(
    'is skipped when %j still matches',
    async (validators) => {
      const { server } = await serve(remembering);

      expect(await download(new URL(`${server.url}/file`), POLICY, file, validators)).toEqual({ kind: 'unchanged' });
      await expect(stat(file)).rejects.toMatchObject({ code: 'ENOENT' });
    },
  );

  it('is made when the file has changed', async () => {
    const { server } = await serve(remembering);

    const answer = await download(new URL(`${server.url}/file`), POLICY, file, { etag: '"v0"' });

    expect(answer).toMatchObject({ kind: 'downloaded', bytes: 8 });
  });

  it('requests the bytes without compression', async () => {
    let asked: string | undefined;
    const { get } = await serve(({ headers }, response) => {
      asked = headers['accept-encoding'] as string;
      response.writeHead(200, { 'content-encoding': 'gzip' }).end('as it comes');
    });
    await get();

    expect(asked).toBe('identity');
    expect(await readFile(file, 'utf8')).toBe('as it comes');
  });
});

describe('download, when its caller aborts', () => {
  it.each<[string, Behavior]>([
    ['before the answer', () => {}],
    ['in the middle of the answer', (_, response) => void response.writeHead(200).write('x')],
    ['between two attempts', answer(503)],
  ])('ends %s with the reason of the caller', async (_, behavior) => {
    const stop = new AbortController();
    const { server } = await serve((request, response) => {
      behavior(request, response);
      setTimeout(() => stop.abort(new Error('stopping')), 50);
    });
    const url = new URL(`${server.url}/file`);
    const policy = { ...POLICY, firstPauseMs: 600_000 };

    await expect(download(url, policy, file, { signal: stop.signal })).rejects.toThrow('stopping');
    expect(server.requests).toHaveLength(1);
  });
});

describe('download, when it is redirected', () => {
  it.each([301, 302, 303, 307, 308])('follows %s to the same origin', async (status) => {
    const { get } = await serve(answer(status, { location: '/elsewhere' }));

    await get();

    expect(await readFile(file, 'utf8')).toBe('the other file');
  });

  it.each(['elsewhere', '../elsewhere', '/elsewhere#part'])('follows the location %s', async (location) => {
    const { server, get } = await serve(answer(302, { location }));

    await get();

    expect(server.requests).toEqual(['/file', '/elsewhere']);
  });

  it.each(['/elsewhere', 'full', 'other'])('keeps the credentials of the URL for %s', async (kind) => {
    const sent: (string | undefined)[] = [];
    bucket = await startBucket({
      '/file': (request, response) => {
        const { port } = request.socket.address() as { port: number };
        const full = `http://${kind === 'other' ? 'them:theirs@' : ''}127.0.0.1:${port}/elsewhere`;
        response.writeHead(302, { location: kind === '/elsewhere' ? kind : full }).end();
      },
      '/elsewhere': (request, response) => {
        sent.push(request.headers.authorization);
        response.end();
      },
    });

    await download(new URL(`http://me:secret@127.0.0.1:${bucket.port}/file`), POLICY, file);

    expect(sent).toEqual([`Basic ${Buffer.from('me:secret').toString('base64')}`]);
  });

  it('follows an absolute URL of the same origin', async () => {
    const { server, get } = await serve((_, response) => {
      response.writeHead(302, { location: `http://127.0.0.1:${server.port}/elsewhere` }).end();
    });

    await get();

    expect(server.requests).toEqual(['/file', '/elsewhere']);
  });

  it('never calls another origin', async () => {
    const other = await startBucket({ '/elsewhere': 'never read' });
    const { server, get } = await serve(answer(302, { location: `${other.url}/elsewhere` }));

    await expect(get()).rejects.toMatchObject({ code: 'OUTBOUND_FORBIDDEN' });
    expect(other.connections()).toBe(0);
    expect(server.requests).toHaveLength(1);
    await other.stop();
  });

  it.each([
    ['another name of the same machine', (port: number) => `http://localhost:${port}/elsewhere`],
    ['another protocol', (port: number) => `https://127.0.0.1:${port}/elsewhere`],
    ['another host without a protocol', () => '//example.com/elsewhere'],
    ['a file', () => 'file:///etc/passwd'],
    ['data', () => 'data:text/plain,x'],
  ])('does not follow to %s', async (_, location) => {
    const { server, get } = await serve((_request, response) => {
      response.writeHead(302, { location: location(server.port) }).end();
    });

    await expect(get()).rejects.toMatchObject({ code: 'OUTBOUND_FORBIDDEN' });
    expect(server.requests).toEqual(['/file']);
  });

  it('does not follow at all if the policy forbids it', async () => {
    const { get } = await serve(answer(302, { location: '/elsewhere' }));

    await expect(get({ redirects: 'none' })).rejects.toMatchObject({ code: 'OUTBOUND_FORBIDDEN' });
  });

  it('stops after too many redirects', async () => {
    const { server, get } = await serve(answer(302, { location: '/file' }));

    await expect(get()).rejects.toMatchObject({ code: 'OUTBOUND_REFUSED' });
    expect(server.requests).toHaveLength(6);
  });

  it('rejects an invalid location', async () => {
    const { server, get } = await serve(answer(302, { location: 'http://[' }));

    await expect(get()).rejects.toMatchObject({ code: 'OUTBOUND_REFUSED' });
    expect(server.requests).toHaveLength(1);
  });
});

describe('download, at its limits', () => {
  it('cuts off an endless response', async () => {
    const { server, get } = await serve((_, response) => pour(response));

    await expect(get({ bytesMax: 1_000_000 })).rejects.toMatchObject({
      code: 'OUTBOUND_REFUSED',
      message: expect.stringContaining('larger than 1000000 bytes') as string,
    });
    expect((await stat(file)).size).toBeLessThanOrEqual(1_000_000);
    expect(server.requests).toHaveLength(1);
  });

  it('does not read a response that announces too much', async () => {
    const { get } = await serve((_, response) => void response.writeHead(200, { 'content-length': 2_000 }).write('x'));

    await expect(get({ bytesMax: 1_999 })).rejects.toMatchObject({ code: 'OUTBOUND_REFUSED' });
    await expect(stat(file)).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('accepts exactly the limit', async () => {
    const { get } = await serve(answer(200, {}, 'x'.repeat(1_000)));

    expect(await get({ bytesMax: 1_000 })).toMatchObject({ bytes: 1_000 });
    await expect(get({ bytesMax: 999 })).rejects.toMatchObject({ code: 'OUTBOUND_REFUSED' });
  });

  it.each<[string, Behavior, Partial<OutboundPolicy>, string]>([
    ['says nothing', () => {}, { connectTimeoutMs: 100 }, 'did not respond in time'],
    [
      'falls silent in the middle',
      (_, response) => void response.writeHead(200).write('x'),
      { idleTimeoutMs: 100 },
      'stopped sending data',
    ],
    [
      'sends a byte now and then',
      (_, response) => {
        response.writeHead(200);
        drip(() => response.write('x'), response);
      },
      { totalTimeoutMs: 400, idleTimeoutMs: 10_000 },
      'timed out',
    ],
    [
      'never ends its headers',
      ({ socket }, response) => {
        socket.write('HTTP/1.1 200 OK\r\n');
        drip(() => socket.write('x-a: b\r\n'), response);
      },
      { totalTimeoutMs: 400, connectTimeoutMs: 10_000 },
      'timed out',
    ],
  ])('gives up on a server that %s', async (_, behavior, times, problem) => {
    const { get } = await serve(behavior);

    await expect(get({ attempts: 1, ...times })).rejects.toMatchObject({
      code: 'OUTBOUND_FAILED',
      message: expect.stringContaining(problem) as string,
    });
  });

  it('gives up on a server that never accepts TLS', async () => {
    const silent = createServer(() => {}).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const url = new URL(`https://127.0.0.1:${(silent.address() as AddressInfo).port}/file`);

    await expect(download(url, { ...POLICY, attempts: 1, connectTimeoutMs: 100 }, file)).rejects.toMatchObject({
      code: 'OUTBOUND_FAILED',
    });
    silent.close();
  });

  it('never exceeds the total timeout, whatever the pauses are', async () => {
    const { server, get } = await serve(answer(503));

    await expect(get({ totalTimeoutMs: 200, firstPauseMs: 600_000 })).rejects.toMatchObject({
      code: 'OUTBOUND_FAILED',
    });
    expect(server.requests).toHaveLength(1);
  });
});

describe('download, where private addresses are not allowed', () => {
  const PUBLIC_ONLY: OutboundPolicy = { ...POLICY, allowPrivate: false };

  it.each([
    '127.0.0.1',
    '127.0.0.1.',
    '127.1',
    '2130706433',
    '0x7f000001',
    '0x7f.0.0.1',
    '017700000001',
    '%31%32%37.0.0.1',
    '0.0.0.0',
    '0',
    'localhost',
    'LOCALHOST',
    '[::1]',
    '[::]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[::127.0.0.1]',
    '[64:ff9b::127.0.0.1]',
    '①②⑦.0.0.1',
  ])('rejects %s without a connection', async (host) => {
    const { server } = await serve(answer(200));
    const url = new URL(`http://${host}:${server.port}/file`);

    await expect(download(url, PUBLIC_ONLY, file)).rejects.toMatchObject({
      code: 'OUTBOUND_FORBIDDEN',
      message: expect.stringContaining('no public address') as string,
    });
    expect(server.connections()).toBe(0);
  });

  it('does not reuse a connection that was opened while they were allowed', async () => {
    const { server } = await serve(answer(200, { connection: 'keep-alive' }));
    const url = new URL(`http://localhost:${server.port}/file`);
    await download(url, POLICY, file);

    await expect(download(url, PUBLIC_ONLY, file)).rejects.toMatchObject({ code: 'OUTBOUND_FORBIDDEN' });
    expect(server.requests).toHaveLength(1);
  });
});

function cutOff(announced: number | undefined): Behavior {
  return (_, response) => {
    response.writeHead(200, announced === undefined ? {} : { 'content-length': announced });
    response.write('only a part', () => response.destroy());
  };
}

function pour(response: ServerResponse): void {
  const chunk = Buffer.alloc(65_536);
  const more = (): void => {
    while (!response.destroyed && response.write(chunk));
  };
  response.on('drain', more);
  more();
}

function drip(write: () => void, response: ServerResponse): void {
  const timer = setInterval(write, 20);
  response.on('close', () => clearInterval(timer));
}
