import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { InFlight, RateLimit } from './rate-limit.ts';

describe('RateLimit', () => {
  it('lets a burst through, then refuses and says when to come back', () => {
    const limit = new RateLimit({ perMinute: 60, burst: 2 });

    expect([limit.take('a', 0), limit.take('a', 0), limit.take('a', 0)]).toEqual([
      { allowed: true },
      { allowed: true },
      { allowed: false, retryAfterSeconds: 1 },
    ]);
  });

  it('fills up again with time, but not beyond the burst', () => {
    const limit = new RateLimit({ perMinute: 60, burst: 2 });
    for (let n = 0; n < 3; n += 1) limit.take('a', 0);

    expect(limit.take('a', 1_000)).toEqual({ allowed: true });
    expect(limit.take('a', 1_000).allowed).toBe(false);
    for (let n = 0; n < 2; n += 1) expect(limit.take('a', 3_600_000).allowed).toBe(true);
    expect(limit.take('a', 3_600_000).allowed).toBe(false);
  });

  it('takes back what did not count, but not beyond the burst', () => {
    const limit = new RateLimit({ perMinute: 1, burst: 2 });
    for (let n = 0; n < 2; n += 1) limit.take('a', 0);
    for (let n = 0; n < 5; n += 1) limit.give('a', 0);

    expect([limit.take('a', 0), limit.take('a', 0), limit.take('a', 0)].map(({ allowed }) => allowed)).toEqual([
      true,
      true,
      false,
    ]);
  });

  it('keeps keys apart', () => {
    const limit = new RateLimit({ perMinute: 1, burst: 1 });
    limit.take('a', 0);

    expect(limit.take('b', 0).allowed).toBe(true);
  });

  it('never allows more than the burst and what the time has brought', () => {
    fc.assert(
      fc.property(fc.array(fc.nat({ max: 5_000 }), { maxLength: 100 }), (pauses) => {
        const limit = new RateLimit({ perMinute: 120, burst: 5 });
        let now = 0;
        let allowed = 0;
        for (const pause of pauses) {
          now += pause;
          if (limit.take('k', now).allowed) allowed += 1;
        }
        expect(allowed).toBeLessThanOrEqual(5 + Math.ceil((now * 120) / 60_000));
      }),
    );
  });

  it('forgets keys instead of growing without end', () => {
    const limit = new RateLimit({ perMinute: 60, burst: 1 });
    for (let n = 0; n < 120_000; n += 1) limit.take(`key-${n}`, n);

    expect(limit.take('key-119999', 119_999).allowed).toBe(false);
  });
});

describe('InFlight', () => {
  it('counts per key and gives places back', () => {
    const inFlight = new InFlight(2);

    expect([inFlight.enter('a'), inFlight.enter('a'), inFlight.enter('a'), inFlight.enter('b')]).toEqual([
      true,
      true,
      false,
      true,
    ]);
    inFlight.leave('a');
    expect(inFlight.enter('a')).toBe(true);
  });
});
