/**
 * What a person has decided, with what was known then, and whether it still applies. A premise that breaks opens the question again:
 * what has become worse, or is no longer as it was cited, is not hidden by a word of yesterday.
 */
import { rankOf } from '../advisory/severity-rank.ts';
import { LIMITS } from '../limits.ts';
import { addDays, isBefore } from './calendar.ts';
import type { DecisionTerms } from './decision-request.ts';
import type { Opinion, PremiseChange } from './opinion.ts';

export interface Decision extends DecisionTerms {
  readonly id: string;
  /** For the scope `version`. */
  readonly versionId: string | null;
  readonly by: string;
  /** ISO 8601. */
  readonly at: string;
  readonly premises: Premises;
}

/** What a decision rests on. */
export interface Premises {
  /** Of what the advisories said; absent: it was not kept. */
  readonly advisorySha256?: string;
  readonly severityRank: number;
  readonly kev: boolean;
  /** By SSVC. */
  readonly exploitation: string | null;
  /** Of the package in the version or the service. */
  readonly componentVersions: readonly string[];
  /** Those that it cites. */
  readonly profileFields: readonly CitedField[];
}

export interface CitedField {
  readonly profile: string;
  readonly path: string;
  readonly valueSha256: string;
}

/** The same today. */
export interface PremisesNow extends Premises {
  /** Since when these versions of the package are there; null: since now. */
  readonly componentVersionsSince: string | null;
}

export interface DecisionJudgment {
  readonly applies: boolean;
  readonly needsReconfirmation: boolean;
  readonly why: readonly PremiseChange[];
}

/**
 * One that hides nothing goes on until its end: the finding must not disappear behind a rule because it has become worse.
 */
export function judgeDecision(decision: Decision, today: PremisesNow, now: string): DecisionJudgment {
  const { premises, expiresAt, effect } = decision;
  const isOver = expiresAt !== null && !isBefore(now, expiresAt);
  const breaking = [...(isOver ? (['expired'] as const) : []), ...findWorse(premises, today)];
  const hasMajorChange = !isSameMajor(premises, today);
  const why: PremiseChange[] = [
    ...breaking,
    ...(isAdvisoryChanged(premises, today) ? (['advisory-changed'] as const) : []),
    ...(hasMajorChange ? (['major-version-changed'] as const) : []),
  ];
  const isHiding = effect === 'dismiss' || effect === 'deprioritize';
  const isBroken = breaking.length > 0 || (hasMajorChange && !isInGrace(today, now));
  return { applies: isHiding ? !isBroken : !isOver, needsReconfirmation: why.length > 0, why };
}

/** What ends a decision that hides something. */
function findWorse(before: Premises, today: Premises): PremiseChange[] {
  const changes: PremiseChange[] = [];
  if (weightOf(today.severityRank) > weightOf(before.severityRank)) changes.push('severity-raised');
  if (today.kev && !before.kev) changes.push('known-exploited');
  if (today.exploitation === 'active' && before.exploitation !== 'active') changes.push('exploitation-active');
  const known = new Set(today.profileFields.map(keyOf));
  if (before.profileFields.some((field) => !known.has(keyOf(field)))) changes.push('profile-changed');
  return changes;
}

// What nobody has rated counts as medium, as everywhere.
function weightOf(rank: number): number {
  return rank === rankOf('unknown') ? rankOf('medium') : rank;
}

/** With its value: a field that is unknown now is not among those of today. */
function keyOf({ profile, path, valueSha256 }: CitedField): string {
  return JSON.stringify([profile, path, valueSha256]);
}

function isAdvisoryChanged(before: Premises, today: Premises): boolean {
  const [a, b] = [before.advisorySha256, today.advisorySha256];
  return a !== undefined && b !== undefined && a !== b;
}

function isSameMajor(before: Premises, today: Premises): boolean {
  return listOtherMajors(before, today.componentVersions).length === 0;
}

/** Of these versions those of a major version that nobody had decided about. */
export function listOtherMajors(before: Premises, versions: readonly string[]): readonly string[] {
  const known = new Set(before.componentVersions.map(majorOf));
  return versions.filter((version) => !known.has(majorOf(version)));
}

const MAJOR = /^(?:[0-9]{1,9}:)?v?([0-9]{1,40})/i;

/** `1:2.3-4` is 2; a text without a number is its own major version. */
function majorOf(version: string): string {
  return MAJOR.exec(version)?.[1] ?? version;
}

function isInGrace({ componentVersionsSince }: PremisesNow, now: string): boolean {
  if (componentVersionsSince === null) return true;
  const end = addDays(componentVersionsSince, LIMITS.decisionGraceDays);
  return end !== undefined && isBefore(now, end);
}

export function toDecisionOpinion(decision: Decision, { applies, why }: DecisionJudgment): Opinion {
  const { id, by, at, detail, premises, scope, effect, state, justification, response, label, expiresAt } = decision;
  return {
    ...{ kind: 'human', code: 'decision', actor: by, class: null, guards: [], confidence: null },
    ...{
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
    },
    text: detail ?? TEXTS[state],
    evidence: premises.profileFields.map(({ profile, path, valueSha256 }) => ({
      ...{ type: 'profile', path: `${profile}: ${path}`, value: null, hash: valueSha256 },
    })),
  };
}

const TEXTS: Readonly<Record<Decision['state'], string>> = {
  resolved: 'A person has decided that it is resolved.',
  resolved_with_pedigree: 'A person has decided that it was patched in place.',
  exploitable: 'A person has decided that it matters here.',
  in_triage: 'A person is looking at it.',
  false_positive: 'A person has decided that it was reported by mistake.',
  not_affected: 'A person has decided that it does no harm here.',
};
