import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer as createHttpServer, type RequestListener, type Server } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { createServer as createNetServer, type AddressInfo, type Server as NetServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setDefaultCACertificates } from 'node:tls';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startProxy, type ProxyServer } from '../../test/support/proxy-server.ts';
import { createSelfSigned } from '../../test/support/self-signed.ts';
import { download } from './download.ts';
import { FEED_POLICY, type OutboundPolicy } from './policy.ts';
import { findProxy } from './proxy.ts';

const PROXY = 'http://proxy.example.com:3128';

describe('findProxy', () => {
  it.each([
    ['https://example.com/', PROXY, undefined, true],
    ['http://example.com/', PROXY, undefined, false],
    ['http://example.com/', undefined, PROXY, true],
    ['https://example.com/', undefined, PROXY, false],
    ['https://example.com/', undefined, undefined, false],
  ])('uses a proxy for %s with https=%s and http=%s: %s', (target, https, http, isUsed) => {
    expect(findProxy(new URL(target), { https, http, bypass: [] }) !== undefined).toBe(isUsed);
  });

  it('connects directly without proxy settings', () => {
    expect(findProxy(new URL('https://example.com'), undefined)).toBeUndefined();
  });

  it.each([
    ['*', 'https://example.com', true],
    ['example.com', 'https://example.com', true],
    ['EXAMPLE.com', 'https://Example.COM.', true],
    ['example.com', 'https://mirror.example.com', true],
    ['example.com', 'https://badexample.com', false],
    ['example.com', 'https://example.com.evil.org', false],
    ['.example.com', 'https://mirror.example.com', true],
    ['.example.com', 'https://example.com', true],
    ['*.example.com', 'https://a.b.example.com', true],
    ['example.com:443', 'https://example.com', true],
    ['example.com:8443', 'https://example.com', false],
    ['example.com:8443', 'https://example.com:8443', true],
    ['10.0.0.1', 'https://10.0.0.1', true],
    ['10.0.0.1:8080', 'https://10.0.0.1:8080', true],
    ['10.0.0.1:8080', 'https://10.0.0.1', false],
    ['0.0.1', 'https://10.0.0.1', false],
    ['10.0.0.0/8', 'https://10.200.3.4', true],
    ['10.0.0.0/8', 'https://11.0.0.1', false],
    ['10.0.0.0/8', 'https://ten.example.com', false],
    ['10.0.0.0/33', 'https://10.0.0.1', false],
    ['10.0.0.0/', 'https://10.0.0.1', false],
    ['fd00::/8', 'https://[fd12::1]', true],
    ['fd00::/8', 'https://[2001:db8::1]', false],
    ['::1', 'https://[0:0:0:0:0:0:0:1]', true],
    ['[::1]', 'https://[::1]', true],
    ['[::1]:8443', 'https://[::1]:8443', true],
    ['[::1]:8443', 'https://[::1]', false],
    ['.', 'https://example.com', false],
    ['', 'https://example.com', false],
  ])('with NO_PROXY=%j connects to %s directly: %s', (entry, target, isDirect) => {
    const settings = { https: PROXY, http: undefined, bypass: ['other.example.org', entry] };

    expect(findProxy(new URL(target), settings) === undefined).toBe(isDirect);
  });
});

describe('download through a proxy', () => {
  const { key, cert } = createSelfSigned();
  setDefaultCACertificates([cert]);
  let folder: string;
  let file: string;
  let proxy: ProxyServer;
  let origin: Server;
  let seen: (string | undefined)[];

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'assay-proxy-'));
    file = join(folder, 'answer');
    proxy = await startProxy();
    seen = [];
  });

  afterEach(async () => {
    await proxy.stop();
    origin.close();
    origin.closeAllConnections();
    await rm(folder, { recursive: true });
  });

  async function serve(protocol: 'http' | 'https'): Promise<URL> {
    const answer: RequestListener = (request, response) => {
      seen.push(request.headers['proxy-authorization'], request.headers.authorization);
      response.end('the file');
    };
    origin = protocol === 'https' ? createHttpsServer({ key, cert }, answer) : createHttpServer(answer);
    origin.listen(0);
    await once(origin, 'listening');
    return new URL(`${protocol}://localhost:${(origin.address() as AddressInfo).port}/file?x=1`);
  }

  function through(credentials = '', changes: Partial<OutboundPolicy> = {}): OutboundPolicy {
    const address = `http://${credentials}127.0.0.1:${proxy.port}`;
    return { ...FEED_POLICY, attempts: 1, proxy: { http: address, https: address, bypass: [] }, ...changes };
  }

  it('opens a tunnel to an https target', async () => {
    const url = await serve('https');

    expect(await download(url, through(), file)).toMatchObject({ kind: 'downloaded', bytes: 8 });
    expect(await readFile(file, 'utf8')).toBe('the file');
    expect(proxy.requests).toEqual([`CONNECT ${url.host}`]);
  });

  it('sends the full URL of an http target to the proxy', async () => {
    const url = await serve('http');

    await download(url, through(), file);

    expect(await readFile(file, 'utf8')).toBe('the file');
    expect(proxy.requests).toEqual([`GET http://${url.host}/file?x=1`]);
  });

  it.each(['http', 'https'] as const)('sends the proxy credentials only to the proxy, over %s', async (protocol) => {
    const url = await serve(protocol);

    await download(url, through('me:s%40cret@'), file);

    expect(proxy.credentials).toEqual([`Basic ${Buffer.from('me:s@cret').toString('base64')}`]);
    expect(seen).toEqual([undefined, undefined]);
  });

  it('sends the credentials of an https target only to the target', async () => {
    const url = await serve('https');
    url.username = 'reader';
    url.password = 'word';

    await download(url, through(), file);

    expect(seen).toEqual([undefined, `Basic ${Buffer.from('reader:word').toString('base64')}`]);
    expect(proxy.credentials).toEqual([undefined]);
  });

  it('connects directly to a target that NO_PROXY names', async () => {
    const url = await serve('https');
    const { proxy: settings, ...policy } = through();

    await download(url, { ...policy, proxy: settings && { ...settings, bypass: ['localhost'] } }, file);

    expect(proxy.requests).toEqual([]);
  });

  it.each(['http', 'https'] as const)(
    'reports the status of a refusal by the proxy without its text, over %s',
    async (protocol) => {
      await proxy.stop();
      proxy = await startProxy(407);
      const url = await serve(protocol);

      const failure = await download(url, through('me:secret@'), file).catch((error: unknown) => error);

      expect(failure).toMatchObject({ message: expect.stringContaining('407') as string });
      expect(String(failure)).not.toMatch(/secret|Secret words/);
    },
  );

  it('reports an unreachable proxy without its credentials', async () => {
    const url = await serve('https');
    const policy = through('me:secret@');
    await proxy.stop();

    const failure = await download(url, policy, file).catch((error: unknown) => error);

    expect(failure).toMatchObject({ code: 'OUTBOUND_FAILED' });
    expect(String(failure)).toContain(`through the proxy 127.0.0.1:${proxy.port}`);
    expect(String(failure)).not.toContain('secret');
    proxy = await startProxy();
  });

  describe('when the proxy accepts the connection and does not respond', () => {
    let silent: NetServer;
    let policy: OutboundPolicy;

    beforeEach(async () => {
      silent = createNetServer(() => {}).listen(0, '127.0.0.1');
      await once(silent, 'listening');
      const address = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
      policy = through('', { proxy: { http: address, https: address, bypass: [] } });
    });

    afterEach(() => void silent.close());

    it('fails after the connect timeout', async () => {
      const url = await serve('https');

      await expect(download(url, { ...policy, connectTimeoutMs: 100 }, file)).rejects.toMatchObject({
        code: 'OUTBOUND_FAILED',
      });
    });

    it('stops when the signal is aborted', async () => {
      const url = await serve('https');
      const stop = new AbortController();
      silent.once('connection', () => stop.abort(new Error('stopping')));

      await expect(download(url, policy, file, { signal: stop.signal })).rejects.toThrow('stopping');
    });
  });

  it('refuses to use the proxy for a target that must be public, because its address cannot be checked', async () => {
    const url = await serve('https');

    await expect(download(url, through('', { allowPrivate: false }), file)).rejects.toMatchObject({
      code: 'OUTBOUND_FORBIDDEN',
    });
    expect(proxy.requests).toEqual([]);
  });
});
