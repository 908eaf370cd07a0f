import { describe, expect, it } from 'vitest';
import { collectInTurns } from './take-turns.ts';

function* slowly(name: string, log: string[]): Generator<string> {
  for (let n = 0; n < 3; n += 1) {
    for (const end = performance.now() + 6; performance.now() < end;);
    log.push(name);
    yield `${name}${n}`;
  }
}

describe('long works', () => {
  it('take turns, and a request waits for one stretch of one of them', async () => {
    const log: string[] = [];
    const works = ['a', 'b', 'c'].map(async (name) => await collectInTurns(slowly(name, log)));
    const requests = [0, 1, 2].map(
      async (n) =>
        await new Promise<void>((resolve) => {
          const answer = (left: number): void => {
            if (left > 0) setImmediate(() => answer(left - 1));
            else {
              log.push('request');
              resolve();
            }
          };
          answer(n);
        }),
    );

    expect(await Promise.all(works)).toEqual([
      ['a0', 'a1', 'a2'],
      ['b0', 'b1', 'b2'],
      ['c0', 'c1', 'c2'],
    ]);
    await Promise.all(requests);
    // The first stretches begin at once; after that there is one in each turn of the event loop.
    expect(log.join(' ')).toBe('a b c request a request b request c a b c');
  });
});
