/** Token buckets, one per key, in the memory of this process. Full buckets are dropped. */
import { isIPv4, isIPv6 } from 'node:net';

export interface Allowance {
  readonly perMinute: number;
  readonly burst: number;
}

export type RateLimitResult =
  | { readonly allowed: true }
  | { readonly allowed: false; readonly retryAfterSeconds: number };

const KEYS_MAX = 50_000;

export class RateLimit {
  readonly #perMs: number;
  readonly #burst: number;
  readonly #buckets = new Map<string, { level: number; at: number }>();

  constructor(allowance: Allowance) {
    this.#perMs = allowance.perMinute / 60_000;
    this.#burst = allowance.burst;
  }

  take(key: string, nowMs: number): RateLimitResult {
    const level = this.#levelOf(key, nowMs);
    if (level < 1)
      return { allowed: false, retryAfterSeconds: Math.max(1, Math.ceil((1 - level) / this.#perMs / 1000)) };
    if (this.#buckets.size >= KEYS_MAX) this.#forgetFull(nowMs);
    this.#buckets.set(key, { level: level - 1, at: nowMs });
    return { allowed: true };
  }

  /** Refunds a `take` that turned out not to count. */
  refund(key: string, nowMs: number): void {
    this.#buckets.set(key, { level: Math.min(this.#burst, this.#levelOf(key, nowMs) + 1), at: nowMs });
  }

  /** Returns whether the next `take` would be rejected, without taking. */
  isExhausted(key: string, nowMs: number): boolean {
    return this.#levelOf(key, nowMs) < 1;
  }

  #levelOf(key: string, nowMs: number): number {
    const bucket = this.#buckets.get(key);
    if (bucket === undefined) return this.#burst;
    return Math.min(this.#burst, bucket.level + Math.max(0, nowMs - bucket.at) * this.#perMs);
  }

  #forgetFull(nowMs: number): void {
    for (const key of this.#buckets.keys()) {
      if (this.#levelOf(key, nowMs) >= this.#burst) this.#buckets.delete(key);
    }
    // All buckets are in use: bounded memory matters more than fairness to an attacker with 50,000 addresses.
    if (this.#buckets.size >= KEYS_MAX) this.#buckets.clear();
  }
}

/** Counts the operations in progress per key. */
export class InFlight {
  readonly #max: number;
  readonly #counts = new Map<string, number>();

  constructor(max: number) {
    this.#max = max;
  }

  enter(key: string): boolean {
    const count = this.#counts.get(key) ?? 0;
    if (count >= this.#max) return false;
    this.#counts.set(key, count + 1);
    return true;
  }

  leave(key: string): void {
    const count = (this.#counts.get(key) ?? 1) - 1;
    if (count <= 0) this.#counts.delete(key);
    else this.#counts.set(key, count);
  }
}

/**
 * The key by which failures are limited per address: an IPv4 address in its canonical form, or the /64 of an IPv6 address,
 * because a client with one address in a /64 usually has all of them.
 */
export function toAddressKey(address: string): string {
  const plain = address.split('%')[0] ?? '';
  if (isIPv4(plain)) return plain;
  if (!isIPv6(plain)) return 'unknown';
  const groups = toGroups(plain);
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  if (isMapped) return toIpv4(groups[6] ?? 0, groups[7] ?? 0);
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`;
}

function toIpv4(high: number, low: number): string {
  return [high >> 8, high & 0xff, low >> 8, low & 0xff].join('.');
}

/** The eight groups of a valid IPv6 address. */
function toGroups(address: string): number[] {
  const [head = '', tail] = address.split('::');
  const front = parseGroups(head);
  if (tail === undefined) return front;
  const back = parseGroups(tail);
  return [...front, ...Array.from({ length: 8 - front.length - back.length }, () => 0), ...back];
}

function parseGroups(text: string): number[] {
  if (text === '') return [];
  return text.split(':').flatMap((group) => {
    if (!group.includes('.')) return [Number.parseInt(group, 16)];
    const [a = 0, b = 0, c = 0, d = 0] = group.split('.').map(Number);
    return [(a << 8) | b, (c << 8) | d];
  });
}
