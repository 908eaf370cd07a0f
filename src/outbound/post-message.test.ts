import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { requireAllowedTarget } from './checked-address.ts';
import { WEBHOOK_POLICY, type OutboundPolicy, type Resolve } from './policy.ts';
import { openConnection, postMessage } from './post-message.ts';

const ANYWHERE: OutboundPolicy = { ...WEBHOOK_POLICY, allowPrivate: true };
const MESSAGE = { headers: { 'webhook-id': 'x' }, body: Buffer.from('{"a":"ü"}') };

let server: Server | undefined;
let connections = 0;

afterEach(() => {
  server?.close();
  server?.closeAllConnections();
  server = undefined;
  connections = 0;
});

async function serve(listener: RequestListener): Promise<number> {
  server = createServer(listener).listen(0, '127.0.0.1');
  server.on('connection', () => (connections += 1));
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

/** Resolves to one address after the other, as a DNS rebinding attack does. */
function resolveTo(...addresses: readonly string[]): Resolve {
  let asked = 0;
  return (_name, _options, done) => {
    const address = addresses[Math.min(asked, addresses.length - 1)] ?? '';
    asked += 1;
    done(null, [{ address, family: 4 }]);
  };
}

describe('postMessage', () => {
  it('posts the body with its length and returns the status', async () => {
    let seen: unknown;
    const port = await serve((request, response) => {
      let body = '';
      request.setEncoding('utf8').on('data', (text: string) => (body += text));
      request.on('end', () => {
        const { 'content-length': length, 'webhook-id': id } = request.headers;
        seen = { method: request.method, url: request.url, length, id, body };
        response.writeHead(429, { 'retry-after': '7' }).end('later');
      });
    });

    const answer = await postMessage(new URL(`http://127.0.0.1:${port}/hook?a=1`), ANYWHERE, MESSAGE);

    expect(seen).toEqual({ method: 'POST', url: '/hook?a=1', length: '10', id: 'x', body: '{"a":"ü"}' });
    expect(answer).toEqual({ status: 429, retryAfter: '7', body: Buffer.from('later'), isWhole: true });
  });

  it('does not follow redirects', async () => {
    const paths: (string | undefined)[] = [];
    const port = await serve((request, response) => {
      paths.push(request.url);
      response.writeHead(307, { location: '/elsewhere' }).end();
    });

    const { status } = await postMessage(new URL(`http://127.0.0.1:${port}/`), ANYWHERE, MESSAGE);

    expect([status, paths]).toEqual([307, ['/']]);
  });

  it('reads the response only up to the size limit', async () => {
    const port = await serve((_request, response) => void response.writeHead(200).end('x'.repeat(1_000_000)));

    const { body, isWhole } = await postMessage(new URL(`http://127.0.0.1:${port}/`), ANYWHERE, MESSAGE);

    expect(body).toHaveLength(64 * 1024);
    expect(isWhole).toBe(false);
  });

  it('fails if the server does not respond, and keeps the status if the body stalls', async () => {
    const policy = { ...ANYWHERE, totalTimeoutMs: 200 };
    const port = await serve((request, response) => {
      if (request.url === '/head') response.writeHead(200).write('begun');
    });

    const silent = postMessage(new URL(`http://127.0.0.1:${port}/`), policy, MESSAGE);
    const begun = postMessage(new URL(`http://127.0.0.1:${port}/head`), policy, MESSAGE);

    await expect(silent).rejects.toMatchObject({ code: 'OUTBOUND_FAILED', message: /not respond in time/ });
    expect(await begun).toMatchObject({ status: 200, body: Buffer.from('begun'), isWhole: false });
  });

  it('reuses a connection for several messages, and opens a new one after the server has closed it', async () => {
    let closes = false;
    const port = await serve((request, response) => {
      request.resume();
      request.on('end', () => {
        response.end('ok');
        // Simulates a server that closes an idle connection without notice.
        if (closes) setImmediate(() => request.socket.destroy());
      });
    });
    const url = new URL(`http://127.0.0.1:${port}/`);
    const line = openConnection(url);
    const send = async (): Promise<number> => (await postMessage(url, ANYWHERE, { ...MESSAGE, line })).status;

    const kept = [await send(), await send(), await send()];
    const connectionsKept = connections;
    closes = true;
    const reopened = [await send(), await send(), await send()];
    line.close();

    expect([...kept, ...reopened]).toEqual([200, 200, 200, 200, 200, 200]);
    expect(connectionsKept).toBe(1);
    expect(connections).toBeGreaterThan(1);
  });

  it('stops when the signal is aborted', async () => {
    const stop = new AbortController();
    const port = await serve(() => stop.abort(new Error('stopping')));

    const call = postMessage(new URL(`http://127.0.0.1:${port}/`), ANYWHERE, { ...MESSAGE, signal: stop.signal });

    await expect(call).rejects.toThrow('stopping');
  });

  it('rejects a name that was public when checked and is private when called', async () => {
    const port = await serve((_request, response) => void response.end());
    const policy = { ...WEBHOOK_POLICY, resolve: resolveTo('1.1.1.1', '127.0.0.1') };
    const url = new URL(`http://rebinding.example:${port}/`);

    await requireAllowedTarget(url, policy);
    const call = postMessage(url, policy, MESSAGE);

    await expect(call).rejects.toMatchObject({ code: 'OUTBOUND_FORBIDDEN' });
    expect(connections).toBe(0);
  });

  it('rejects a name with a private address and a name without an address with the same message', async () => {
    const both: Resolve = (_name, _options, done) =>
      done(null, [
        { address: '1.1.1.1', family: 4 },
        { address: '10.0.0.1', family: 4 },
      ]);
    const none: Resolve = (_name, _options, done) =>
      done(Object.assign(new Error('ENOTFOUND'), { code: 'ENOTFOUND' }), []);
    const url = new URL('https://name.example/');
    const messages = [both, none].map(
      async (resolve) =>
        await requireAllowedTarget(url, { ...WEBHOOK_POLICY, resolve }).catch((error: unknown) => String(error)),
    );

    expect(new Set(await Promise.all(messages)).size).toBe(1);
    expect(await messages[0]).toContain('no public address');
  });

  it.each(['169.254.169.254', '168.63.129.16', 'fd00:ec2::254', 'fe80::1', '::ffff:169.254.169.254'])(
    'rejects %s as an IP address and behind a name, even when private addresses are allowed',
    async (address) => {
      const number = new URL(`http://${address.includes(':') ? `[${address}]` : address}/`);
      const name = new URL('http://metadata.example/');
      const policy = { ...ANYWHERE, resolve: resolveTo(address, address, address) };

      for (const url of [number, name]) {
        await expect(requireAllowedTarget(url, policy)).rejects.toMatchObject({ code: 'OUTBOUND_FORBIDDEN' });
        await expect(postMessage(url, policy, MESSAGE)).rejects.toMatchObject({ code: 'OUTBOUND_FORBIDDEN' });
      }
    },
  );
});
