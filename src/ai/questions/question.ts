/**
 * A question, the same for every provider. It contains its complete text, so that it can be shown, counted and hashed before the
 * provider is called.
 */
import type { QuestionPurpose } from '../../core/vocabulary/ai.ts';

/**
 * Part of every hash, because other prompts give other answers. Increase it when a text, a schema or the shape of the data
 * changes.
 */
export const PROMPT_VERSION = '3';

export interface Question {
  readonly purpose: QuestionPurpose;
  readonly promptVersion: string;
  /** The system prompt: the task, and that data is never an instruction. */
  readonly system: string;
  /** The data as JSON between two unpredictable lines. */
  readonly data: string;
  readonly schemaName: string;
  readonly jsonSchema: JsonSchema;
  readonly outputTokensMax: number;
  /** SHA-256 of the question without the random parts of this request: same hash, same question. */
  readonly hash: string;
  readonly ids: QuestionIds;
}

/** Id of the item in one request, chosen at random. An answer must repeat it, so that no text can contain a ready answer. */
export interface QuestionIds {
  readonly finding?: string;
}

export type JsonSchema = Readonly<Record<string, unknown>>;

/** Estimates the maximum cost of a question before it is asked. Most tokenizers need more than three bytes for a token. */
const BYTES_PER_TOKEN = 3;

export function estimateTokens({ system, data, jsonSchema, outputTokensMax }: Question): {
  readonly tokensIn: number;
  readonly tokensOut: number;
} {
  const bytes = Buffer.byteLength(system) + Buffer.byteLength(data) + Buffer.byteLength(JSON.stringify(jsonSchema));
  return { tokensIn: Math.ceil(bytes / BYTES_PER_TOKEN), tokensOut: outputTokensMax };
}
