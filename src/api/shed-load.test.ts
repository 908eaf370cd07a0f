import { setImmediate as nextTurn } from 'node:timers/promises';
import Fastify, { type FastifyInstance } from 'fastify';
import { describe, expect, it, onTestFinished } from 'vitest';
import { DEFAULT_LIMITS } from '../core/limits.ts';
import { shedLoad } from './shed-load.ts';

async function anApp(delayMsMax: number): Promise<FastifyInstance> {
  const app = Fastify();
  await shedLoad(app, delayMsMax);
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
    const app = await anApp(500);
    for (let turn = 0; turn < 3; turn += 1) {
      stall(700);
      await nextTurn();
    }

    expect((await app.inject('/')).json()).toMatchObject({ code: 'SERVER_BUSY' });
  });

  it('refuses none while they may take longer, also when a look at them comes late', async () => {
    const app = await anApp(DEFAULT_LIMITS.eventLoopDelayMsMax);
    // All timers that are due run in one turn, in the order of time: the look of each second comes twice here, before and after
    // the second of them, and in between nothing could be measured.
    await new Promise<void>((resolve) => {
      setTimeout(() => {
        stall(1_100);
        setTimeout(() => {
          stall(1_100);
          resolve();
        }, 2);
        stall(5);
      });
    });
    await nextTurn();

    expect((await app.inject('/')).body).toBe('here');
  });
});
