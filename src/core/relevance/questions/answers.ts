/**
 * Answers of people to questions about a service, and what they say about a condition. An answer does not count for a package
 * that has another major version than when it was given: the new one may work differently.
 */
import { majorOf } from '../decisions/decision.ts';
import { shortenName, type Evidence } from '../opinions/opinion.ts';
import type { Subject } from '../subject/subject.ts';
import type { Condition } from './conditions.ts';
import { describeQuestion, keyOfQuestion, type Answers, type Question, type QuestionAnswer } from './question.ts';

type AnsweredComponent = Pick<Subject['component'], 'ecosystem' | 'name' | 'version'>;

/** Ecosystem and name, as in `Majors`. */
export function packageOf({ ecosystem, name }: AnsweredComponent): string {
  return `${ecosystem ?? ''} ${name}`;
}

export function majorVersionOf({ version }: AnsweredComponent): string {
  return majorOf(version ?? '');
}

export interface KnownAnswer {
  readonly answer: QuestionAnswer | undefined;
  /** An answer exists and does not count, because the major version of the package has changed. */
  readonly isOutdated: boolean;
}

export function findAnswer(question: Question, answers: Answers, component: AnsweredComponent): KnownAnswer {
  const answer = answers.get(keyOfQuestion(question));
  const majors = answer?.majors[packageOf(component)];
  const isOutdated = majors !== undefined && !majors.includes(majorVersionOf(component));
  return { answer: isOutdated ? undefined : answer, isOutdated };
}

/** `no`: every alternative is excluded. `yes`: one of them is true. */
export interface ConditionAnswer {
  readonly answer: 'yes' | 'no';
  readonly given: readonly QuestionAnswer[];
}

/** Undefined: it is open. */
export function answerCondition(
  { alternatives }: Pick<Condition, 'alternatives'>,
  answers: Answers,
  component: AnsweredComponent,
): ConditionAnswer | undefined {
  const given = alternatives.flatMap((question) => findAnswer(question, answers, component).answer ?? []);
  const confirming = given.filter(({ answer }) => answer === 'yes');
  if (confirming.length > 0) return { answer: 'yes', given: confirming };
  const excluding = given.filter(({ answer }) => answer === 'no');
  return excluding.length === alternatives.length ? { answer: 'no', given: excluding } : undefined;
}

/** The time is part of the value, so that another answer is another piece of evidence. */
export function citeAnswer(answer: QuestionAnswer): Evidence {
  const { by, at, note } = answer;
  const said = `${answer.answer}, by ${shortenName(by)} at ${at}`;
  return {
    type: 'answer',
    path: shortenText(describeQuestion(answer).text),
    value: note === null ? said : shortenText(`${said}: ${note}`),
  };
}

const TEXT_CHARACTERS_MAX = 300;

function shortenText(text: string): string {
  return text.length <= TEXT_CHARACTERS_MAX ? text : `${text.slice(0, TEXT_CHARACTERS_MAX - 1).toWellFormed()}…`;
}
