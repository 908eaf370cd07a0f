/** To whom we may speak, and how much of the answer we take. */

export interface OutboundPolicy {
  /** Feeds come from an address that the operator configured, so it may be private; anything a user typed may not. */
  readonly allowPrivate: boolean;
  readonly redirects: 'same-origin' | 'none';
  readonly bytesMax: number;
  readonly connectTimeoutMs: number;
  /** Longest silence in the middle of an answer. */
  readonly idleTimeoutMs: number;
  readonly attempts: number;
}

export const FEED_POLICY: OutboundPolicy = {
  allowPrivate: true,
  redirects: 'same-origin',
  bytesMax: 4 * 1024 ** 3,
  connectTimeoutMs: 10_000,
  idleTimeoutMs: 30_000,
  attempts: 3,
};
