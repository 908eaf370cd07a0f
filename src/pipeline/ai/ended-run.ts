/** How a run over the findings of a version ended, as far as it matters for when the next one begins. */
import type { Failure } from '../../ai/model-answer.ts';
import type { NotNow } from './set-aside.ts';

/** What ends a run before its end. */
export type Stop = NotNow | 'circuit_open' | 'auth' | null;

export interface EndedRun {
  readonly stop: Stop;
  readonly failures: ReadonlySet<Failure>;
  /** The longest pause that the provider has asked for. */
  readonly retryAfterSeconds: number;
}
