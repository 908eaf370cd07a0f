/**
 * Tracks whether several owners have used a resource within the last minute. Capacity is reserved for others only then; a single
 * active organization may use all of it.
 */
const ACTIVE_MS = 60_000;

export class ActiveOwners {
  #latest = { owner: '', at: -Infinity };
  #othersSeenAt = -Infinity;

  record(owner: string, nowMs: number): void {
    if (this.#latest.owner !== owner) this.#othersSeenAt = this.#latest.at;
    this.#latest = { owner, at: nowMs };
  }

  hasSeveral(nowMs: number): boolean {
    return nowMs - this.#othersSeenAt < ACTIVE_MS;
  }
}
