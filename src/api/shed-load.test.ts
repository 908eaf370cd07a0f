import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises';
import Fastify, { type FastifyInstance } from 'fastify';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { shedLoad } from './shed-load.ts';

async function anApp(delayMsMax: number): Promise<FastifyInstance> {
  const app = Fastify();
  shedLoad(app, delayMsMax);
  app.get('/', async () => await Promise.resolve('here'));
  await app.ready();
  onTestFinished(async () => await app.close());
  return app;
}

function stall(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end);
}

describe('a server whose event loop stands still', () => {
  it('refuses requests while its turns take longer than they may', async () => {
    const app = await anApp(200);
    for (let turn = 0; turn < 3; turn += 1) {
      stall(300);
      await nextTurn();
    }

    expect((await app.inject('/')).json()).toMatchObject({ code: 'SERVER_BUSY' });
  });

  it('refuses none after a single stall, however long it was', async () => {
    const app = await anApp(500);
    await nextTurn();
    stall(1_000);
    // The look that is overdue, and another one that is not.
    await delay(150);

    expect((await app.inject('/')).body).toBe('here');
  });

  it('accepts requests again after the first turn that is in time', async () => {
    const app = await anApp(200);
    for (let turn = 0; turn < 3; turn += 1) {
      stall(300);
      await nextTurn();
    }
    await vi.waitFor(async () => expect((await app.inject('/')).body).toBe('here'));
  });

  it('refuses none while turns take no longer than they may', async () => {
    const app = await anApp(1_000);
    for (let turn = 0; turn < 4; turn += 1) {
      stall(400);
      await nextTurn();
    }

    expect((await app.inject('/')).body).toBe('here');
  });
});
