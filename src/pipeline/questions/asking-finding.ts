/** Turns a judged finding into one that asks questions. */
import type { JudgedFinding } from '../../core/history/findings/version-findings.ts';
import { listReadConditions } from '../../core/relevance/assessments/read-conditions.ts';
import { findGuards, type GuardThresholds } from '../../core/relevance/opinions/guards.ts';
import type { AskingFinding } from '../../core/relevance/questions/cluster-questions.ts';
import { listConditions } from '../../core/relevance/questions/conditions.ts';
import type { ReplayedAnswer } from '../ai/assessment/replay-answers.ts';

/** Empty: the finding asks nothing. People and VEX have decided before questions do. */
export function toAskingFinding(
  { finding, subject }: JudgedFinding,
  {
    findingId,
    reading,
    thresholds,
  }: {
    readonly findingId: string;
    readonly reading: Pick<ReplayedAnswer, 'assessment' | 'texts'> | undefined;
    readonly thresholds: GuardThresholds | undefined;
  },
): readonly AskingFinding[] {
  const { basis } = finding.detail.relevance;
  if (basis === 'human' || basis === 'vex') return [];
  const facts = reading?.assessment.facts;
  const read = facts === undefined ? [] : listReadConditions(subject, facts, reading?.texts ?? []);
  const conditions = [...listConditions(subject), ...read];
  if (conditions.length === 0) return [];
  return [
    {
      findingId,
      component: subject.component,
      conditions,
      isOpen: finding.relevance !== 'not_relevant',
      isAnswered: finding.detail.reasons[0]?.evidence.some(({ type }) => type === 'answer') === true,
      isGuarded: findGuards(subject, thresholds).length > 0,
      risk: finding.risk,
    },
  ];
}
