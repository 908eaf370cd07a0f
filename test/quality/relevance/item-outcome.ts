/** What came of one item in one run: what the model said, what code made of it, and what it took. */
import type { Guard } from '../../../src/core/relevance/opinion.ts';
import type { RelevanceStatus } from '../../../src/core/relevance/verdict.ts';
import type { VexJustification } from '../../../src/core/vex/vex-words.ts';
import type { Label, Suite } from './evaluation-item.ts';

export interface ItemOutcome {
  readonly item: string;
  readonly suite: Suite;
  readonly label: Label;
  /** Of the label. */
  readonly expected: VexJustification | null;
  /** From one. */
  readonly run: number;
  /** After verifier, guards and fold. */
  readonly status: RelevanceStatus;
  readonly suggested: boolean;
  readonly justification: VexJustification | null;
  /** Why a claim was not believed, or was only suggested. */
  readonly code: string | null;
  readonly guards: readonly Guard[];
  /** What the model itself would have done to the finding; with `advisory-only` nobody asks it. */
  readonly claimed: 'relevant' | 'not_relevant' | 'uncertain' | null;
  /** Literal in the advisory, of those that were given. */
  readonly quotes: Share;
  /** Of a field that is known and of a precondition that was sent. */
  readonly citations: Share;
  readonly calls: CallCount;
  readonly usage: { readonly tokensIn: number; readonly tokensOut: number };
  /** Tokens are estimated, because the provider did not tell them. */
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
