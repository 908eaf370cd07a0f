/**
 * Scripted readers instead of a model. The careful one returns the preconditions that the author of the item found in the text
 * and cites what contradicts them, which tests the labels against the table of contradictions. The hasty one takes everything
 * that is mentioned as necessary.
 */
import type { Answered, Ask } from '../../../src/ai/model-answer.ts';
import type { Question } from '../../../src/ai/questions/question.ts';
import { listContradictions } from '../../../src/core/relevance/assessments/contradictions/all-contradictions.ts';
import type { Contradiction } from '../../../src/core/relevance/assessments/contradictions/contradiction.ts';
import {
  toPlaceContexts,
  toProfilePlaces,
  type ProfilePlaces,
} from '../../../src/core/relevance/assessments/verification/verification-context.ts';
import { addStructuredPreconditions } from '../../../src/core/relevance/assessments/structured-preconditions.ts';
import type { CitedField, Precondition } from '../../../src/core/relevance/assessments/assessment.ts';
import type { Subject } from '../../../src/core/relevance/subject/subject.ts';
import type { EvaluationItem } from './evaluation-item.ts';
import { toFindingInput } from './to-finding-input.ts';

interface Reader {
  readonly facts: readonly Precondition[];
  readonly cite: (
    preconditions: readonly Precondition[],
    ground: ProfilePlaces,
    subject: Subject,
  ) => readonly CitedField[];
  /** Verdict for a profile without anything to cite. */
  readonly otherwise: 'relevant' | 'not_relevant';
}

export function carefulReader(item: EvaluationItem): Ask {
  return readAs(item, {
    facts: item.needs,
    otherwise: 'relevant',
    cite: (preconditions, ground, subject) =>
      citeWhere(preconditions, (row, each) => each.necessary && holds(row, each, subject, ground)),
  });
}

/** Takes everything that the text mentions as a condition: the mistake that code can detect least. */
export function hastyReader(item: EvaluationItem): Ask {
  return readAs(item, {
    facts: item.needs.map((need) => ({ ...need, necessary: true })),
    otherwise: 'relevant',
    cite: (preconditions, ground, subject) =>
      citeWhere(preconditions, (row, each) => holds(row, each, subject, ground)),
  });
}

function holds({ find }: Contradiction, { value }: Precondition, subject: Subject, ground: ProfilePlaces): boolean {
  return toPlaceContexts(subject, ground).every((at) => find(value, at) !== undefined);
}

function citeWhere(
  preconditions: readonly Precondition[],
  isCited: (row: Contradiction, precondition: Precondition) => boolean,
): readonly CitedField[] {
  return preconditions.flatMap((precondition, preconditionIndex) =>
    listContradictions(precondition.type)
      .filter((row) => isCited(row, precondition))
      .map(({ path }) => ({ preconditionIndex, profilePath: path, relation: 'contradicts' })),
  );
}

/** Questions about profiles come in the order of their names. */
function readAs(item: EvaluationItem, { facts, cite, otherwise }: Reader): Ask {
  const { subject } = toFindingInput(item, 'full-profile');
  const { preconditions } = addStructuredPreconditions(subject, { preconditions: facts });
  const grounds = toProfilePlaces(subject);
  let asked = 0;
  return (question) => {
    if (question.purpose === 'facts') return answer(question, { preconditions: facts });
    if (question.purpose === 'second') return answer(question, { ...SECOND, id: question.ids.finding });
    const ground = grounds[asked++ % Math.max(1, grounds.length)];
    const evidence = ground === undefined ? [] : cite(preconditions, ground, subject);
    const verdict = evidence.length === 0 ? otherwise : 'not_relevant';
    return answer(question, {
      items: [
        { ...ITEM, id: question.ids.finding, verdict, evidence },
        { ...ITEM, id: question.ids.control, verdict: 'relevant', evidence: [] },
      ],
    });
  };
}

const ITEM = { justification: null, confidence: 1, explanation: 'As the text says.' };
const SECOND = { exploitable: 'no', explanation: 'No way was found.' };

function answer({ ids }: Question, value: unknown): Promise<Answered> {
  return Promise.resolve({
    status: 'answered',
    value,
    ids,
    model: 'scripted',
    fingerprint: null,
    requestHash: null,
    responseHash: null,
    usage: { tokensIn: 100, tokensOut: 10 },
    unreported: 0,
    latencyMs: 0,
    httpStatus: 200,
    attempts: 1,
  });
}
