/**
 * What became of a question. Every outcome is a value: a provider that fails is an expected thing, and the finding that was asked
 * about stays as it is. No text of a provider's error is kept, because some repeat the key in it.
 */
import type { Question, QuestionIds } from './question.ts';

export type ModelAnswer = Answered | Abstained | Failed;

export interface Answered extends Exchange {
  readonly status: 'answered';
  /** It has the shape that the question's schema says. A claim, nothing more. */
  readonly value: unknown;
  /** Those of the request that was answered; kept with the value, because a question that is built again has others. */
  readonly ids: QuestionIds;
}

/** The provider answered and did not say anything. Asking again would not change it. */
export interface Abstained extends Exchange {
  readonly status: 'abstained';
  readonly reason: 'truncated' | 'refusal';
}

export const FAILURES = ['provider_error', 'timeout', 'auth', 'invalid_output', 'circuit_open', 'interrupted'] as const;
export type Failure = (typeof FAILURES)[number];

export interface Failed extends Exchange {
  readonly status: 'failed';
  readonly reason: Failure;
  /** A sentence of ours for people; without text of the provider. */
  readonly problem: string;
  /** The provider asked for a longer pause than we make ourselves. */
  readonly retryAfterSeconds?: number;
}

/** For the audit: of the last attempt, except where it says otherwise. */
export interface Exchange {
  /** As the provider calls it, else as the settings do. */
  readonly model: string;
  readonly fingerprint: string | null;
  /** SHA-256 of the bytes; null: nothing was sent, or nothing came. */
  readonly requestHash: string | null;
  readonly responseHash: string | null;
  /** Of all attempts together; absent: the provider did not say. */
  readonly usage?: Usage;
  /** Of all attempts and pauses together. */
  readonly latencyMs: number;
  readonly httpStatus: number | null;
  readonly attempts: number;
  /** Only when they are to be kept. */
  readonly bodies?: { readonly request: string; readonly response: string };
}

export interface Usage {
  readonly tokensIn: number;
  readonly tokensOut: number;
}

export interface AskOptions {
  /** Ends the call, which then rejects with the reason of the signal. */
  readonly signal?: AbortSignal | undefined;
  /** Asked before each attempt but the first; false: it ends as `interrupted`, and nothing more is sent. */
  readonly mayGoOn?: (() => Promise<boolean>) | undefined;
}

export interface ModelClient {
  readonly ask: (question: Question, options?: AskOptions) => Promise<ModelAnswer>;
}

/** Somebody between the question and the provider, for a cache or a budget, may also decide not to ask. */
export type Ask = (question: Question, options?: AskOptions) => Promise<ModelAnswer | NotAsked>;

export interface NotAsked {
  readonly status: 'not_asked';
  readonly reason: string;
}
