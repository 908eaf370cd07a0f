/** Token buckets, one per key, in the memory of this process. Full buckets are dropped. */

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

  /** Refunds a `push` that turned out not to count. */
  refund(key: string, nowMs: number): void {
    this.#buckets.set(key, { level: Math.min(this.#burst, this.#levelOf(key, nowMs) + 1), at: nowMs });
  }

  /** Returns whether the next `push` would be rejected, without taking. */
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
