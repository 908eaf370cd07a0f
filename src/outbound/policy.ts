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
  /** Nothing is said over plain http, because what we say is a secret. */
  readonly httpsOnly?: boolean;
  /** Refused even where private addresses are allowed: link-local ones, and those of a cloud's metadata. */
  readonly refusePlatform?: boolean;
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
  refusePlatform: true,
  redirects: 'none',
  bytesMax: LIMITS.webhookAnswerBytesMax,
  connectTimeoutMs: LIMITS.webhookTimeoutMs,
  idleTimeoutMs: LIMITS.webhookTimeoutMs,
  totalTimeoutMs: LIMITS.webhookTimeoutMs,
  attempts: 1,
  firstPauseMs: 0,
};

/**
 * The provider of a model is typed by a user and is sent a key, so nothing of it goes anywhere else. An answer begins when it is
 * complete, and how often it is asked again is decided where its words are understood.
 */
const AI_POLICY: OutboundPolicy = {
  allowPrivate: false,
  httpsOnly: true,
  refusePlatform: true,
  redirects: 'none',
  bytesMax: LIMITS.aiAnswerBytesMax,
  connectTimeoutMs: LIMITS.aiTimeoutMs,
  idleTimeoutMs: LIMITS.aiTimeoutMs,
  totalTimeoutMs: LIMITS.aiTimeoutMs,
  attempts: 1,
  firstPauseMs: 0,
};

/** With the word of the operator, for models on one's own machines: they are private, and few of them speak https. */
export function toAiPolicy({ allowPrivate, proxy }: Pick<OutboundPolicy, 'allowPrivate' | 'proxy'>): OutboundPolicy {
  return { ...AI_POLICY, allowPrivate, httpsOnly: !allowPrivate, proxy };
}
