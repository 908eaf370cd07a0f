import { describe, expect, it } from 'vitest';
import { Seats } from './seats.ts';

const LIMITS = { total: 1_000, perOrg: 200, perToken: 100 };

/** Takes seats until one is refused. Returns the number of seats taken and the reason for the refusal. */
function fill(seats: Seats, orgId: string, credentialId: string): { readonly got: number; readonly full: string } {
  for (let got = 0; ; got += 1) {
    const seat = seats.take({ orgId, credentialId });
    if (typeof seat === 'string') return { got, full: seat };
  }
}

describe('Seats', () => {
  it('keeps seats free for other tokens of the organization', () => {
    expect(fill(new Seats(LIMITS), 'org', 'token')).toEqual({ got: 75, full: 'token' });
  });

  it('limits the seats of one token', () => {
    expect(fill(new Seats({ ...LIMITS, perToken: 20 }), 'org', 'token')).toEqual({ got: 20, full: 'token' });
  });

  it('keeps a seat for each new token of an organization whose other tokens take all they can', () => {
    const seats = new Seats(LIMITS);

    const got = Array.from({ length: 50 }, (_, token) => fill(seats, 'org', `${token}`).got);

    expect(got.slice(0, 4)).toEqual([75, 38, 19, 9]);
    expect(Math.min(...got)).toBe(1);
  });

  it('limits the seats of an organization regardless of its number of tokens', () => {
    const seats = new Seats(LIMITS);
    for (let token = 0; token < 200; token += 1) seats.take({ orgId: 'org', credentialId: `${token}` });

    expect(seats.take({ orgId: 'org', credentialId: 'another' })).toBe('organization');
    expect(typeof seats.take({ orgId: 'other', credentialId: 'theirs' })).toBe('function');
  });

  it('keeps a seat for a new organization while a hundred others take all they can', () => {
    const seats = new Seats(LIMITS);
    for (let org = 0; org < 100; org += 1)
      for (let token = 0; token < 10; token += 1) fill(seats, `${org}`, `${org} ${token}`);

    expect(typeof seats.take({ orgId: 'newcomer', credentialId: 'token' })).toBe('function');
    expect(seats.taken).toBeLessThan(LIMITS.total);
  });

  it('rejects new organizations when every seat is taken, until one is released', () => {
    const seats = new Seats({ total: 3, perOrg: 2, perToken: 2 });
    const [first] = ['a', 'b', 'c'].map((orgId) => seats.take({ orgId, credentialId: orgId }));

    expect(seats.take({ orgId: 'd', credentialId: 'd' })).toBe('server');
    if (typeof first === 'function') first();
    expect(typeof seats.take({ orgId: 'd', credentialId: 'd' })).toBe('function');
    expect(seats.taken).toBe(3);
  });
});
