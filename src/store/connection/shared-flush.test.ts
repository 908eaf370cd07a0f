import { describe, expect, it } from 'vitest';
import { SharedFlush } from './shared-flush.ts';

/** A disk whose flushes end when the test says so. */
function aDisk() {
  const flushes: PromiseWithResolvers<void>[] = [];
  const flush = async (): Promise<void> => {
    const one = Promise.withResolvers<void>();
    flushes.push(one);
    await one.promise;
  };
  return { flushes, shared: new SharedFlush(flush) };
}

async function settle(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
}

describe('SharedFlush', () => {
  it('lets a transaction without others wait by itself', async () => {
    const { flushes, shared } = aDisk();
    const alone: boolean[] = [];

    for (let n = 0; n < 2; n += 1) await shared.run(async (isAlone) => await Promise.resolve(alone.push(isAlone)));

    expect(alone).toEqual([true, true]);
    expect(flushes).toEqual([]);
  });

  it('waits for a flush that began after the commit, once for all that wait', async () => {
    const { flushes, shared } = aDisk();
    const ended: string[] = [];
    const first = Promise.withResolvers<void>();
    const start = async (name: string, committed: Promise<void> = Promise.resolve()): Promise<void> => {
      await shared.run(async () => await committed);
      ended.push(name);
    };

    const all = [start('alone', first.promise), start('a')];
    await settle();
    all.push(start('b'), start('c'));
    await settle();
    expect(flushes).toHaveLength(1);
    expect(ended).toEqual([]);

    flushes[0]?.resolve();
    await settle();
    expect(ended).toEqual(['a']);
    expect(flushes).toHaveLength(2);

    flushes[1]?.resolve();
    first.resolve();
    await Promise.all(all);
    expect(ended.toSorted()).toEqual(['a', 'alone', 'b', 'c']);
    expect(flushes).toHaveLength(2);
  });

  it('fails for those that wait, and not for later ones', async () => {
    const { flushes, shared } = aDisk();
    const first = Promise.withResolvers<void>();
    const alone = shared.run(async () => await first.promise);
    const failed = Promise.allSettled([
      shared.run(async () => await Promise.resolve('a')),
      shared.run(async () => await Promise.resolve('b')),
    ]);
    await settle();

    flushes[0]?.reject(new Error('The connection was lost.'));

    expect((await failed).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    const later = shared.run(async () => await Promise.resolve('later'));
    await settle();
    flushes[1]?.resolve();
    expect(await later).toBe('later');
    first.resolve();
    await alone;
  });

  it('does not flush what did not commit', async () => {
    const { flushes, shared } = aDisk();
    const first = Promise.withResolvers<void>();
    const alone = shared.run(async () => await first.promise);

    await expect(shared.run(async () => await Promise.reject(new Error('Refused.')))).rejects.toThrow('Refused.');

    expect(flushes).toEqual([]);
    first.resolve();
    await alone;
  });
});
