import { describe, expect, it } from 'vitest';
import { FairQueue } from './fair-queue.ts';

const LIMITS = { atOnceMax: 2, weightMax: 10, waitingMax: 3 };

/** Takes turns with these weights and records the order in which they start. */
function line(weights: readonly number[]): { turns: FairQueue; begun: number[]; ends: (() => void)[] } {
  const turns = new FairQueue(LIMITS);
  const begun: number[] = [];
  const ends: (() => void)[] = [];
  for (const [index, weight] of weights.entries()) {
    void turns.acquire(weight).then((end) => {
      begun.push(index);
      ends[index] = end;
    });
  }
  return { turns, begun, ends };
}

async function settle(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
}

describe('Turns', () => {
  it('starts a limited number at once, and the others in order of arrival', async () => {
    const { begun, ends } = line([1, 1, 1, 1]);
    await settle();
    expect(begun).toEqual([0, 1]);

    ends[1]?.();
    await settle();
    expect(begun).toEqual([0, 1, 2]);
  });

  it('starts no more than the weight limit allows, without overtaking', async () => {
    const { begun, ends } = line([6, 6, 1]);
    await settle();
    expect(begun).toEqual([0]);

    ends[0]?.();
    await settle();
    expect(begun).toEqual([0, 1, 2]);
  });

  it('runs work heavier than the limit alone', async () => {
    const { begun, ends } = line([100, 1]);
    await settle();
    expect(begun).toEqual([0]);

    ends[0]?.();
    await settle();
    expect(begun).toEqual([0, 1]);
  });

  it('counts the end of a turn once, even if it is called repeatedly', async () => {
    const { begun, ends } = line([1, 1, 1, 1]);
    await settle();

    ends[0]?.();
    ends[0]?.();
    await settle();

    expect(begun).toEqual([0, 1, 2]);
  });

  it('rejects work when the queue is full', async () => {
    const { turns } = line([1, 1, 1, 1, 1]);

    expect(() => turns.requireCapacity()).toThrow(/server is overloaded/);
    await expect(turns.acquire(1)).rejects.toMatchObject({ code: 'SERVER_BUSY' });
  });

  it('alternates between organizations, however long the queue of one is', async () => {
    const turns = new FairQueue({ ...LIMITS, atOnceMax: 1 });
    const begun: string[] = [];
    const work = async (orgId: string): Promise<void> =>
      await turns.run(1, async () => await Promise.resolve(void begun.push(orgId)), orgId);

    await Promise.all([work('a'), work('a'), work('a'), work('b'), work('c'), work('b')]);

    expect(begun).toEqual(['a', 'a', 'b', 'c', 'a', 'b']);
  });

  it('rejects only the organization whose queue is full', async () => {
    const turns = new FairQueue({ ...LIMITS, atOnceMax: 1 });
    for (let count = 0; count < 4; count += 1) void turns.acquire(1, 'a');

    expect(() => turns.requireCapacity('a')).toThrow(/server is overloaded/);
    expect(() => turns.requireCapacity('b')).not.toThrow();
  });

  it('keeps a place free for others when the share of one organization is limited', async () => {
    const turns = new FairQueue({ ...LIMITS, atOncePerOrgMax: 1 });
    const begun: string[] = [];
    const take = async (orgId: string): Promise<() => void> => {
      const end = await turns.acquire(1, orgId);
      begun.push(orgId);
      return end;
    };
    const first = take('a');
    void take('a');
    await settle();
    expect(begun).toEqual(['a']);

    void take('b');
    await settle();
    expect(begun).toEqual(['a', 'b']);

    (await first)();
    await settle();
    expect(begun).toEqual(['a', 'b', 'a']);
  });
});
