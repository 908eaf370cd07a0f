import { describe, expect, it } from 'vitest';
import { ConnectionShares } from './connection-shares.ts';

const [NOISY, QUIET] = ['noisy', 'quiet'];

/** Returns the shares of a pool, and the organizations that got a connection, in order. */
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

describe('ConnectionShares', () => {
  it('gives all connections to an organization that is alone', async () => {
    const { entered, enter } = someShares(4);

    await enter(NOISY, 6);

    expect(entered).toHaveLength(4);
  });

  it('limits an organization to half of the connections once another one is active', async () => {
    const { entered, enter, leave } = someShares(4);
    await enter(QUIET);
    await leave(QUIET);

    await enter(NOISY, 6);
    await enter(QUIET, 2);

    expect(entered).toEqual([QUIET, NOISY, NOISY, QUIET, QUIET]);
  });

  it('serves an organization without a connection before one that has many', async () => {
    const { entered, enter, leave } = someShares(4);
    await enter(NOISY, 8);
    await enter(QUIET);

    await leave(NOISY);

    expect(entered.at(-1)).toBe(QUIET);
  });

  it('gives all connections to one organization again when the other was inactive for a minute', async () => {
    const { clock, entered, enter, leave } = someShares(4);
    await enter(QUIET);
    await leave(QUIET);
    clock.now += 60_001;

    await enter(NOISY, 6);

    expect(entered.filter((orgId) => orgId === NOISY)).toHaveLength(4);
  });

  it('serves the requests of one organization in order', async () => {
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

  it('rejects a request that has waited too long and frees its place', async () => {
    const shares = new ConnectionShares({ connections: 1, perOrgMax: 1, waitMaxMs: 5, now: () => 0 });
    await shares.enter(NOISY);

    await expect(shares.enter(NOISY)).rejects.toMatchObject({ code: 'DATABASE_BUSY' });
    shares.leave(NOISY);

    await expect(shares.enter(NOISY)).resolves.toBeUndefined();
  });
});
