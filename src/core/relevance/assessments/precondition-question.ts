/**
 * The question that a precondition of an advisory asks about a service, for the types that a person can answer. The subject is a
 * word of a closed list, or a name that the advisory itself states.
 */
import type { QuestionKind } from '../../vocabulary/question.ts';
import type { Question } from '../questions/question.ts';
import { DEPLOYMENTS, INPUT_KINDS, type PreconditionType } from './assessment.ts';
import { foldText } from './text/clean-text.ts';

export type AskedType = Extract<
  PreconditionType,
  'feature' | 'configuration' | 'component' | 'deployment' | 'input_kind'
>;

const KINDS: Readonly<Partial<Record<PreconditionType, QuestionKind>>> = {
  feature: 'feature',
  configuration: 'configuration',
  component: 'component',
  deployment: 'deployment',
  input_kind: 'input',
};

/** Names have letters, digits and the signs of identifiers: a text with other signs is a sentence, or hostile. */
const NAME = /^[\p{L}\p{N} ._:@/+#$*()-]{2,60}$/u;

/** Undefined: nothing that a person could be asked. */
export function toPreconditionQuestion(
  type: PreconditionType,
  value: string | null,
  packageName: string,
): Question | undefined {
  const kind = KINDS[type];
  const subject = foldText(value ?? '').toLowerCase();
  if (kind === undefined || !isSubject(type, subject)) return undefined;
  // Two packages may have a feature of the same name.
  return { kind, subject, package: type === 'feature' || type === 'configuration' ? packageName : null };
}

function isSubject(type: PreconditionType, subject: string): boolean {
  if (type === 'input_kind') return INPUT_KINDS.some((each) => each === subject);
  if (type === 'deployment') return DEPLOYMENTS.some((each) => each === subject);
  return NAME.test(subject);
}
