/** Turns a judged finding into one that asks questions. */
import type { JudgedFinding } from '../../core/history/findings/version-findings.ts';
import { findGuards, type GuardThresholds } from '../../core/relevance/opinions/guards.ts';
import type { AskingFinding } from '../../core/relevance/questions/cluster-questions.ts';
import { listConditions } from '../../core/relevance/questions/conditions.ts';
import { answeredQuestion } from '../../core/relevance/rules/answered-question.ts';

/** Empty: the finding asks nothing. People and VEX have decided before questions do. */
export function toAskingFinding(
  { finding, subject }: JudgedFinding,
  findingId: string,
  thresholds: GuardThresholds | undefined,
): readonly AskingFinding[] {
  const { basis } = finding.detail.relevance;
  const conditions = basis === 'human' || basis === 'vex' ? [] : listConditions(subject);
  if (conditions.length === 0) return [];
  return [
    {
      findingId,
      component: subject.component,
      conditions,
      isOpen: finding.relevance !== 'not_relevant',
      isAnswered: finding.detail.reasons[0]?.code === answeredQuestion.code,
      isGuarded: findGuards(subject, thresholds).length > 0,
      risk: finding.risk,
    },
  ];
}
