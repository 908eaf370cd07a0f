import { describe, expect, it } from 'vitest';
import { collectYielding } from './yielding.ts';

function* slowly(name: string, log: string[]): Generator<string> {
  for (let n = 0; n < 3; n += 1) {
    for (const end = performance.now() + 6; performance.now() < end;);
    log.push(name);
    yield `${name}${n}`;
  }
}

describe('collectYielding', () => {
  it('alternates between long tasks and lets requests run in between', async () => {
    const log: string[] = [];
    const works = ['a', 'b'].map(async (name) => await collectYielding(slowly(name, log)));
    setImmediate(() => log.push('request'));

    expect(await Promise.all(works)).toEqual([
      ['a0', 'a1', 'a2'],
      ['b0', 'b1', 'b2'],
    ]);
    expect(log.join(' ')).toBe('a b a b request a b');
  });
});
