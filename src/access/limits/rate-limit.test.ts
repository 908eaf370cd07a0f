import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { InFlight, RateLimit, toAddressKey } from './rate-limit.ts';

describe('RateLimit', () => {
  it('allows a burst, then rejects and returns when to retry', () => {
    const limit = new RateLimit({ perMinute: 60, burst: 2 });

    expect([limit.take('a', 0), limit.take('a', 0), limit.take('a', 0)]).toEqual([
      { allowed: true },
      { allowed: true },
      { allowed: false, retryAfterSeconds: 1 },
    ]);
  });

  it('refills over time, but not beyond the burst', () => {
    const limit = new RateLimit({ perMinute: 60, burst: 2 });
    for (let n = 0; n < 3; n += 1) limit.take('a', 0);

    expect(limit.take('a', 1_000)).toEqual({ allowed: true });
    expect(limit.take('a', 1_000).allowed).toBe(false);
    for (let n = 0; n < 2; n += 1) expect(limit.take('a', 3_600_000).allowed).toBe(true);
    expect(limit.take('a', 3_600_000).allowed).toBe(false);
  });

  it('refunds attempts, but not beyond the burst', () => {
    const limit = new RateLimit({ perMinute: 1, burst: 2 });
    for (let n = 0; n < 2; n += 1) limit.take('a', 0);
    for (let n = 0; n < 5; n += 1) limit.refund('a', 0);

    expect([limit.take('a', 0), limit.take('a', 0), limit.take('a', 0)].map(({ allowed }) => allowed)).toEqual([
      true,
      true,
      false,
    ]);
  });

  it('limits each key separately', () => {
    const limit = new RateLimit({ perMinute: 1, burst: 1 });
    limit.take('a', 0);

    expect(limit.take('b', 0).allowed).toBe(true);
  });

  it('never allows more than the burst plus the refill', () => {
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

  it('drops keys instead of growing without bound', () => {
    const limit = new RateLimit({ perMinute: 60, burst: 1 });
    for (let n = 0; n < 120_000; n += 1) limit.take(`key-${n}`, n);

    expect(limit.take('key-119999', 119_999).allowed).toBe(false);
  });
});

describe('InFlight', () => {
  it('counts per key and releases places', () => {
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

describe('toAddressKey', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['::ffff:c000:0207', '192.0.2.7'],
    ['0:0:0:0:0:ffff:c000:207', '192.0.2.7'],
    ['2001:db8:1:2::1', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002:ffff:ffff:ffff:ffff', '2001:db8:1:2::/64'],
    ['2001:db8::', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['', 'unknown'],
    ['nonsense', 'unknown'],
  ])('maps %j to %j', (address, key) => {
    expect(toAddressKey(address)).toBe(key);
  });
});
