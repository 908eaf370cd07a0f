/** Outbound policies: which addresses may be called, how long to wait, and how much of a response to read. */
import type { LookupAddress, LookupAllOptions } from 'node:dns';
import { LIMITS } from '../core/limits.ts';
import type { ProxySettings } from './proxy.ts';

/** The resolver of the system; tests use their own. */
export type Resolve = (
  name: string,
  options: LookupAllOptions,
  done: (error: NodeJS.ErrnoException | null, addresses: readonly LookupAddress[]) => void,
) => void;

export interface OutboundPolicy {
  /** Feed addresses are configured by the operator, so they may be private; addresses typed by a user may not. */
  readonly allowPrivate: boolean;
  /** Refuses plain http, because requests carry a secret. */
  readonly httpsOnly?: boolean;
  /** Refuses link-local and cloud metadata addresses even where private addresses are allowed. */
  readonly refusePlatform?: boolean;
  readonly redirects: 'same-origin' | 'none';
  readonly bytesMax: number;
  /** Time until the response begins. */
  readonly connectTimeoutMs: number;
  /** Longest silence within a response. */
  readonly idleTimeoutMs: number;
  /** Limit for the whole call, including attempts and pauses: a server that sends a byte now and then is never silent. */
  readonly totalTimeoutMs: number;
  readonly attempts: number;
  /** Pause before the second attempt; it doubles with each further attempt. */
  readonly firstPauseMs: number;
  readonly proxy?: ProxySettings | undefined;
  /** Resolves names; defaults to the resolver of the system. */
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

/** Webhook receivers are typed by a user, and only the beginning of a response is read. */
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
 * The provider of a model is typed by a user and receives an API key, so redirects are not followed. A response begins only when
 * it is complete. Retries are decided by the caller, which understands the response.
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

/** Models on the operator's own machines need `allowPrivate`: their addresses are private, and few of them support https. */
export function toAiPolicy({ allowPrivate, proxy }: Pick<OutboundPolicy, 'allowPrivate' | 'proxy'>): OutboundPolicy {
  return { ...AI_POLICY, allowPrivate, httpsOnly: !allowPrivate, proxy };
}
