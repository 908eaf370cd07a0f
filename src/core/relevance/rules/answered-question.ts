/**
 * R27. A person answered the question that decides whether the vulnerability applies. "No" dismisses the finding, or lowers it if
 * the condition is about users; "yes" confirms it. A person may be wrong, so guards hold as for every heuristic.
 */
import { answerCondition, citeAnswer, type ConditionAnswer } from '../questions/answers.ts';
import { listConditions, type Condition } from '../questions/conditions.ts';
import { describeQuestion, type QuestionAnswer } from '../questions/question.ts';
import { isBefore } from '../calendar.ts';
import type { Evidence } from '../opinions/opinion.ts';
import type { Subject } from '../subject/subject.ts';
import { defineRule, type RuleOpinion } from './rule.ts';

export const answeredQuestion = defineRule({ id: 'R27', version: 1, code: 'answered-question' }, judge);

interface Answered extends ConditionAnswer {
  readonly condition: Condition;
}

function judge(subject: Subject): RuleOpinion | undefined {
  const { answers, component } = subject;
  if (answers === undefined || answers.size === 0) return undefined;
  const answered = listConditions(subject).flatMap((condition): Answered[] => {
    const known = answerCondition(condition, answers, component);
    return known === undefined ? [] : [{ ...known, condition }];
  });
  const excluded = answered.filter(({ answer }) => answer === 'no');
  const deciding = excluded.find(({ condition }) => condition.effect === 'dismiss') ?? excluded[0];
  if (deciding !== undefined) return toExclusion(deciding);
  const [confirmed] = answered;
  return confirmed && { effect: 'annotate', text: describeAnswers(confirmed.given), evidence: toEvidence(confirmed) };
}

function toExclusion(answered: Answered): RuleOpinion {
  const { condition, given } = answered;
  const isDismissed = condition.effect === 'dismiss';
  return {
    effect: condition.effect,
    state: isDismissed ? 'not_affected' : 'exploitable',
    justification: condition.justification,
    text: describeAnswers(given),
    evidence: toEvidence(answered),
    at:
      given
        .map(({ at }) => at)
        .toSorted()
        .at(-1) ?? null,
    expiresAt:
      given.map(({ expiresAt }) => expiresAt).toSorted((a, b) => (isBefore(a, b) ? -1 : Number(isBefore(b, a))))[0] ??
      null,
  };
}

function describeAnswers(given: readonly QuestionAnswer[]): string {
  return given.map((answer) => `${describeQuestion(answer).text} Answered with ${answer.answer}.`).join(' ');
}

function toEvidence({ condition, given }: Answered): readonly Evidence[] {
  return [condition.evidence, ...given.map(citeAnswer)];
}
