/**
 * Selects the findings for an AI assessment: relevant or deprioritized, without a human decision or VEX statement, and with an
 * advisory that can name a precondition. The highest risk comes first, because budgets are limited.
 */
import type { Subject } from '../subject/subject.ts';
import type { Verdict } from '../opinions/opinion.ts';
import { compareText } from '../../text/compare-text.ts';
import type { AdvisoryText } from './assessment.ts';
import { canSupportPrecondition } from './mentions/check-quote.ts';
import { foldTexts } from './text/quotes.ts';

export interface AssessableFinding {
  readonly id: string;
  /** With or without earlier AI assessments. */
  readonly verdict: Pick<Verdict, 'status' | 'basis'>;
  readonly risk: number;
  readonly subject: Pick<Subject, 'match'>;
}

/** Returns the open findings, the highest risk first. */
export function selectForAssessment<Finding extends AssessableFinding>(
  findings: readonly Finding[],
): readonly Finding[] {
  return findings.filter(isOpen).toSorted((a, b) => b.risk - a.risk || compareText(a.id, b.id));
}

/** Findings that an AI assessment dismissed are selected again: the stored answers may no longer hold. */
function isOpen({ verdict: { status, basis }, subject }: AssessableFinding): boolean {
  if (subject.match.class === 'malicious' || basis === 'human' || basis === 'vex') return false;
  return status !== 'not_relevant' || basis === 'ai';
}

/** Returns whether any sentence can support a precondition. If none can, no answer would pass the verification. */
export function isWorthReading({ vulnerability, component }: Subject, texts: readonly AdvisoryText[]): boolean {
  return canSupportPrecondition(foldTexts(texts, { id: vulnerability.id, name: component.name }));
}
