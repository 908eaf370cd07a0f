/** Converts a matching statement to an opinion on a finding: as stated if its author is trusted, otherwise only an annotation. */
import type { VexStatement } from './vex-statement.ts';
import { EFFECT_OF_STATE, findTerm } from './vex-mapping.ts';
import {
  VEX_JUSTIFICATIONS,
  VEX_RESPONSES,
  VEX_STATES,
  type TrustLevel,
  type VexJustification,
  type VexResponse,
  type VexState,
} from '../vocabulary/vex.ts';

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
  /** The statement says fixed, but the version was matched as vulnerable. The statement is applied, and the conflict is shown. */
  readonly conflict?: 'fixed-but-matched';
}

/** Statements are only matched with findings, so a statement of `resolved` contradicts the matcher. */
export function toVexOpinion(
  statement: VexStatement,
  { trust, statementId }: { readonly trust: TrustLevel; readonly statementId: string },
): VexOpinion {
  const state = findTerm(VEX_STATES, statement.state) ?? 'in_triage';
  const effect = trust === 'none' || isUnjustified(statement) ? 'annotate' : EFFECT_OF_STATE[state];
  return {
    state,
    justification: findTerm(VEX_JUSTIFICATIONS, statement.justification ?? undefined) ?? null,
    response: VEX_RESPONSES.filter((response) => statement.response.includes(response)),
    detail: statement.detail ?? statement.actionStatement,
    effect,
    trust,
    author: statement.author,
    at: statement.at,
    statementId,
    // `resolved_with_pedigree` is a patch in place, which keeps the version and so does not contradict the match.
    ...(state === 'resolved' && { conflict: 'fixed-but-matched' as const }),
  };
}

/** OpenVEX requires a reason for `not_affected`, so a statement without one only annotates. CycloneDX requires none. */
function isUnjustified({ state, justification, detail, verbatim }: VexStatement): boolean {
  return verbatim.format === 'openvex' && state === 'not_affected' && justification === null && detail === null;
}
