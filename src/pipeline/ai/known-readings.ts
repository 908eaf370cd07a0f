/** Loads the stored questions and answers of many findings at once, so that evaluating a version again costs few statements. */
import { keyOfReading, listAnswers, listReadings, type KnownAnswer } from '../../store/ai/model-answers.ts';
import type { OrgTx } from '../../store/database.ts';
import type { ReadingSubject } from './reading-subject.ts';

export interface KnownReadings {
  /** By `keyOfQuestion`. */
  readonly answers: ReadonlyMap<string, KnownAnswer>;
  /** Returns the hashes of the questions asked about the finding, or undefined if there are none. */
  readonly questionsOf: (subject: Pick<ReadingSubject, 'finding'>) => readonly string[] | undefined;
}

export async function readKnown(
  tx: OrgTx,
  serviceId: string,
  model: string,
  subjects: readonly Pick<ReadingSubject, 'finding'>[],
): Promise<KnownReadings> {
  const packages = [...new Set(subjects.map(({ finding }) => finding.package))];
  const readings = await listReadings(tx, serviceId, packages);
  const questionsOf: KnownReadings['questionsOf'] = ({ finding }) => readings.get(keyOfReading(finding));
  const hashes = new Set(subjects.flatMap((subject) => questionsOf(subject) ?? []));
  return { answers: await listAnswers(tx, model, [...hashes]), questionsOf };
}
