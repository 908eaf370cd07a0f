/**
 * Converts an AI assessment to an opinion: the verified claim with its quotes and fields, or a note with the reason why it has no
 * effect.
 */
import { distinctEvidence, shortenName, toOpinion, type Evidence, type Opinion } from '../../opinions/opinion.ts';
import type { ProfileClaim, ClaimPair } from './verification-steps.ts';
import { foldText } from '../text/clean-text.ts';
import { CONTRADICTIONS } from '../contradictions/all-contradictions.ts';
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
  note: { readonly code: string; readonly text: string },
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
  readonly guards: readonly Guard[];
}

/** The weakest profile decides the effect. */
export function effectOf(claims: readonly ProfileClaim[]): 'dismiss' | 'deprioritize' {
  return claims.every(({ pairs }) => pairs.some(({ row }) => row.effect === 'dismiss')) ? 'dismiss' : 'deprioritize';
}

export function toAssessmentOpinion(
  assessment: Assessment,
  context: VerificationContext,
  proven: ProvenClaims,
): Opinion {
  const { claims, guards } = proven;
  const effect = effectOf(claims);
  const pairs = claims.flatMap((claim) => claim.pairs);
  const row = CONTRADICTIONS.find((each) => each.effect === effect && pairs.some((pair) => pair.row === each));
  return toModelOpinion(assessment, {
    code: 'ai-reading',
    effect,
    guards,
    state: effect === 'dismiss' ? 'not_affected' : 'exploitable',
    justification: row?.justification ?? null,
    label: effect === 'deprioritize' ? (row?.label ?? null) : null,
    text: foldText(`${describeClaimPairs(pairs)}${describeObjection(assessment)}`, EXPLANATION_CHARACTERS_MAX),
    evidence: toEvidence(claims, context),
  });
}

function describeClaimPairs(pairs: readonly ClaimPair[]): string {
  const words = [...new Set(pairs.map(({ precondition }) => describePrecondition(precondition)))].toSorted().join(', ');
  return `Every applicable security profile contradicts a precondition of the advisory: ${shortenName(words)}.`;
}

/** What the second check found, for the person who reviews the suggestion. */
function describeObjection({ second }: Assessment): string {
  if (second === undefined || second.exploitable === 'no' || second.explanation.trim() === '') return '';
  return ` The second check disagrees: ${second.explanation}`;
}

function describePrecondition({ type, value }: Precondition): string {
  return value === null ? type : `${type} ${foldText(value)}`;
}

function toEvidence(claims: readonly ProfileClaim[], context: VerificationContext): readonly Evidence[] {
  const lines = claims.flatMap(({ pairs, ground }) =>
    pairs.flatMap(({ precondition, row }) => [
      citeAdvisory(precondition, context),
      ...toPlaceContexts(context.subject, ground).flatMap((at) => row.find(precondition.value, at) ?? []),
    ]),
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
