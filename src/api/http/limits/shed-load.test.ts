import { setImmediate as nextTurn } from 'node:timers/promises';
import Fastify from 'fastify';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { shedLoad, EventLoopMonitor } from './shed-load.ts';

function stall(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end);
}

describe('shedLoad', () => {
  it('rejects requests while the event loop is late, and accepts them again afterwards', async () => {
    const app = Fastify();
    shedLoad(app, 200);
    app.get('/', async () => await Promise.resolve('here'));
    await app.ready();
    onTestFinished(async () => await app.close());
    for (let turn = 0; turn < 3; turn += 1) {
      stall(300);
      await nextTurn();
    }

    expect((await app.inject('/')).json()).toMatchObject({ code: 'SERVER_BUSY' });
    await vi.waitFor(async () => expect((await app.inject('/')).body).toBe('here'), { timeout: 30_000 });
  });
});

describe('EventLoopMonitor, checked every 100 ms', () => {
  /** Returns whether turns are late after checks at these times, with 2 s allowed. */
  function areLateAfter(...times: readonly number[]): boolean {
    const turns = new EventLoopMonitor(2_000, 0);
    for (const time of times) turns.check(time);
    return turns.isLate;
  }

  it.each<[string, boolean, readonly number[]]>([
    ['are in time', false, [100, 200, 300]],
    ['are late within what is allowed', false, [2_100, 4_200, 6_300]],
    ['stalled once, however long', false, [60_000]],
    ['are late two times in a row', true, [2_200, 4_400]],
    ['are late again and again', true, [5_000, 10_000, 15_000]],
    ['stalled once, and again much later', false, [60_000, 60_100, 120_000]],
    ['were late, and are in time again', false, [5_000, 10_000, 10_100]],
  ])('reports turns that %s as late: %j', (_what, areLate, times) => {
    expect(areLateAfter(...times)).toBe(areLate);
  });
});
