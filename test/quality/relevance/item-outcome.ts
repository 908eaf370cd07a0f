/** Outcome of one item in one run: the answers of the model, the result of the code, and the cost. */
import type { Guard, Relevance } from '../../../src/core/vocabulary/relevance.ts';
import type { VexJustification } from '../../../src/core/vocabulary/vex.ts';
import type { Label, Suite } from './evaluation-item.ts';

export interface ItemOutcome {
  readonly item: string;
  readonly suite: Suite;
  readonly label: Label;
  /** Justification of the label. */
  readonly expected: VexJustification | null;
  /** Starts at 1. */
  readonly run: number;
  /** After verifier, guards and fold. */
  readonly status: Relevance;
  readonly suggested: boolean;
  readonly justification: VexJustification | null;
  /** Why a claim was rejected or only suggested. */
  readonly code: string | null;
  readonly guards: readonly Guard[];
  /** What its answer would have done with the finding if it were believed; null: not answered. */
  readonly claimed: 'relevant' | 'not_relevant' | null;
  /** Share of the given quotes that are literally in the advisory. */
  readonly quotes: Share;
  readonly calls: CallCount;
  readonly usage: { readonly tokensIn: number; readonly tokensOut: number };
  /** Tokens are estimated because the provider did not report them. */
  readonly isEstimated: boolean;
  readonly latencyMs: number;
}

export interface Share {
  readonly good: number;
  readonly all: number;
}

export interface CallCount {
  readonly answered: number;
  readonly abstained: number;
  readonly failed: number;
}

export function addShares(shares: readonly Share[]): Share {
  return {
    good: shares.reduce((sum, { good }) => sum + good, 0),
    all: shares.reduce((sum, { all }) => sum + all, 0),
  };
}
