import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Principal } from '../../../access/principal.ts';
import { LIMITS } from '../../../core/limits.ts';
import type { StreamMessage } from '../../../events/follow-events.ts';
import { createLogger } from '../../../telemetry/log.ts';
import { EventStreams } from './event-streams.ts';

const PRINCIPAL: Principal = {
  orgId: 'organization',
  credentialId: 'token',
  publicId: 'public',
  actor: { kind: 'token', id: 'token', name: 'A token' },
  scopes: new Set(['read']),
  services: 'all',
  person: undefined,
};

function createStreams(onCount: (count: number) => void = () => {}): EventStreams {
  return new EventStreams({ log: createLogger('fatal'), onCount });
}

/** Always has more messages, and counts how often it is asked for some. */
class Source {
  asked = 0;
  isOver = false;

  async *follow(signal: AbortSignal): AsyncGenerator<readonly StreamMessage[]> {
    try {
      while (!signal.aborted) {
        this.asked += 1;
        yield Array.from({ length: 100 }, () => ({ kind: 'place', cursor: 'c'.repeat(32) }) as const);
        await turn();
      }
    } finally {
      this.isOver = true;
    }
  }
}

async function someTurns(): Promise<void> {
  for (let count = 0; count < 200; count += 1) await turn();
}

afterEach(() => vi.useRealTimers());

describe('EventStreams', () => {
  it('does not read ahead when the client receives nothing', async () => {
    const source = new Source();
    const stream = createStreams().open({
      principal: PRINCIPAL,
      findPrincipal: async () => await Promise.resolve(PRINCIPAL),
      follow: (signal) => source.follow(signal),
    });
    stream.once('readable', () => {});

    await someTurns();
    const asked = source.asked;
    await someTurns();

    expect(source.asked).toBe(asked);
    expect(asked).toBeLessThan(20);
    stream.destroy();
    await expect.poll(() => source.isOver).toBe(true);
  });

  it('closes a stream whose client has received nothing for too long', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
    const source = new Source();
    const stream = createStreams().open({
      principal: PRINCIPAL,
      findPrincipal: async () => await Promise.resolve(PRINCIPAL),
      follow: (signal) => source.follow(signal),
    });
    stream.once('readable', () => {});
    await someTurns();

    await vi.advanceTimersByTimeAsync(LIMITS.eventStreamStalledMs - 5_000);
    expect(stream.destroyed).toBe(false);
    await vi.advanceTimersByTimeAsync(10_000);

    expect(stream.destroyed).toBe(true);
  });

  it('ends all streams, including those whose clients receive nothing', async () => {
    const streams = createStreams();
    const source = new Source();
    const stalled = streams.open({
      principal: PRINCIPAL,
      findPrincipal: async () => await Promise.resolve(PRINCIPAL),
      follow: (signal) => source.follow(signal),
    });
    stalled.once('readable', () => {});
    await someTurns();

    await streams.endAll();

    expect(stalled.destroyed).toBe(true);
    await expect.poll(() => source.isOver).toBe(true);
  });

  it.each([
    ['with this token', LIMITS.eventStreamsPerTokenMax, () => PRINCIPAL],
    [
      'in this organization',
      LIMITS.eventStreamsPerOrgMax,
      (n: number) => ({ ...PRINCIPAL, credentialId: `token ${n}` }),
    ],
    [
      'server is overloaded',
      LIMITS.eventStreamsMax,
      (n: number) => ({ ...PRINCIPAL, orgId: `${n}`, credentialId: `${n}` }),
    ],
  ])('refuses a stream over the limit with "%s" until another one ends', (problem, max, toPrincipal) => {
    const counts: number[] = [];
    const streams = createStreams((count) => counts.push(count));
    const seats = Array.from({ length: max }, (_, n) => streams.reserve(toPrincipal(n)));

    expect(() => streams.reserve(toPrincipal(max))).toThrow(problem);
    seats[0]?.();
    streams.reserve(toPrincipal(0));

    expect(counts.slice(-3)).toEqual([max, max - 1, max]);
  });
});
