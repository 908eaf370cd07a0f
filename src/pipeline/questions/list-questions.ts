/** Lists the questions about a service with their answers and the findings that they settle, the most useful first. */
import { isBefore } from '../../core/relevance/calendar.ts';
import { rankQuestions, type SettledFinding } from '../../core/relevance/questions/cluster-questions.ts';
import type { Question } from '../../core/relevance/questions/question.ts';
import { compareText } from '../../core/text/compare-text.ts';
import type { OrgTx } from '../../store/database.ts';
import {
  listNamedFindings,
  listServiceAnswers,
  listServiceQuestions,
  type NamedFinding,
  type StoredAnswer,
} from '../../store/relevance/questions.ts';

export interface ServiceQuestion extends Question {
  readonly id: string;
  readonly findings: readonly (SettledFinding & Omit<NamedFinding, 'id'>)[];
  readonly answer: StoredAnswer | null;
  /** Why it is asked again although it was answered. */
  readonly askedAgain: 'expired' | 'version' | null;
}

export const QUESTION_STATES = ['open', 'answered'] as const;
export type QuestionState = (typeof QUESTION_STATES)[number];

/** Open ones in the order in which to answer them, then answered ones, the newest answer first. */
export async function describeServiceQuestions(
  tx: OrgTx,
  serviceId: string,
  { now, states }: { readonly now: string; readonly states: readonly QuestionState[] },
): Promise<readonly ServiceQuestion[]> {
  const asked = await listServiceQuestions(tx, serviceId);
  const answers = new Map((await listServiceAnswers(tx, serviceId)).map((answer) => [answer.id, answer]));
  const names = await nameFindings(tx, asked);
  const questions = asked.map(({ versionId: _version, outdated, findings, ...question }): ServiceQuestion => {
    const answer = answers.get(question.id) ?? null;
    return {
      ...question,
      answer,
      askedAgain: answer === null ? null : findReasonToAsk(answer, { now, outdated }),
      findings: findings.flatMap((finding) => {
        const name = names.get(finding.id);
        return name === undefined ? [] : [{ ...name, ...finding }];
      }),
    };
  });
  const unasked = [...answers.values()]
    .filter(({ id }) => !asked.some((question) => question.id === id))
    .map((answer): ServiceQuestion => {
      const { id, kind, subject, package: name } = answer;
      return { id, kind, subject, package: name, answer, askedAgain: null, findings: [] };
    });
  const isOpen = ({ answer, askedAgain }: ServiceQuestion): boolean => answer === null || askedAgain !== null;
  const answered = [...questions.filter((each) => !isOpen(each)), ...unasked].toSorted((a, b) =>
    compareText(b.answer?.at ?? '', a.answer?.at ?? ''),
  );
  return [
    ...(states.includes('open') ? rankQuestions(questions.filter(isOpen)) : []),
    ...(states.includes('answered') ? answered : []),
  ];
}

function findReasonToAsk(
  { expiresAt }: StoredAnswer,
  { now, outdated }: { readonly now: string; readonly outdated: boolean },
): ServiceQuestion['askedAgain'] {
  if (!isBefore(now, expiresAt)) return 'expired';
  return outdated ? 'version' : null;
}

async function nameFindings(
  tx: OrgTx,
  asked: Awaited<ReturnType<typeof listServiceQuestions>>,
): Promise<ReadonlyMap<string, NamedFinding>> {
  const [first] = asked;
  if (first === undefined) return new Map();
  const ids = new Set(asked.flatMap(({ findings }) => findings.map(({ id }) => id)));
  return await listNamedFindings(tx, first.versionId, [...ids]);
}
