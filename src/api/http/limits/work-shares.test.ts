import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ActiveOwners } from '../../../core/active-owners.ts';
import { WorkShares } from './work-shares.ts';

const [NOISY, QUIET] = ['noisy', 'quiet'];

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Shares with a rate of 0.5, and how many pieces of work each owner has started. */
function someShares({ present = [NOISY, QUIET], waitingMax = 1_000 } = {}) {
  const presence = new ActiveOwners();
  for (const owner of present) presence.record(owner, performance.now());
  let waiting = 0;
  const shares = new WorkShares({ rate: 0.5, waitingMax }, presence, (change) => (waiting += change));
  const started: Record<string, number> = { [NOISY]: 0, [QUIET]: 0 };
  const enter = async (owner: string, times = 1): Promise<void> => {
    for (let n = 0; n < times; n += 1)
      void shares.enter(owner).then(() => (started[owner] = (started[owner] ?? 0) + 1));
    await pass(0);
  };
  return { presence, shares, started, enter, countWaiting: () => waiting };
}

async function pass(ms: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(ms);
}

/** Runs pieces of work of `eachMs` back to back in several loops, and returns how many ended. */
async function keepBusy(shares: WorkShares, owner: string, load: { places: number; eachMs: number; forMs: number }) {
  let worked = 0;
  const end = performance.now() + load.forMs;
  for (let n = 0; n < load.places; n += 1) {
    void (async () => {
      while (performance.now() < end) {
        await shares.enter(owner);
        await new Promise((resolve) => setTimeout(resolve, load.eachMs));
        shares.leave(owner);
        worked += 1;
      }
    })();
  }
  await pass(load.forMs);
  return worked;
}

describe('WorkShares', () => {
  it('starts all work of an organization that is alone', async () => {
    const { started, enter } = someShares({ present: [NOISY] });

    await enter(NOISY, 200);

    expect(started[NOISY]).toBe(200);
  });

  it('starts a few pieces at once after a pause, and queues the rest', async () => {
    const { started, enter } = someShares();

    await enter(NOISY, 200);

    expect(started[NOISY]).toBeGreaterThan(5);
    expect(started[NOISY]).toBeLessThan(15);
  });

  it('reports how many pieces wait, and none when all have started', async () => {
    const { shares, started, enter, countWaiting } = someShares();

    await enter(NOISY, 200);
    expect(countWaiting()).toBe(200 - (started[NOISY] ?? 0));

    for (let left = 200; left > 0; left -= 1) {
      shares.leave(NOISY);
      await pass(100);
    }
    expect(started[NOISY]).toBe(200);
    expect(countWaiting()).toBe(0);
  });

  it('queues a burst of an organization that had less demand than another so far', async () => {
    const { shares, started, enter } = someShares();
    await enter(QUIET);
    await pass(100);
    shares.leave(QUIET);

    await enter(NOISY, 200);

    expect(started[NOISY]).toBeLessThan(15);
  });

  it('limits the busiest organization to its rate', async () => {
    const { shares } = someShares();

    const worked = await keepBusy(shares, NOISY, { places: 100, eachMs: 10, forMs: 20_000 });

    // 10 s of work in pieces of 10 ms, plus the saved time.
    expect(worked).toBeGreaterThan(750);
    expect(worked).toBeLessThan(1_200);
  });

  it('does not hold back an organization with less demand than another', async () => {
    const { shares, started, enter } = someShares();
    const noise = keepBusy(shares, NOISY, { places: 100, eachMs: 10, forMs: 20_000 });
    await pass(5_000);

    // None of them ends, so the organization soon exceeds its share.
    for (let n = 0; n < 10; n += 1) {
      await enter(QUIET, 2);
      await pass(1_000);
    }

    expect(started[QUIET]).toBe(20);
    await noise;
  });

  it('lifts the limit when no other organization was active for a minute', async () => {
    const { shares, started, enter } = someShares();
    await enter(NOISY, 200);
    shares.leave(NOISY);

    await pass(62_000);

    expect(started[NOISY]).toBe(200);
  });

  it('starts new and paused work in turns', async () => {
    const { shares, enter } = someShares();
    await enter(NOISY, 11);
    const order: string[] = [];
    for (const kind of ['new', 'new', 'new', 'paused', 'paused', 'paused'] as const)
      void shares.enter(NOISY, kind).then(() => order.push(kind));

    for (let n = 0; n < 30; n += 1) {
      shares.leave(NOISY);
      await pass(1_000);
    }

    expect(order).toEqual(['paused', 'new', 'paused', 'new', 'paused', 'new']);
  });

  it('refuses work when the queue of the organization is full', async () => {
    const { shares, enter } = someShares({ waitingMax: 20 });
    await enter(NOISY, 11 + 20);

    await expect(shares.enter(NOISY)).rejects.toMatchObject({ code: 'SERVER_BUSY' });
    await expect(shares.enter(QUIET)).resolves.toBeUndefined();
  });
});
