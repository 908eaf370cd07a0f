/**
 * Selects the findings for an AI assessment: relevant or deprioritized, without a human decision or VEX statement, and with
 * enough profile data to compare with an advisory. The highest risk comes first, because budgets are limited.
 */
import { isTrueEverywhere } from '../subject/everywhere.ts';
import type { Subject } from '../subject/subject.ts';
import type { Verdict } from '../opinions/verdict.ts';
import { hasCoreField } from './core-fields.ts';
import { compareText } from '../../text/compare-text.ts';

export interface AssessableFinding {
  readonly id: string;
  /** With or without earlier AI assessments. */
  readonly verdict: Pick<Verdict, 'status' | 'basis'>;
  readonly risk: number;
  readonly subject: Pick<Subject, 'match' | 'places' | 'profiles' | 'appliesTo'>;
}

export interface Selection<Finding> {
  /** Highest risk first. */
  readonly selected: readonly Finding[];
  /** Findings skipped because no core field is known at some place of the component. */
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
  const selected = readable.toSorted(mostUrgentFirst).slice(0, Math.max(0, findingsMax));
  return {
    selected,
    withoutProfile: open.length - readable.length,
    beyondLimit: readable.length - selected.length,
  };
}

/** Returns whether enough is known at every place of the component. */
export function isAssessable(subject: AssessableFinding['subject']): boolean {
  return isTrueEverywhere(subject, (_, profile) => hasCoreField(profile));
}

/** Findings that an AI assessment dismissed are selected again: the stored answers may no longer hold. */
function isOpen({ verdict: { status, basis }, subject }: AssessableFinding): boolean {
  if (subject.match.class === 'malicious' || basis === 'human' || basis === 'vex') return false;
  return status !== 'not_relevant' || basis === 'ai';
}

function mostUrgentFirst(a: AssessableFinding, b: AssessableFinding): number {
  return b.risk - a.risk || compareText(a.id, b.id);
}
