/**
 * The outcome of a question. Every outcome is a value: a provider failure is expected, and the finding stays as it is. The error
 * text of a provider is not kept, because some providers repeat the key in it.
 */
import type { UnusableAnswer } from '../core/vocabulary/ai.ts';
import type { Question, QuestionIds } from './questions/question.ts';

export type ModelAnswer = Answered | Abstained | Failed;

export interface Answered extends Exchange {
  readonly status: 'answered';
  /** Has the shape of the question's schema. It is an unverified claim. */
  readonly value: unknown;
  /** Ids of the request that was answered. They are kept with the value, because a rebuilt question has other ids. */
  readonly ids: QuestionIds;
  /** The model misread the canary advisory of the batch that this answer belongs to. */
  readonly isDoubtful?: boolean;
}

/** The model declined to answer. A retry would not change it. */
export interface Abstained extends Exchange {
  readonly status: 'abstained';
  readonly reason: 'refusal';
}

export type Failure = 'provider_error' | 'timeout' | 'auth' | UnusableAnswer | 'circuit_open' | 'interrupted';

export interface Failed extends Exchange {
  readonly status: 'failed';
  readonly reason: Failure;
  /** A sentence for users, without text from the provider. */
  readonly problem: string;
  /** The provider asked for a longer pause than the client waits for. */
  readonly retryAfterSeconds?: number;
}

/** Audit data of the last attempt, except where noted. */
export interface Exchange {
  /** The name that the provider reports, else the name in the settings. */
  readonly model: string;
  readonly fingerprint: string | null;
  /** SHA-256 of the bytes; null if nothing was sent or received. */
  readonly requestHash: string | null;
  readonly responseHash: string | null;
  /** Sum over all attempts; absent if the provider did not report it. */
  readonly usage?: Usage;
  /** Number of attempts that may have been billed although no usage was reported. */
  readonly unreported: number;
  /** Total time of all attempts and pauses. */
  readonly latencyMs: number;
  readonly httpStatus: number | null;
  readonly attempts: number;
  /** Only present if bodies are kept. */
  readonly bodies?: { readonly request: string; readonly response: string };
}

export interface Usage {
  readonly tokensIn: number;
  readonly tokensOut: number;
}

export interface AskOptions {
  /** Aborts the call, which then rejects with the reason of the signal. */
  readonly signal?: AbortSignal | undefined;
  /**
   * Called before each attempt except the first. If it returns false, the call ends as `interrupted` and nothing more is sent.
   */
  readonly canContinue?: ((last: { readonly isPossiblyBilled: boolean }) => Promise<boolean>) | undefined;
}

export interface ModelClient {
  readonly ask: (question: Question, options?: AskOptions) => Promise<ModelAnswer>;
}

/** A layer between the question and the provider, such as a cache or a budget, may also decide not to ask. */
export type Ask = (question: Question, options?: AskOptions) => Promise<ModelAnswer | NotAsked>;

export interface NotAsked {
  readonly status: 'not_asked';
  readonly reason: string;
}
