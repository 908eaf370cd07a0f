/**
 * Compares the answers for a case with its labels: the outcome of every pair of component and vulnerability, and the differences.
 */
import type { ResolvedMatch } from '../../src/core/match/ownership/resolve-ownership.ts';
import { answerCase, refOf, type Answer } from './answer-case.ts';
import type { Label, LabeledCase, Verdict } from './labeled-case.ts';

export interface JudgedPair {
  /** Undefined if there was an answer that no label expects. */
  readonly expected: Verdict | undefined;
  readonly given: Verdict;
}

export interface JudgedCase {
  readonly pairs: readonly JudgedPair[];
  /** One line per difference from the labels; empty if the case is right. */
  readonly problems: readonly string[];
}

export function judgeCase(labeled: LabeledCase): JudgedCase {
  const answers = answerCase(labeled);
  const pairs: JudgedPair[] = [];
  const problems: string[] = [];
  for (const label of labeled.labels) {
    const answer = answers.get(refOf(labeled.components[label.component]));
    const given = read(answer, label.vulnerability);
    pairs.push({ expected: label.verdict, given: given.verdict });
    problems.push(...compare(label, given));
  }
  for (const [position, component] of labeled.components.entries()) {
    for (const match of answers.get(refOf(component))?.matches ?? []) {
      const { canonicalId } = match;
      const state = verdictOf(match);
      const isLabeled = labeled.labels.some(
        (each) => each.component === position && each.vulnerability === canonicalId,
      );
      if (isLabeled || state === 'not_affected') continue;
      pairs.push({ expected: undefined, given: state });
      problems.push(`component ${position}, ${canonicalId}: nothing expected, got ${state}`);
    }
  }
  return { pairs, problems };
}

interface Given {
  readonly verdict: Verdict;
  readonly reason: string | undefined;
  readonly match: ResolvedMatch | undefined;
}

/** A match always counts; without one, the verdict is "not affected" only if the component was checked. */
function read(answer: Answer | undefined, vulnerability: string): Given {
  const match = answer?.matches.find(({ canonicalId }) => canonicalId === vulnerability);
  if (match !== undefined) return { verdict: verdictOf(match), reason: reasonOf(match), match };
  if (answer === undefined) return { verdict: 'cannot_assess', reason: 'left out of the document', match };
  const { notChecked } = answer;
  if (notChecked !== null) return { verdict: 'cannot_assess', reason: notChecked, match };
  return { verdict: 'not_affected', reason: undefined, match };
}

function verdictOf({ state, dismissal }: ResolvedMatch): Verdict {
  return dismissal === undefined ? state : 'not_affected';
}

function reasonOf({ state, evidence }: ResolvedMatch): string | undefined {
  return state === 'cannot_assess' ? evidence.find(({ reason }) => reason !== undefined)?.reason : undefined;
}

function compare({ component, vulnerability, ...expected }: Label, { match, ...given }: Given): string[] {
  const deciding = match?.evidence.find(({ outcome }) => outcome === match.state);
  const facts: Readonly<Record<string, unknown>> = {
    ...given,
    confidence: match?.confidence,
    assumptions: match?.assumptions.toSorted(),
    fixedVersions: match?.fixedVersions,
    fixState: match?.fixState,
    class: match?.class,
    urgency: match?.urgency,
    via: deciding?.via,
    testedVersion: deciding?.testedVersion,
    records: [...new Set(match?.evidence.map(({ recordId }) => recordId))].toSorted(),
    isSaid: match !== undefined,
    dismissal: match?.dismissal?.code,
  };
  return Object.entries({ ...expected, ...inOrder(expected) }).flatMap(([fact, value]) => {
    if (JSON.stringify(value) === JSON.stringify(facts[fact])) return [];
    return [
      `component ${component}, ${vulnerability}: ${fact} is ${JSON.stringify(facts[fact])}, not ${JSON.stringify(value)}`,
    ];
  });
}

function inOrder({ assumptions, records }: Partial<Label>): Partial<Label> {
  return {
    ...(assumptions !== undefined && { assumptions: assumptions.toSorted() }),
    ...(records !== undefined && { records: records.toSorted() }),
  };
}
