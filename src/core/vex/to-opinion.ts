/** What a matching statement means for a finding: as stated where its author is trusted, else only a note. */
import type { TrustLevel, VexStatement } from './vex-statement.ts';
import {
  EFFECT_OF_STATE,
  findWord,
  VEX_JUSTIFICATIONS,
  VEX_RESPONSES,
  VEX_STATES,
  type VexJustification,
  type VexResponse,
  type VexState,
} from './vex-words.ts';

export interface VexOpinion {
  readonly state: VexState;
  readonly justification: VexJustification | null;
  readonly response: readonly VexResponse[];
  readonly detail: string | null;
  readonly effect: 'dismiss' | 'confirm' | 'annotate';
  readonly trust: TrustLevel;
  readonly author: string;
  readonly at: string;
  readonly statementId: string;
  /** It is said to be fixed, and the version that is here was found to be vulnerable. Applied all the same, and shown. */
  readonly conflict?: 'fixed-but-matched';
}

/** Statements are only ever matched with findings, so what is said to be fixed contradicts the matcher. */
export function toVexOpinion(
  statement: VexStatement,
  { trust, statementId }: { readonly trust: TrustLevel; readonly statementId: string },
): VexOpinion {
  const state = findWord(VEX_STATES, statement.state) ?? 'in_triage';
  const effect = trust === 'none' || isUnjustified(statement) ? 'annotate' : EFFECT_OF_STATE[state];
  return {
    state,
    justification: findWord(VEX_JUSTIFICATIONS, statement.justification ?? undefined) ?? null,
    response: VEX_RESPONSES.filter((response) => statement.response.includes(response)),
    detail: statement.detail ?? statement.actionStatement,
    effect,
    trust,
    author: statement.author,
    at: statement.at,
    statementId,
    // A patch in place leaves the version as it was, which contradicts nothing.
    ...(state === 'resolved' && { conflict: 'fixed-but-matched' as const }),
  };
}

/** OpenVEX asks for a reason, and a statement without one may be nothing but a wish. CycloneDX asks for none. */
function isUnjustified({ state, justification, detail, verbatim }: VexStatement): boolean {
  return verbatim.format === 'openvex' && state === 'not_affected' && justification === null && detail === null;
}
