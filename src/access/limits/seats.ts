/**
 * Limits long-lived requests in this process by seats. The last quarter is reserved for organizations that hold none; an
 * organization gets one of the others only while it holds fewer than are free. Tokens share the seats of their organization in
 * the same way. So a few greedy clients never keep a new one from getting a seat.
 */
import type { Principal } from '../principal.ts';

export interface SeatLimits {
  readonly total: number;
  readonly perOrg: number;
  readonly perToken: number;
}

/** The owner of the exhausted share. */
export type FullShare = 'token' | 'organization' | 'server';

export class Seats {
  readonly #limits: SeatLimits;
  readonly #byToken = new Map<string, number>();
  readonly #byOrg = new Map<string, number>();
  #taken = 0;

  constructor(limits: SeatLimits) {
    this.#limits = limits;
  }

  get taken(): number {
    return this.#taken;
  }

  /** Returns a function that releases the seat, to be called once, or the owner of the exhausted share. */
  take({ orgId, credentialId }: Pick<Principal, 'orgId' | 'credentialId'>): (() => void) | FullShare {
    const { total, perOrg, perToken } = this.#limits;
    const ofOrg = this.#byOrg.get(orgId) ?? 0;
    const ofToken = this.#byToken.get(credentialId) ?? 0;
    if (isFull(ofOrg, total, this.#taken)) return 'server';
    if (ofOrg >= perOrg) return 'organization';
    if (ofToken >= perToken || isFull(ofToken, perOrg, ofOrg)) return 'token';
    this.#add(orgId, credentialId, 1);
    return () => this.#add(orgId, credentialId, -1);
  }

  #add(orgId: string, credentialId: string, change: 1 | -1): void {
    this.#taken += change;
    addTo(this.#byOrg, orgId, change);
    addTo(this.#byToken, credentialId, change);
  }
}

const KEPT_FREE_RATIO = 1 / 4;

function isFull(held: number, all: number, taken: number): boolean {
  const free = all - taken;
  return held === 0 ? free <= 0 : held >= free - all * KEPT_FREE_RATIO;
}

function addTo(counts: Map<string, number>, key: string, change: number): void {
  const count = (counts.get(key) ?? 0) + change;
  if (count === 0) counts.delete(key);
  else counts.set(key, count);
}
