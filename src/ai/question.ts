/**
 * What is asked, the same for every provider. A question holds all of its text already, so that it can be shown, counted and hashed
 * before anybody is called.
 */

/** Part of every hash: an answer to other words is another answer. Raise it when a text, a schema or the shape of the data changes. */
export const PROMPT_VERSION = '1';

export const PURPOSES = ['facts', 'profile', 'second'] as const;
export type Purpose = (typeof PURPOSES)[number];

export interface Question {
  readonly purpose: Purpose;
  readonly promptVersion: string;
  /** Our words: the task, and that data is no instruction. */
  readonly system: string;
  /** The data as JSON between two lines that nobody can know before. */
  readonly data: string;
  readonly schemaName: string;
  readonly jsonSchema: JsonSchema;
  readonly outputTokensMax: number;
  /** SHA-256 of the question without what is made up for this one request: same hash, same question. */
  readonly hash: string;
  readonly ids: QuestionIds;
}

/** Made up for one request. They say nothing, and an answer has to repeat them. */
export interface QuestionIds {
  readonly finding?: string;
  readonly control?: string;
}

export type JsonSchema = Readonly<Record<string, unknown>>;
