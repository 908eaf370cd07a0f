/** The result of a run over the findings of a version, as needed to schedule the next one. */
import type { Failure } from '../../../ai/model-answer.ts';
import type { NotAskedReason } from '../model/reserve-question.ts';

/** Reasons to end a run early. */
export type StopReason = NotAskedReason | 'circuit_open' | 'auth' | null;

export interface EndedRun {
  readonly stop: StopReason;
  readonly failures: ReadonlySet<Failure>;
  /** The longest pause that the provider has asked for. */
  readonly retryAfterSeconds: number;
}
