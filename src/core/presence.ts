/**
 * Whether several owners have used something within the last minute. What is shared is kept free for others only then: an
 * organization that is alone may have all of it.
 */
const PRESENT_MS = 60_000;

export class Presence {
  #latest = { owner: '', at: -Infinity };
  #othersSeenAt = -Infinity;

  note(owner: string, nowMs: number): void {
    if (this.#latest.owner !== owner) this.#othersSeenAt = this.#latest.at;
    this.#latest = { owner, at: nowMs };
  }

  areSeveral(nowMs: number): boolean {
    return nowMs - this.#othersSeenAt < PRESENT_MS;
  }
}
