/** A person answered "no" to the question that a precondition asks. The answer is about the service, so every profile has it. */
import type { VexJustification } from '../../../vocabulary/vex.ts';
import { citeAnswer, findAnswer } from '../../questions/answers.ts';
import { toPreconditionQuestion, type AskedType } from '../precondition-question.ts';
import { ANSWER_PATH, type Contradiction } from './contradiction.ts';

const JUSTIFICATIONS: Readonly<Record<AskedType, VexJustification>> = {
  feature: 'code_not_reachable',
  configuration: 'requires_configuration',
  component: 'requires_dependency',
  deployment: 'requires_environment',
  input_kind: 'code_not_reachable',
};

export const answeredWithNo: readonly Contradiction[] = (Object.keys(JUSTIFICATIONS) as AskedType[]).map((type) => ({
  type,
  path: ANSWER_PATH,
  effect: 'dismiss',
  justification: JUSTIFICATIONS[type],
  label: null,
  find: (value, { component, answers }) => {
    const question = toPreconditionQuestion(type, value, component.name);
    const answer = question && answers && findAnswer(question, answers, component).answer;
    return answer?.answer === 'no' ? [citeAnswer(answer)] : undefined;
  },
}));
