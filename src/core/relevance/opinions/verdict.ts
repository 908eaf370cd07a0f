/** The result of folding all opinions about a finding: its relevance, the deciding opinion, and all opinions. */
import type { Opinion } from './opinion.ts';
import type { LowerLabel, Relevance, VerdictBasis } from '../../vocabulary/relevance.ts';

export interface Verdict {
  readonly status: Relevance;
  /** Kind of the deciding opinion; `default`: none decided. */
  readonly basis: VerdictBasis;
  readonly label: LowerLabel | null;
  readonly deciding: Opinion | null;
  /** All opinions, the deciding one first. */
  readonly reasons: readonly Opinion[];
  /** A dismissal by a rule or an AI assessment that a guard holds back; it needs review. */
  readonly suggestion: Opinion | null;
  /** VEX statements contradict each other, or the matcher. */
  readonly conflict: boolean;
  /** Exploited or malicious, whatever the status. */
  readonly isEscalated: boolean;
}

/** Result of one step of the fold. */
export interface PartialVerdict {
  readonly status: Relevance;
  readonly deciding: Opinion | null;
  readonly suggestion?: Opinion;
  readonly conflict?: boolean;
}
