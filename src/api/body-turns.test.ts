import { describe, expect, it } from 'vitest';
import { BodyTurns } from './body-turns.ts';

describe('the pieces of bodies', () => {
  it('are worked on two at a time for each organization', async () => {
    const turns = new BodyTurns();
    const running = new Map<string, number>();
    let most = 0;
    const piece = async (orgId: string): Promise<void> =>
      await turns.run(orgId, async () => {
        running.set(orgId, (running.get(orgId) ?? 0) + 1);
        most = Math.max(most, running.get(orgId) ?? 0);
        await nextLoop();
        running.set(orgId, (running.get(orgId) ?? 0) - 1);
      });

    await Promise.all(Array.from({ length: 20 }, async (_, n) => await piece(`org-${n % 2}`)));

    expect(most).toBe(2);
  });

  it('of a quiet organization do not wait for the many of another', async () => {
    const turns = new BodyTurns();
    const done: string[] = [];
    const piece = async (orgId: string): Promise<void> => {
      await turns.run(orgId, async () => await nextLoop());
      done.push(orgId);
    };

    const noisy = Array.from({ length: 50 }, async () => await piece('noisy'));
    await piece('quiet');
    const noisyBefore = done.length - 1;
    await Promise.all(noisy);

    expect(noisyBefore).toBeLessThanOrEqual(4);
    expect(done).toHaveLength(51);
  });

  it('leave their place also when they are refused', async () => {
    const turns = new BodyTurns();
    const refused = async (): Promise<void> => {
      await Promise.resolve();
      throw new Error('refused');
    };

    for (let n = 0; n < 5; n += 1) await expect(turns.run('org', refused)).rejects.toThrow('refused');

    await expect(turns.run('org', async () => await Promise.resolve('done'))).resolves.toBe('done');
  });
});

async function nextLoop(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
}
