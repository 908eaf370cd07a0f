import { setImmediate as settle } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { inCallSlot } from './call-slots.ts';

function aRun(orgId: string, limit = 2) {
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  const call = async (name: string, signal = new AbortController().signal): Promise<void> =>
    await inCallSlot(orgId, { limit, signal }, async () => {
      started.push(name);
      await new Promise<void>((resolve) => ends.set(name, resolve));
    });
  const end = async (name: string): Promise<void> => {
    ends.get(name)?.();
    await settle();
  };
  return { started, call, end };
}

describe('inCallSlot', () => {
  it('runs at most the allowed number of calls, in the order of their arrival', async () => {
    const { started, call, end } = aRun('a');
    const calls = ['slow-1', 'slow-2', 'slow-3', 'other-1'].map(async (name) => await call(name));
    await settle();
    expect(started).toEqual(['slow-1', 'slow-2']);

    await end('slow-2');
    expect(started).toEqual(['slow-1', 'slow-2', 'slow-3']);
    await end('slow-3');
    expect(started.at(-1)).toBe('other-1');
    await end('slow-1');
    await end('other-1');
    await Promise.all(calls);
  });

  it('does not count the calls of other organizations', async () => {
    const a = aRun('a', 1);
    const b = aRun('b', 1);
    const calls = [a.call('1'), b.call('2')];
    await settle();

    expect([...a.started, ...b.started]).toEqual(['1', '2']);
    await a.end('1');
    await b.end('2');
    await Promise.all(calls);
  });

  it('gives the slot of a failed call to the next one', async () => {
    const { started, call, end } = aRun('a', 1);
    const options = { limit: 1, signal: new AbortController().signal };
    await expect(inCallSlot('a', options, async () => await Promise.reject(new Error('down')))).rejects.toThrow('down');

    const next = call('next');
    await settle();
    expect(started).toEqual(['next']);
    await end('next');
    await next;
  });

  it('does not start a call that was aborted while it waited', async () => {
    const { started, call, end } = aRun('a', 1);
    const stop = new AbortController();
    const first = call('first');
    const second = call('second', stop.signal);
    const third = call('third');
    stop.abort(new Error('stopping'));

    await expect(second).rejects.toThrow('stopping');
    await end('first');
    expect(started).toEqual(['first', 'third']);
    await end('third');
    await Promise.all([first, third]);
  });
});
