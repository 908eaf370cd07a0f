/**
 * Converts an AI assessment to an opinion: the verified claim with its quotes and fields, or a note with the reason why it has no
 * effect.
 */
import { distinctEvidence, shortenName, toOpinion, type Evidence, type Opinion } from '../../opinions/opinion.ts';
import type { ProfileClaim, ClaimPair } from './verification-steps.ts';
import { foldText } from '../text/clean-text.ts';
import { CONTRADICTIONS, findContradiction } from '../contradictions/all-contradictions.ts';
import type { Contradiction } from '../contradictions/contradiction.ts';
import { toPlaceContexts, type VerificationContext } from './verification-context.ts';
import type { Precondition, Assessment } from '../assessment.ts';
import type { Guard } from '../../../vocabulary/relevance.ts';

const EXPLANATION_CHARACTERS_MAX = 600;
const QUOTE_CHARACTERS_MAX = 500;
/** Enough for a quote, a field and a line of every profile that a service may have. */
const EVIDENCE_MAX = 100;

function toModelOpinion(
  { model, promptVersion, at }: Assessment,
  fields: Pick<Opinion, 'code' | 'effect' | 'text'> & Partial<Opinion>,
): Opinion {
  const actor = `${shortenName(foldText(model))} prompt ${shortenName(foldText(promptVersion))}`;
  return toOpinion({ kind: 'ai', actor, at, ...fields });
}

/** Returns a note without an effect on the finding. */
export function toModelNote(
  assessment: Assessment,
  note: { readonly code: string; readonly text: string; readonly confidence: number | null },
  guards: readonly Guard[] = [],
): Opinion {
  const text = foldText(note.text, EXPLANATION_CHARACTERS_MAX);
  return toModelOpinion(assessment, {
    ...note,
    text,
    code: note.code.replaceAll('_', '-'),
    effect: 'annotate',
    guards,
  });
}

export interface ProvenClaims {
  readonly claims: readonly ProfileClaim[];
  readonly confidence: number | null;
  /** Text of the model; empty: none. */
  readonly explanation: string;
  readonly guards: readonly Guard[];
}

/** The weakest profile decides the effect. */
export function effectOf(claims: readonly ProfileClaim[]): 'dismiss' | 'deprioritize' {
  const isDismissed = claims.every(({ pairs }) =>
    pairs.some((pair) => findPairContradiction(pair)?.effect === 'dismiss'),
  );
  return isDismissed ? 'dismiss' : 'deprioritize';
}

export function toAssessmentOpinion(
  assessment: Assessment,
  context: VerificationContext,
  proven: ProvenClaims,
): Opinion {
  const { claims, confidence, explanation, guards } = proven;
  const effect = effectOf(claims);
  const pairs = claims.flatMap((claim) => claim.pairs);
  const row = CONTRADICTIONS.find(
    (each) => each.effect === effect && pairs.some((pair) => findPairContradiction(pair) === each),
  );
  return toModelOpinion(assessment, {
    code: 'ai-reading',
    effect,
    guards,
    confidence,
    state: effect === 'dismiss' ? 'not_affected' : 'exploitable',
    justification: row?.justification ?? null,
    label: effect === 'deprioritize' ? (row?.label ?? null) : null,
    text: foldText(explanation, EXPLANATION_CHARACTERS_MAX) || describeClaimPairs(pairs),
    evidence: toEvidence(claims, context),
  });
}

function findPairContradiction({ precondition, path }: ClaimPair): Contradiction | undefined {
  return precondition && findContradiction(precondition.type, path);
}

function describeClaimPairs(pairs: readonly ClaimPair[]): string {
  const demands = pairs.flatMap(({ precondition }) =>
    precondition === undefined ? [] : [describePrecondition(precondition)],
  );
  const words = [...new Set(demands)].toSorted().join(', ');
  return `Every applicable security profile contradicts a precondition of the advisory: ${shortenName(words)}.`;
}

function describePrecondition({ type, value }: Precondition): string {
  return value === null ? type : `${type} ${foldText(value)}`;
}

function toEvidence(claims: readonly ProfileClaim[], context: VerificationContext): readonly Evidence[] {
  const lines = claims.flatMap(({ pairs, ground }) =>
    pairs.flatMap((pair) => {
      const { precondition } = pair;
      if (precondition === undefined) return [];
      const proofs = toPlaceContexts(context.subject, ground).flatMap(
        (at) => findPairContradiction(pair)?.find(precondition.value, at) ?? [],
      );
      return [citeAdvisory(precondition, context), ...proofs];
    }),
  );
  return distinctEvidence(lines, EVIDENCE_MAX);
}

function citeAdvisory(precondition: Precondition, { findQuote }: VerificationContext): Evidence {
  const found = findQuote(precondition.quote);
  if (found === undefined)
    return { type: 'advisory', path: 'structured', value: shortenName(describePrecondition(precondition)) };
  const { recordId, hash } = found.record;
  return { type: 'advisory', path: recordId, value: foldText(found.quote, QUOTE_CHARACTERS_MAX), hash };
}
