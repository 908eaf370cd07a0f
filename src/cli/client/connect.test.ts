import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { connect } from './connect.ts';

const OPTIONS = { url: 'http://assay.invalid', 'token-file': undefined, retries: '0', timeout: '10' };

let proxy: Server;
let received: (string | undefined)[];
beforeEach(async () => {
  received = [];
  proxy = createServer((request, response) => {
    received.push(request.url);
    response.end('{"name":"token"}');
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  vi.stubEnv('ASSAY_TOKEN', 'asy_token');
  vi.stubEnv('HTTP_PROXY', `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`);
});
afterEach(() => {
  vi.unstubAllEnvs();
  proxy.close();
});

describe('the connection of a client command', () => {
  it('uses the proxy of the environment', async () => {
    const client = await connect(OPTIONS);

    expect(await client.call('getMe', { path: {} })).toEqual({ name: 'token' });
    expect(received).toEqual(['http://assay.invalid/api/v2/me']);
  });

  it('leaves out the hosts of NO_PROXY', async () => {
    vi.stubEnv('NO_PROXY', 'localhost, .invalid');
    const client = await connect({ ...OPTIONS, timeout: '1' });

    await expect(client.call('getMe', { path: {} })).rejects.toMatchObject({ code: 'SERVER_UNREACHABLE' });
    expect(received).toEqual([]);
  });

  it('rejects a proxy that is not a URL', async () => {
    vi.stubEnv('HTTPS_PROXY', 'proxy');

    await expect(connect(OPTIONS)).rejects.toThrow('"proxy" in HTTP_PROXY or HTTPS_PROXY is not a URL.');
  });
});
