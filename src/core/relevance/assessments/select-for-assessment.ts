/**
 * Selects the findings for an AI assessment: relevant or deprioritized, without a human decision or VEX statement, and with
 * enough profile data to compare with an advisory. The highest risk comes first, because budgets are limited.
 */
import { isTrueEverywhere, type Subject } from '../subject/subject.ts';
import type { Verdict } from '../opinions/opinion.ts';
import { CONTRADICTIONS, isEnforced } from './contradictions/all-contradictions.ts';
import { compareText } from '../../text/compare-text.ts';
import { CORE_PATHS } from '../../profile/profile-fields.ts';
import type { ProfileView } from '../../profile/profile-view.ts';

export interface AssessableFinding {
  readonly id: string;
  /** With or without earlier AI assessments. */
  readonly verdict: Pick<Verdict, 'status' | 'basis'>;
  readonly risk: number;
  readonly subject: Pick<Subject, 'match' | 'places' | 'profiles' | 'appliesTo'>;
}

interface Selection<Finding> {
  /** Highest risk first. */
  readonly selected: readonly Finding[];
  /** Findings skipped because no field that matters is known at some place of the component. */
  readonly withoutProfile: number;
  /** Findings skipped because of the limit of a run. */
  readonly beyondLimit: number;
}

export function selectForAssessment<Finding extends AssessableFinding>(
  findings: readonly Finding[],
  findingsMax: number,
): Selection<Finding> {
  const open = findings.filter(isOpen);
  const readable = open.filter(({ subject }) => isAssessable(subject));
  const selected = readable
    .toSorted((a, b) => b.risk - a.risk || compareText(a.id, b.id))
    .slice(0, Math.max(0, findingsMax));
  return {
    selected,
    withoutProfile: open.length - readable.length,
    beyondLimit: readable.length - selected.length,
  };
}

/** Returns whether a field that can contradict a precondition is known at every place of the component. */
export function isAssessable(subject: AssessableFinding['subject']): boolean {
  return isTrueEverywhere(subject, (_, { known, runtime }) =>
    CONTRADICTIONS.some(({ path }) => (isEnforced(path) ? runtime !== undefined : known(path) !== undefined)),
  );
}

/** Findings that an AI assessment dismissed are selected again: the stored answers may no longer hold. */
function isOpen({ verdict: { status, basis }, subject }: AssessableFinding): boolean {
  if (subject.match.class === 'malicious' || basis === 'human' || basis === 'vex') return false;
  return status !== 'not_relevant' || basis === 'ai';
}

/**
 * How much a profile says about a service, from 0 to 1. Unconfirmed fields do not count. With few core fields, an AI assessment
 * may only suggest.
 */
export function shareOfCoreFields(profile: ProfileView): number {
  return CORE_PATHS.filter((path) => profile.known(path) !== undefined).length / CORE_PATHS.length;
}
