/**
 * Which findings a model is asked about: those that still matter or were only lowered by a guess, that no person and no statement
 * has decided, and of whose service enough is known to be held against an advisory. The most urgent come first, because budgets end.
 */
import { isTrueEverywhere } from '../everywhere.ts';
import type { Subject } from '../subject.ts';
import type { Verdict } from '../verdict.ts';
import { hasCoreField } from './core-fields.ts';

export interface ReadableFinding {
  readonly id: string;
  /** With or without what a model has said before. */
  readonly verdict: Pick<Verdict, 'status' | 'basis'>;
  readonly risk: number;
  readonly subject: Pick<Subject, 'match' | 'places' | 'profiles' | 'appliesTo'>;
}

export interface Selection<Finding> {
  /** Highest risk first. */
  readonly selected: readonly Finding[];
  /** Would be asked about, if a core field were known wherever the component is. */
  readonly withoutProfile: number;
  /** Would be asked about, if the run were longer. */
  readonly beyondLimit: number;
}

export function selectForReading<Finding extends ReadableFinding>(
  findings: readonly Finding[],
  findingsMax: number,
): Selection<Finding> {
  const open = findings.filter(isOpen);
  const readable = open.filter(({ subject }) => isReadable(subject));
  const selected = readable.toSorted(mostUrgentFirst).slice(0, Math.max(0, findingsMax));
  return {
    selected,
    withoutProfile: open.length - readable.length,
    beyondLimit: readable.length - selected.length,
  };
}

/** Whether enough is known, wherever the component is, that there is anything to ask. */
export function isReadable(subject: ReadableFinding['subject']): boolean {
  return isTrueEverywhere(subject, (_, profile) => hasCoreField(profile));
}

/** What a model has lowered or dismissed is asked about again: the answers are there, and may no longer hold. */
function isOpen({ verdict: { status, basis }, subject }: ReadableFinding): boolean {
  if (subject.match.class === 'malicious' || basis === 'human' || basis === 'vex') return false;
  return status !== 'not_relevant' || basis === 'ai';
}

function mostUrgentFirst(a: ReadableFinding, b: ReadableFinding): number {
  return b.risk - a.risk || (a.id < b.id ? -1 : Number(a.id > b.id));
}
