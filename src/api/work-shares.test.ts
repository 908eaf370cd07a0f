import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Presence } from '../core/presence.ts';
import { WorkShares } from './work-shares.ts';

const [NOISY, QUIET] = ['noisy', 'quiet'];

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** Shares of half a second in each second, and how much work of whom has begun. */
function someShares({ present = [NOISY, QUIET], waitingMax = 1_000 } = {}) {
  const presence = new Presence();
  for (const owner of present) presence.note(owner, performance.now());
  const shares = new WorkShares({ rate: 0.5, waitingMax }, presence);
  const begun: Record<string, number> = { [NOISY]: 0, [QUIET]: 0 };
  const enter = async (owner: string, times = 1): Promise<void> => {
    for (let n = 0; n < times; n += 1) void shares.enter(owner).then(() => (begun[owner] = (begun[owner] ?? 0) + 1));
    await pass(0);
  };
  return { presence, shares, begun, enter };
}

async function pass(ms: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(ms);
}

/** Pieces of work of `eachMs`, one after another in each of many places, for a time. */
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

describe('the work of an organization', () => {
  it('begins at once while it is alone', async () => {
    const { begun, enter } = someShares({ present: [NOISY] });

    await enter(NOISY, 200);

    expect(begun[NOISY]).toBe(200);
  });

  it('is a few pieces at once from one that was silent, and the rest waits', async () => {
    const { begun, enter } = someShares();

    await enter(NOISY, 200);

    expect(begun[NOISY]).toBeGreaterThan(5);
    expect(begun[NOISY]).toBeLessThan(15);
  });

  it('takes half of the time beside another, however much it asks for', async () => {
    const { shares } = someShares();

    const worked = await keepBusy(shares, NOISY, { places: 100, eachMs: 10, forMs: 20_000 });

    // 10 s of work in 10 ms each, and what was saved.
    expect(worked).toBeGreaterThan(750);
    expect(worked).toBeLessThan(1_200);
  });

  it('is not held back by the work of another that asks for more', async () => {
    const { shares, begun, enter } = someShares();
    const noise = keepBusy(shares, NOISY, { places: 100, eachMs: 10, forMs: 20_000 });
    await pass(5_000);

    // Each of them takes long, so it soon has no time left.
    for (let n = 0; n < 10; n += 1) {
      await enter(QUIET, 2);
      await pass(1_000);
    }

    expect(begun[QUIET]).toBe(20);
    await noise;
  });

  it('goes on when the other has not come for a minute', async () => {
    const { shares, begun, enter } = someShares();
    await enter(NOISY, 200);
    shares.leave(NOISY);

    await pass(62_000);

    expect(begun[NOISY]).toBe(200);
  });

  it('that goes on comes before what has not begun', async () => {
    const { shares, enter } = someShares();
    await enter(NOISY, 200);
    const order: string[] = [];
    void shares.enter(NOISY).then(() => order.push('last'));
    void shares.enter(NOISY, true).then(() => order.push('goes on'));

    for (let n = 0; n < 30; n += 1) {
      shares.leave(NOISY);
      await pass(1_000);
    }

    expect(order[0]).toBe('goes on');
  });

  it('is refused behind the end of the line', async () => {
    const { shares, enter } = someShares({ waitingMax: 20 });
    await enter(NOISY, 11 + 20);

    await expect(shares.enter(NOISY)).rejects.toMatchObject({ code: 'SERVER_BUSY' });
    await expect(shares.enter(QUIET)).resolves.toBeUndefined();
  });
});
