/** Loads the stored questions and answers of many findings at once, so that evaluating a version again costs few statements. */
import {
  toAssessmentKey,
  listAnswers,
  listAssessmentQuestions,
  type KnownAnswer,
} from '../../../store/ai/model-answers.ts';
import type { OrgTx } from '../../../store/database.ts';
import type { AssessmentSubject } from './assessment-subject.ts';

export interface StoredAnswers {
  /** By `toQuestionKey`. */
  readonly answers: ReadonlyMap<string, KnownAnswer>;
  /** Returns the hashes of the questions asked about the finding, or undefined if there are none. */
  readonly questionsOf: (subject: Pick<AssessmentSubject, 'finding'>) => readonly string[] | undefined;
}

export async function loadStoredAnswers(
  tx: OrgTx,
  serviceId: string,
  model: string,
  subjects: readonly Pick<AssessmentSubject, 'finding'>[],
): Promise<StoredAnswers> {
  const packages = [...new Set(subjects.map(({ finding }) => finding.package))];
  const stored = await listAssessmentQuestions(tx, serviceId, packages);
  const questionsOf: StoredAnswers['questionsOf'] = ({ finding }) => stored.get(toAssessmentKey(finding));
  const hashes = new Set(subjects.flatMap((subject) => questionsOf(subject) ?? []));
  return { answers: await listAnswers(tx, model, [...hashes]), questionsOf };
}
