/** To whom we may speak, how long we wait, and how much of the answer we take. */
import type { LookupAddress, LookupAllOptions } from 'node:dns';
import { LIMITS } from '../core/limits.ts';
import type { ProxySettings } from './proxy.ts';

/** The resolver of the system; a test has one of its own. */
export type Resolve = (
  name: string,
  options: LookupAllOptions,
  done: (error: NodeJS.ErrnoException | null, addresses: readonly LookupAddress[]) => void,
) => void;

export interface OutboundPolicy {
  /** Feeds come from an address that the operator configured, so it may be private; anything a user typed may not. */
  readonly allowPrivate: boolean;
  readonly redirects: 'same-origin' | 'none';
  readonly bytesMax: number;
  /** Until the answer begins. */
  readonly connectTimeoutMs: number;
  /** Longest silence in the middle of an answer. */
  readonly idleTimeoutMs: number;
  /** For everything, attempts and pauses included: a server that sends a byte now and then is never silent. */
  readonly totalTimeoutMs: number;
  readonly attempts: number;
  /** Before the second attempt; it doubles with every further one. */
  readonly firstPauseMs: number;
  readonly proxy?: ProxySettings | undefined;
  /** How names are resolved; by the system where nothing is said. */
  readonly resolve?: Resolve | undefined;
}

export const FEED_POLICY: OutboundPolicy = {
  allowPrivate: true,
  redirects: 'same-origin',
  bytesMax: LIMITS.feedArchiveBytesMax,
  connectTimeoutMs: 10_000,
  idleTimeoutMs: 30_000,
  totalTimeoutMs: 3_600_000,
  attempts: 3,
  firstPauseMs: 1_000,
};

/** The receiver of a webhook is typed by a user, and its answer is of little interest. */
export const WEBHOOK_POLICY: OutboundPolicy = {
  allowPrivate: false,
  redirects: 'none',
  bytesMax: LIMITS.webhookAnswerBytesMax,
  connectTimeoutMs: LIMITS.webhookTimeoutMs,
  idleTimeoutMs: LIMITS.webhookTimeoutMs,
  totalTimeoutMs: LIMITS.webhookTimeoutMs,
  attempts: 1,
  firstPauseMs: 0,
};
