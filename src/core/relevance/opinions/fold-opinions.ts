/**
 * Folds all opinions about a finding into a verdict. The order of precedence is: human decisions, the narrowest scope and then
 * the newest; malicious packages; VEX by trust; rules based on facts; heuristic rules and AI assessments, which a guard turns
 * into a suggestion. A suggestion of an integration decides nothing. No opinion is removed, and the order of the input does not matter.
 */
import type { Opinion, Verdict } from './opinion.ts';
import type { AiMode } from '../../vocabulary/ai.ts';
import type { Guard, Relevance, Effect, LowerLabel } from '../../vocabulary/relevance.ts';
import { GRANTED_TRUST_LEVELS } from '../../vocabulary/vex.ts';
import { isBefore } from '../calendar.ts';
import { compareText } from '../../text/compare-text.ts';
import { DECISION_SCOPES } from '../../vocabulary/decision.ts';

export interface FoldFacts {
  readonly guards: readonly Guard[];
  readonly malicious: boolean;
  /** Whether an AI assessment may dismiss a finding at all. */
  readonly mode?: AiMode;
}

export function foldOpinions(given: readonly Opinion[], facts: FoldFacts): Verdict {
  const opinions = given.map((opinion) => withGuards(opinion, facts));
  const standing = opinions.filter(isEffective);
  const decided =
    decideByHuman(standing) ??
    decideMalicious(standing, facts) ??
    decideByVex(opinions.filter(({ applies }) => applies !== false)) ??
    decideByFact(standing) ??
    decideByHeuristic(standing, 'rule', facts) ??
    decideByHeuristic(standing, 'ai', facts) ??
    decideByEscalation(standing) ??
    decideDeprioritized(standing);
  const { deciding, status, ...rest } = decided ?? DEFAULT_VERDICT;
  return {
    status,
    basis: deciding?.kind ?? 'default',
    label: status === 'deprioritized' ? (deciding?.label ?? null) : null,
    deciding,
    reasons: [
      ...(deciding === null ? [] : [deciding]),
      ...opinions.filter((each) => each !== deciding).toSorted(byWeight),
    ],
    suggestion: rest.suggestion ?? findSuggestion(opinions, { status, deciding }),
    conflict: rest.conflict ?? false,
    isEscalated: standing.some(({ effect }) => effect === 'escalate'),
  };
}

/** Result of one step of the fold. */
interface PartialVerdict {
  readonly status: Relevance;
  readonly deciding: Opinion | null;
  readonly suggestion?: Opinion;
  readonly conflict?: boolean;
}

const DEFAULT_VERDICT: PartialVerdict = { status: 'relevant', deciding: null };

/** The newest suggestion of an integration, unless a user has decided or the finding is dismissed already. */
function findSuggestion(opinions: readonly Opinion[], { status, deciding }: PartialVerdict): Opinion | null {
  if (status === 'not_relevant' || deciding?.kind === 'human') return null;
  const [newest] = opinions
    .filter(({ code, applies }) => code === 'suggestion' && applies !== false)
    .toSorted((a, b) => newestFirst(a, b) || byWeight(a, b));
  return newest ?? null;
}

/** Statements of untrusted authors are reported like notes. */
function isEffective({ effect, applies, kind, trust }: Opinion): boolean {
  return effect !== 'annotate' && applies !== false && !(kind === 'vex' && (trust ?? 'none') === 'none');
}

function decideByHuman(opinions: readonly Opinion[]): PartialVerdict | undefined {
  const [deciding] = opinions
    .filter(({ kind }) => kind === 'human')
    .toSorted((a, b) => compareScope(a, b) || newestFirst(a, b) || worstEffectFirst(a, b) || byWeight(a, b));
  return deciding && { status: statusOf(deciding), deciding };
}

function statusOf({ effect }: Opinion): Relevance {
  if (effect === 'dismiss') return 'not_relevant';
  return effect === 'deprioritize' ? 'deprioritized' : 'relevant';
}

function decideMalicious(opinions: readonly Opinion[], { malicious }: FoldFacts): PartialVerdict | undefined {
  if (!malicious) return undefined;
  return { status: 'relevant', deciding: findEscalation(opinions, 'malicious') };
}

function decideByFact(opinions: readonly Opinion[]): PartialVerdict | undefined {
  const [deciding] = listDismissals(opinions, 'rule').filter((each) => each.class === 'fact');
  return deciding && { status: 'not_relevant', deciding };
}

function decideByHeuristic(
  opinions: readonly Opinion[],
  kind: 'rule' | 'ai',
  { mode }: FoldFacts,
): PartialVerdict | undefined {
  const [suggestion] = listDismissals(opinions, kind);
  if (suggestion === undefined) return undefined;
  const maySuggestOnly = suggestion.guards.length > 0 || (kind === 'ai' && mode === 'suggest');
  if (!maySuggestOnly) return { status: 'not_relevant', deciding: suggestion };
  return { status: 'relevant', deciding: findEscalation(opinions), suggestion };
}

/** Guards apply to heuristics and AI assessments; an AI assessment may have guards of its own. */
function withGuards(opinion: Opinion, { guards }: FoldFacts): Opinion {
  const { kind, effect } = opinion;
  const isGuess = kind === 'ai' || (kind === 'rule' && opinion.class !== 'fact');
  if (guards.length === 0 || !isGuess || effect !== 'dismiss') return opinion;
  return { ...opinion, guards: [...new Set([...guards, ...opinion.guards])] };
}

function listDismissals(opinions: readonly Opinion[], kind: Opinion['kind']): Opinion[] {
  return opinions.filter((each) => each.kind === kind && each.effect === 'dismiss').toSorted(byWeight);
}

function decideByEscalation(opinions: readonly Opinion[]): PartialVerdict | undefined {
  const deciding = findEscalation(opinions);
  return deciding === null ? undefined : { status: 'relevant', deciding };
}

function findEscalation(opinions: readonly Opinion[], code?: string): Opinion | null {
  const found = opinions.filter((each) => each.effect === 'escalate' && (code === undefined || each.code === code));
  return found.toSorted(byWeight)[0] ?? null;
}

function decideDeprioritized(opinions: readonly Opinion[]): PartialVerdict | undefined {
  const [deciding] = opinions
    .filter(({ kind, effect }) => (kind === 'rule' || kind === 'ai') && effect === 'deprioritize')
    .toSorted(byWeight);
  return deciding && { status: 'deprioritized', deciding };
}

// Decides a finding by its VEX statements. The organization's own statements come before those of suppliers. The newest
// statement of an author counts, also when it withdraws an older one; between authors of equal trust "affected" wins, and the
// conflict is reported.

/** Takes all opinions that apply, including notes: "under investigation" can be the newest statement of an author. */
function decideByVex(opinions: readonly Opinion[]): PartialVerdict | undefined {
  for (const level of GRANTED_TRUST_LEVELS) {
    const decided = decideByStatements(opinions.filter(({ kind, trust }) => kind === 'vex' && trust === level));
    if (decided !== undefined) return decided;
  }
  return undefined;
}

function decideByStatements(statements: readonly Opinion[]): PartialVerdict | undefined {
  const authors = Map.groupBy(statements, ({ actor }) => actor).values();
  const newest = [...authors]
    .flatMap(
      (ofAuthor) => ofAuthor.toSorted((a, b) => newestFirst(a, b) || worstEffectFirst(a, b) || byWeight(a, b))[0] ?? [],
    )
    .toSorted((a, b) => worstEffectFirst(a, b) || byWeight(a, b));
  const confirming = newest.find(({ effect }) => effect === 'confirm');
  const dismissing = newest.find(({ effect }) => effect === 'dismiss');
  if (confirming !== undefined) return { status: 'relevant', deciding: confirming, conflict: dismissing !== undefined };
  if (dismissing === undefined) return undefined;
  // The matcher found exactly this version vulnerable. A patch in place does not change the version and contradicts nothing.
  return { status: 'not_relevant', deciding: dismissing, conflict: dismissing.state === 'resolved' };
}

// The orders are total in the end, so that a verdict does not depend on which opinion arrived first.

/** Display order: by kind, effect, label and actor. */
function byWeight(a: Opinion, b: Opinion): number {
  return (
    KINDS[a.kind] - KINDS[b.kind] ||
    EFFECTS[a.effect] - EFFECTS[b.effect] ||
    labelOf(a) - labelOf(b) ||
    compareText(a.actor, b.actor) ||
    newestFirst(a, b) ||
    compareText(a.code, b.code) ||
    compareText(JSON.stringify(a), JSON.stringify(b))
  );
}

const KINDS: Readonly<Record<Opinion['kind'], number>> = { human: 0, vex: 1, rule: 2, ai: 3 };
const EFFECTS: Readonly<Record<Effect, number>> = { escalate: 0, dismiss: 1, confirm: 2, deprioritize: 3, annotate: 4 };

// A mitigation counts more than a missing observation.
const LABELS: Readonly<Record<LowerLabel, number>> = { mitigated: 0, not_observed: 1, accepted: 2 };

function labelOf({ label }: Opinion): number {
  return label === null ? 3 : LABELS[label];
}

/** The narrowest scope first; a decision without a scope counts as the widest. */
function compareScope(a: Opinion, b: Opinion): number {
  return DECISION_SCOPES.indexOf(a.scope ?? 'organization') - DECISION_SCOPES.indexOf(b.scope ?? 'organization');
}

function newestFirst(a: Opinion, b: Opinion): number {
  const [x, y] = [a.at ?? '', b.at ?? ''];
  if (x === y) return 0;
  if (isBefore(y, x)) return -1;
  return isBefore(x, y) ? 1 : compareText(y, x);
}

/** Among equal opinions, the one that shows more comes first. */
function worstEffectFirst(a: Opinion, b: Opinion): number {
  return VISIBILITY[a.effect] - VISIBILITY[b.effect];
}

const VISIBILITY: Readonly<Record<Effect, number>> = {
  escalate: 0,
  confirm: 0,
  annotate: 1,
  deprioritize: 2,
  dismiss: 3,
};
