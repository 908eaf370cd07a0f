/** What a question about a service is about. Each kind has one sentence, in `core/relevance/questions/question.ts`. */
export const QUESTION_KINDS = [
  'os',
  'arch',
  'program',
  'technology',
  'input',
  'package',
  'function',
  'feature',
  'configuration',
  'component',
  'deployment',
  'local_user',
] as const;
export type QuestionKind = (typeof QUESTION_KINDS)[number];

export const ANSWERS = ['yes', 'no', 'unknown'] as const;
export type Answer = (typeof ANSWERS)[number];

/** What the answer "no" does to a finding. `suggest`: a guard holds the dismissal back. */
export const ANSWER_EFFECTS = ['dismiss', 'deprioritize', 'suggest'] as const;
export type AnswerEffect = (typeof ANSWER_EFFECTS)[number];
