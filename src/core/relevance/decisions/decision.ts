/**
 * A human decision with its conditions, and whether it still applies. When a condition breaks, the finding needs a new decision: a
 * finding that got worse, or whose cited facts changed, is not hidden by an old one.
 */
import { weightOfRank } from '../../advisory/severity/severity-rank.ts';
import { LIMITS } from '../../limits.ts';
import { addDays, isBefore } from '../calendar.ts';
import type { DecisionTerms } from './decision-request.ts';
import type { Opinion } from '../opinions/opinion.ts';
import { SUGGESTED_ACTIONS, type ConditionChange } from '../../vocabulary/decision.ts';

export interface Decision extends DecisionTerms {
  readonly id: string;
  /** Set for the scope `version`. */
  readonly versionId: string | null;
  readonly by: string;
  /** ISO 8601. */
  readonly at: string;
  readonly conditions: DecisionConditions;
}

/** Facts that a decision is based on. */
export interface DecisionConditions {
  /** Hash of the advisory content; absent: it was not stored. */
  readonly advisorySha256?: string;
  readonly severityRank: number;
  readonly kev: boolean;
  /** According to SSVC. */
  readonly exploitation: string | null;
  /** Versions of the package in the version or the service. */
  readonly componentVersions: readonly string[];
  /** Profile fields that the decision cites. */
  readonly profileFields: readonly CitedField[];
}

export interface CitedField {
  readonly profile: string;
  readonly path: string;
  readonly valueSha256: string;
}

/** The current state of the same facts. */
export interface CurrentConditions extends DecisionConditions {
  /** When these versions of the package were first seen; null: just now. */
  readonly componentVersionsSince: string | null;
}

/** A dismissal that only annotates is a suggestion: it has an effect when a user accepts it. */
export function isSuggested({ state, effect }: Pick<Opinion, 'state' | 'effect'>): boolean {
  return effect === 'annotate' && SUGGESTED_ACTIONS.some((action) => action === state);
}

interface DecisionJudgment {
  readonly applies: boolean;
  readonly needsReconfirmation: boolean;
  readonly why: readonly ConditionChange[];
}

/** A decision that hides nothing applies until it expires: otherwise a rule could hide a finding because it got worse. */
export function judgeDecision(decision: Decision, today: CurrentConditions, now: string): DecisionJudgment {
  const { conditions, expiresAt, effect } = decision;
  const isOver = expiresAt !== null && !isBefore(now, expiresAt);
  const breaking = [...(isOver ? (['expired'] as const) : []), ...listWorsenedConditions(conditions, today)];
  const hasMajorChange = listOtherMajors(conditions, today.componentVersions).length > 0;
  const why: ConditionChange[] = [
    ...breaking,
    ...(isAdvisoryChanged(conditions, today) ? (['advisory-changed'] as const) : []),
    ...(hasMajorChange ? (['major-version-changed'] as const) : []),
  ];
  const isHiding = effect === 'dismiss' || effect === 'deprioritize';
  const isBroken = breaking.length > 0 || (hasMajorChange && !isInGrace(today, now));
  return { applies: isHiding ? !isBroken : !isOver, needsReconfirmation: why.length > 0, why };
}

/** Returns the changes that end a decision that hides a finding. */
function listWorsenedConditions(before: DecisionConditions, today: DecisionConditions): ConditionChange[] {
  const changes: ConditionChange[] = [];
  if (weightOfRank(today.severityRank) > weightOfRank(before.severityRank)) changes.push('severity-raised');
  if (today.kev && !before.kev) changes.push('known-exploited');
  if (today.exploitation === 'active' && before.exploitation !== 'active') changes.push('exploitation-active');
  const known = new Set(today.profileFields.map(keyOf));
  if (before.profileFields.some((field) => !known.has(keyOf(field)))) changes.push('profile-changed');
  return changes;
}

/** Includes the value: a field that has become unknown is not among the current ones. */
function keyOf({ profile, path, valueSha256 }: CitedField): string {
  return JSON.stringify([profile, path, valueSha256]);
}

function isAdvisoryChanged(before: DecisionConditions, today: DecisionConditions): boolean {
  const [a, b] = [before.advisorySha256, today.advisorySha256];
  return a !== undefined && b !== undefined && a !== b;
}

/** Returns the versions whose major version the decision does not cover. */
export function listOtherMajors(before: DecisionConditions, versions: readonly string[]): readonly string[] {
  const known = new Set(before.componentVersions.map(majorOf));
  return versions.filter((version) => !known.has(majorOf(version)));
}

const MAJOR = /^(?:[0-9]{1,9}:)?v?([0-9]{1,40})/i;

/** The major version of `1:2.3-4` is 2; a text without a number is its own major version. */
export function majorOf(version: string): string {
  return MAJOR.exec(version)?.[1] ?? version;
}

function isInGrace({ componentVersionsSince }: CurrentConditions, now: string): boolean {
  if (componentVersionsSince === null) return true;
  const end = addDays(componentVersionsSince, LIMITS.decisionGraceDays);
  return end !== undefined && isBefore(now, end);
}

export function toDecisionOpinion(decision: Decision, { applies, why }: DecisionJudgment): Opinion {
  const { id, by, at, detail, conditions, scope, effect, state, justification, response, label, expiresAt } = decision;
  return {
    kind: 'human',
    code: isSuggested(decision) ? 'suggestion' : 'decision',
    actor: by,
    class: null,
    guards: [],
    effect,
    state,
    justification,
    response,
    label,
    at,
    expiresAt,
    sourceId: id,
    scope,
    applies,
    changedSince: why,
    text: detail ?? TEXTS[state],
    evidence: conditions.profileFields.map(({ profile, path, valueSha256 }) => ({
      type: 'profile',
      path: `${profile}: ${path}`,
      value: null,
      hash: valueSha256,
    })),
  };
}

const TEXTS: Readonly<Record<Decision['state'], string>> = {
  resolved: 'Marked as resolved.',
  resolved_with_pedigree: 'Marked as patched in place.',
  exploitable: 'Confirmed as relevant.',
  in_triage: 'Under investigation.',
  false_positive: 'Marked as a false positive.',
  not_affected: 'Marked as not affected.',
};
