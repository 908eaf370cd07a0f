/** Estimates the maximum cost of a question before it is asked. Most tokenizers need more than three bytes for a token. */
import type { Question } from './question.ts';

const BYTES_PER_TOKEN = 3;

export function estimateTokens({ system, data, jsonSchema, outputTokensMax }: Question): {
  readonly tokensIn: number;
  readonly tokensOut: number;
} {
  const bytes = Buffer.byteLength(system) + Buffer.byteLength(data) + Buffer.byteLength(JSON.stringify(jsonSchema));
  return { tokensIn: Math.ceil(bytes / BYTES_PER_TOKEN), tokensOut: outputTokensMax };
}
