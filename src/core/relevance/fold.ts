/**
 * Folds all opinions about a finding into a verdict. The order of precedence is: human decisions, the narrowest scope and then
 * the newest; malicious packages; VEX by trust; rules based on facts; heuristic rules and AI assessments, which a guard turns
 * into a suggestion. No opinion is removed, and the order of the input does not matter.
 */
import { byWeight, compareScope, newestFirst, worstEffectFirst } from './opinion-order.ts';
import type { Guard, Opinion } from './opinion.ts';
import type { Decided, RelevanceStatus, Verdict } from './verdict.ts';
import { decideVex } from './vex-precedence.ts';

export interface FoldFacts {
  readonly guards: readonly Guard[];
  readonly malicious: boolean;
  /** Whether an AI assessment may dismiss a finding at all. */
  readonly mode?: 'auto' | 'suggest';
}

export function foldOpinions(given: readonly Opinion[], facts: FoldFacts): Verdict {
  const opinions = given.map((opinion) => withGuards(opinion, facts));
  const standing = opinions.filter(isStanding);
  const decided =
    decidePerson(standing) ??
    decideMalice(standing, facts) ??
    decideVex(opinions.filter(({ applies }) => applies !== false)) ??
    decideFact(standing) ??
    decideGuess(standing, 'rule', facts) ??
    decideGuess(standing, 'ai', facts) ??
    decideEscalation(standing) ??
    decideLower(standing);
  const { deciding, status, ...rest } = decided ?? NOBODY;
  return {
    status,
    basis: deciding?.kind ?? 'default',
    label: status === 'deprioritized' ? (deciding?.label ?? null) : null,
    deciding,
    reasons: [
      ...(deciding === null ? [] : [deciding]),
      ...opinions.filter((each) => each !== deciding).toSorted(byWeight),
    ],
    suggestion: rest.suggestion ?? null,
    conflict: rest.conflict ?? false,
    isEscalated: standing.some(({ effect }) => effect === 'escalate'),
  };
}

const NOBODY: Decided = { status: 'relevant', deciding: null };

/** Statements of untrusted authors are reported like notes. */
function isStanding({ effect, applies, kind, trust }: Opinion): boolean {
  return effect !== 'annotate' && applies !== false && !(kind === 'vex' && (trust ?? 'none') === 'none');
}

function decidePerson(opinions: readonly Opinion[]): Decided | undefined {
  const [deciding] = opinions
    .filter(({ kind }) => kind === 'human')
    .toSorted((a, b) => compareScope(a, b) || newestFirst(a, b) || worstEffectFirst(a, b) || byWeight(a, b));
  return deciding && { status: statusOf(deciding), deciding };
}

function statusOf({ effect }: Opinion): RelevanceStatus {
  if (effect === 'dismiss') return 'not_relevant';
  return effect === 'deprioritize' ? 'deprioritized' : 'relevant';
}

function decideMalice(opinions: readonly Opinion[], { malicious }: FoldFacts): Decided | undefined {
  if (!malicious) return undefined;
  return { status: 'relevant', deciding: findEscalation(opinions, 'malicious') };
}

function decideFact(opinions: readonly Opinion[]): Decided | undefined {
  const [deciding] = dismissalsOf(opinions, 'rule').filter((each) => each.class === 'fact');
  return deciding && { status: 'not_relevant', deciding };
}

function decideGuess(opinions: readonly Opinion[], kind: 'rule' | 'ai', { mode }: FoldFacts): Decided | undefined {
  const [suggestion] = dismissalsOf(opinions, kind);
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

function dismissalsOf(opinions: readonly Opinion[], kind: Opinion['kind']): Opinion[] {
  return opinions.filter((each) => each.kind === kind && each.effect === 'dismiss').toSorted(byWeight);
}

function decideEscalation(opinions: readonly Opinion[]): Decided | undefined {
  const deciding = findEscalation(opinions);
  return deciding === null ? undefined : { status: 'relevant', deciding };
}

function findEscalation(opinions: readonly Opinion[], code?: string): Opinion | null {
  const found = opinions.filter((each) => each.effect === 'escalate' && (code === undefined || each.code === code));
  return found.toSorted(byWeight)[0] ?? null;
}

function decideLower(opinions: readonly Opinion[]): Decided | undefined {
  const [deciding] = opinions
    .filter(({ kind, effect }) => (kind === 'rule' || kind === 'ai') && effect === 'deprioritize')
    .toSorted(byWeight);
  return deciding && { status: 'deprioritized', deciding };
}
