/** What follows from all opinions about a finding: whether it matters here, who decided it, and everything that was said. */
import type { LowerLabel, Opinion } from './opinion.ts';

export type RelevanceStatus = 'relevant' | 'deprioritized' | 'not_relevant';

export interface Verdict {
  readonly status: RelevanceStatus;
  /** Who decided; `default`: nobody has. */
  readonly basis: 'default' | Opinion['kind'];
  readonly label: LowerLabel | null;
  readonly deciding: Opinion | null;
  /** All of them, the deciding one first. */
  readonly reasons: readonly Opinion[];
  /** A machine would dismiss it and may not: a person has to. */
  readonly suggestion: Opinion | null;
  /** Statements contradict each other, or the matcher. */
  readonly conflict: boolean;
  /** Exploited or malicious, whatever the status. */
  readonly isEscalated: boolean;
}

/** What one step of the fold decides. */
export interface Decided {
  readonly status: RelevanceStatus;
  readonly deciding: Opinion | null;
  readonly suggestion?: Opinion;
  readonly conflict?: boolean;
}
