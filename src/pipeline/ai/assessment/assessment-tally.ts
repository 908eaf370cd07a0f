/** Counts the results of a run finding by finding, and derives the status of the stage from them. */
import type { OpenPreconditions } from '../../../core/relevance/assessments/open-preconditions.ts';
import type { VerifiedAssessment } from '../../../core/relevance/assessments/verification/verify-assessment.ts';
import type { Failed, Failure } from '../../../ai/model-answer.ts';
import type { StageCounts } from '../../../store/findings/analyses/analyses.ts';
import type { NotAskedReason } from '../model/ask-model.ts';
import { LIMITS } from '../../../core/limits.ts';

export class AssessmentTally {
  readonly #counts = new Map<string, number>();
  readonly #failures: Failure[] = [];
  readonly #questions = new Set<string>();
  #retryAfterSeconds = 0;
  stop: StopReason = null;

  add(name: string, count = 1): void {
    if (count > 0) this.#counts.set(name, this.countOf(name) + count);
  }

  countOf(name: string): number {
    return this.#counts.get(name) ?? 0;
  }

  addFailure({ reason, retryAfterSeconds = 0 }: Pick<Failed, 'reason' | 'retryAfterSeconds'>): void {
    this.add('failed');
    this.#failures.push(reason);
    this.#retryAfterSeconds = Math.max(this.#retryAfterSeconds, retryAfterSeconds);
    if (reason === 'circuit_open' || reason === 'auth') this.stop = reason;
  }

  /** `canDecide` is true if nothing prevents the model from deciding; a dismissal then takes effect. */
  addResult({ opinion, code }: VerifiedAssessment, mayDecide: boolean): void {
    if (opinion?.effect === 'dismiss') this.add(mayDecide ? 'dismissed' : 'suggested');
    else if (opinion?.effect === 'deprioritize') this.add('deprioritized');
    else if (code !== null) this.add(code === 'ai_no_contradiction' ? 'kept' : code);
  }

  /** Counts findings that a deployment document would decide, and distinct questions whose answers would decide others. */
  addOpen({ byDeployment, byAnswer }: OpenPreconditions): void {
    if (byDeployment.length > 0) this.add('needsDeployment');
    for (const { type, value } of byAnswer) this.#questions.add(`${type} ${value?.toLowerCase() ?? ''}`);
  }

  /** Partial results are kept: the run has failed only if no question was answered, or if continuing would have been useless. */
  toOutcome(): { readonly status: 'done' | 'skipped' | 'failed'; readonly reason: string | null } {
    if (this.stop === 'auth') return { status: 'failed', reason: 'auth' };
    if (this.stop === 'day' || this.stop === 'month') return { status: 'skipped', reason: 'budget' };
    if (this.stop === 'ai_disabled' || this.stop === 'opt_out') return { status: 'skipped', reason: this.stop };
    if (this.stop === 'circuit_open' && this.#isCircuitOnly()) return { status: 'skipped', reason: this.stop };
    if (this.stop === 'circuit_open') return { status: 'failed', reason: this.#commonest() };
    if (this.#failures.length > 0 && this.countOf('answered') === 0)
      return { status: 'failed', reason: this.#commonest() };
    return { status: 'done', reason: null };
  }

  /** Input for scheduling the next run. */
  toEndedRun(): EndedRun {
    return {
      stop: this.stop,
      failures: new Set(this.#failures),
      retryAfterSeconds: this.#retryAfterSeconds,
    };
  }

  /** Sorted by name. */
  toCounts(): StageCounts {
    const counts = new Map(this.#counts);
    if (this.#questions.size > 0) counts.set('needsAnswers', this.#questions.size);
    return Object.fromEntries([...counts].toSorted(([a], [b]) => (a < b ? -1 : 1)));
  }

  /** Whether the breaker blocked every call; otherwise the failure that opened it is the reason. */
  #isCircuitOnly(): boolean {
    return this.#failures.every((failure) => failure === 'circuit_open');
  }

  #commonest(): Failure {
    const [first] = [
      ...Map.groupBy(
        this.#failures.filter((failure) => failure !== 'circuit_open'),
        (each) => each,
      ),
    ]
      .toSorted(([, a], [, b]) => b.length - a.length)
      .map(([failure]) => failure);
    return first ?? 'provider_error';
  }
}

// The result of a run over the findings of a version, as needed to schedule the next one.

/** Reasons to end a run early. */
export type StopReason = NotAskedReason | 'circuit_open' | 'auth' | null;

export interface EndedRun {
  readonly stop: StopReason;
  readonly failures: ReadonlySet<Failure>;
  /** The longest pause that the provider has asked for. */
  readonly retryAfterSeconds: number;
}

// Decides when an incomplete AI run is repeated: after the day or month of the budget, or after pauses that grow from minutes
// to hours while a provider fails. Failures that only a change of settings can fix wait for it.

/** Returns null if only a change of settings helps, and undefined if nothing is left to do. */
export function nextRetryAt(
  { stop, failures, retryAfterSeconds }: EndedRun,
  { tries, nowMs }: { readonly tries: number; readonly nowMs: number },
): string | null | undefined {
  if (stop === 'day') return toTime(startOfNext(nowMs, 'day'));
  if (stop === 'month') return toTime(startOfNext(nowMs, 'month'));
  if (stop === 'auth') return null;
  if (stop === 'ai_disabled' || stop === 'opt_out') return undefined;
  if (failures.size === 0) return undefined;
  // An open breaker is as retryable as the failures that opened it.
  const causes = [...failures].filter((failure) => failure !== 'circuit_open');
  const isRetryable = causes.length === 0 || causes.some((failure) => RETRYABLE.has(failure));
  if (tries >= LIMITS.aiTriesMax || !isRetryable) return null;
  const asked = Math.min(retryAfterSeconds * 1_000, LIMITS.aiPauseMsMax);
  return toTime(nowMs + Math.max(asked, retryPauseMs(tries)));
}

/** In milliseconds; the first try has the number 1. */
export function retryPauseMs(tries: number, firstMs: number = LIMITS.aiFirstPauseMs): number {
  return Math.min(firstMs * 2 ** Math.max(0, tries - 1), LIMITS.aiPauseMsMax);
}

/** A model that returns malformed or truncated output would probably cost the same again without a result. */
const RETRYABLE: ReadonlySet<Failure> = new Set(['provider_error', 'timeout', 'interrupted']);

/** In UTC, as budgets are. */
function startOfNext(nowMs: number, unit: 'day' | 'month'): number {
  const now = new Date(nowMs);
  const [year, month, day] = [now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()];
  return unit === 'day' ? Date.UTC(year, month, day + 1) : Date.UTC(year, month + 1, 1);
}

function toTime(ms: number): string {
  return new Date(ms).toISOString();
}
