import { once } from 'node:events';
import { request as openRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, describe, expect, it } from 'vitest';
import { endWork, pauseDuring, addWorkLimits } from './request-work.ts';

const [NOISY, QUIET] = ['noisy', 'quiet'];
/** Number of pieces of work that start at once after a pause. */
const AT_ONCE = 11;

let app: FastifyInstance;
afterEach(async () => await app.close());

/** The header `org` names the organization. A request to /work ends when the test calls `toOutcome`. */
async function startApp(addRoutes: (app: FastifyInstance) => void = () => {}) {
  app = Fastify();
  app.decorateRequest('principal', undefined);
  app.addHook('onRequest', async (request) => {
    const orgId = request.headers['org'];
    if (orgId !== undefined) request.principal = { orgId } as never;
  });
  addWorkLimits(app, () => {});
  const atWork: { readonly orgId: string; readonly end: () => void }[] = [];
  app.get('/work', async (request) => {
    await new Promise<void>((end) => atWork.push({ orgId: String(request.headers['org']), end }));
    return 'done';
  });
  addRoutes(app);
  await app.ready();
  const ask = async (org: string, url = '/work') => await app.inject({ url, headers: { org } });
  const askOften = (org: string, times: number) => Array.from({ length: times }, async () => await ask(org));
  const countOf = (org: string) => atWork.filter(({ orgId }) => orgId === org).length;
  // Both organizations are active from here on.
  for (const org of [NOISY, QUIET]) {
    const asked = ask(org);
    await expect.poll(() => countOf(org)).toBe(1);
    atWork.splice(0).forEach(({ end }) => end());
    await asked;
  }
  const endAll = async (asked: readonly Promise<unknown>[]): Promise<void> => {
    const ending = setInterval(() => atWork.splice(0).forEach(({ end }) => end()), 1);
    await Promise.all(asked).finally(() => clearInterval(ending));
  };
  return { atWork, ask, askOften, countOf, endAll };
}

describe('addWorkLimits', () => {
  it('queues the requests of a busy organization, and starts those of another at once', async () => {
    const { askOften, countOf, endAll } = await startApp();

    const noisy = askOften(NOISY, 40);
    await delay(50);
    expect(countOf(NOISY)).toBeLessThanOrEqual(AT_ONCE);
    const quiet = askOften(QUIET, 3);
    await expect.poll(() => countOf(QUIET)).toBe(3);

    await endAll([...noisy, ...quiet]);
  });

  it('does not count the time in which a request waits', async () => {
    let waiting = 0;
    const stop = Promise.withResolvers<string>();
    const { ask } = await startApp((routes) => {
      routes.get('/wait', async (request) => {
        waiting += 1;
        return await pauseDuring(request, async () => await stop.promise);
      });
    });

    const asked = Array.from({ length: 40 }, async () => await ask(NOISY, '/wait'));
    await expect.poll(() => waiting, { timeout: 5_000 }).toBe(40);

    stop.resolve('done');
    expect((await Promise.all(asked)).every(({ body }) => body === 'done')).toBe(true);
  });

  it('does not handle a request whose client disconnected while it was queued', async () => {
    const { atWork, askOften, countOf, endAll } = await startApp();
    await app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = app.server.address() as AddressInfo;
    const noisy = askOften(NOISY, 40);
    await delay(50);
    const gone = openRequest({ port, host: '127.0.0.1', path: '/work', headers: { org: NOISY } });
    gone.on('error', () => {});
    gone.end();
    await once(gone, 'socket');
    await delay(50);
    gone.destroy();
    await delay(50);

    const before = countOf(NOISY);
    await endAll(noisy);

    await delay(50);
    expect(before).toBeLessThanOrEqual(AT_ONCE);
    expect(atWork).toEqual([]);
  });

  it('does not count a request that resumes after its client disconnected', async () => {
    const { askOften, countOf, endAll } = await startApp((routes) => {
      routes.get('/leave', async (request, reply) => {
        await pauseDuring(request, async () => await once(reply.raw, 'close'));
        reply.hijack();
      });
    });
    await app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = app.server.address() as AddressInfo;
    for (let n = 0; n < 3; n += 1) {
      const gone = openRequest({ port, host: '127.0.0.1', path: '/leave', headers: { org: NOISY } });
      gone.on('error', () => {});
      gone.end();
      await once(gone, 'socket');
      await delay(50);
      gone.destroy();
    }
    await delay(200);

    const asked = askOften(NOISY, 3);

    await expect.poll(() => countOf(NOISY), { timeout: 2_000 }).toBe(3);
    await endAll(asked);
  });

  it('sends streams unchanged while it counts each piece', async () => {
    const { ask } = await startApp((routes) => {
      routes.get('/pieces', () => Readable.from(['a', 'b', 'c'], { objectMode: false }));
    });

    const asked = Array.from({ length: 40 }, async () => await ask(NOISY, '/pieces'));

    expect((await Promise.all(asked)).every(({ body }) => body === 'abc')).toBe(true);
  });

  it('does not count responses that stay open', async () => {
    const silent: Readable[] = [];
    const { ask } = await startApp((routes) => {
      routes.get('/endless', (request, reply) => {
        endWork(request);
        silent.push(new Readable({ read: () => {} }));
        return reply.send(silent.at(-1));
      });
    });

    const asked = Array.from({ length: 40 }, async () => await ask(NOISY, '/endless'));

    await expect.poll(() => silent.length, { timeout: 5_000 }).toBe(40);
    for (const stream of silent) stream.push(null);
    await Promise.all(asked);
  });
});
