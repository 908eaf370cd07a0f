import { describe, expect, it } from 'vitest';
import { ConnectionShares } from './connection-shares.ts';

const [NOISY, QUIET] = ['noisy', 'quiet'];

/** Shares of a pool, and who has got a connection of it, in that order. */
function someShares(connections: number) {
  const clock = { now: 0 };
  const shares = new ConnectionShares({
    connections,
    perOrgMax: Math.ceil(connections / 2),
    waitMaxMs: 1_000,
    now: () => clock.now,
  });
  const entered: string[] = [];
  const enter = async (orgId: string, times = 1): Promise<void> => {
    for (let n = 0; n < times; n += 1)
      shares.enter(orgId).then(
        () => entered.push(orgId),
        () => {},
      );
    await settle();
  };
  const leave = async (orgId: string): Promise<void> => {
    shares.leave(orgId);
    await settle();
  };
  return { shares, clock, entered, enter, leave };
}

async function settle(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
}

describe('the connections of a pool', () => {
  it('all go to an organization that is alone', async () => {
    const { entered, enter } = someShares(4);

    await enter(NOISY, 6);

    expect(entered).toHaveLength(4);
  });

  it('are left to another organization up to half, once it has come', async () => {
    const { entered, enter, leave } = someShares(4);
    await enter(QUIET);
    await leave(QUIET);

    await enter(NOISY, 6);
    await enter(QUIET, 2);

    expect(entered).toEqual([QUIET, NOISY, NOISY, QUIET, QUIET]);
  });

  it('go to an organization that waits for its first before one that has many', async () => {
    const { entered, enter, leave } = someShares(4);
    await enter(NOISY, 8);
    await enter(QUIET);

    await leave(NOISY);

    expect(entered.at(-1)).toBe(QUIET);
  });

  it('all go to one organization again when the other has not come for a minute', async () => {
    const { clock, entered, enter, leave } = someShares(4);
    await enter(QUIET);
    await leave(QUIET);
    clock.now += 60_001;

    await enter(NOISY, 6);

    expect(entered.filter((orgId) => orgId === NOISY)).toHaveLength(4);
  });

  it('are handed on in the order of asking within an organization', async () => {
    const { shares } = someShares(1);
    const order: number[] = [];
    await shares.enter(NOISY);
    const waiting = [1, 2, 3].map(async (n) => {
      await shares.enter(NOISY);
      order.push(n);
      shares.leave(NOISY);
    });

    shares.leave(NOISY);
    await Promise.all(waiting);

    expect(order).toEqual([1, 2, 3]);
  });

  it('are refused to a request that has waited too long, which then holds no place', async () => {
    const shares = new ConnectionShares({ connections: 1, perOrgMax: 1, waitMaxMs: 5, now: () => 0 });
    await shares.enter(NOISY);

    await expect(shares.enter(NOISY)).rejects.toMatchObject({ code: 'DATABASE_BUSY' });
    shares.leave(NOISY);

    await expect(shares.enter(NOISY)).resolves.toBeUndefined();
  });
});
