/**
 * Defines the shape of each answer once: the JSON Schema that is sent is derived from it, and every answer is validated against
 * it, because some servers accept a schema and do not follow it. Strict servers want every member required and no others, and
 * support few keywords, so optional members are nullable, and bounds are only checked here.
 */
import { z } from 'zod';
import { LIMITS } from '../../core/limits.ts';
import { foldText } from '../../core/relevance/assessments/text/clean-text.ts';
import { PRECONDITION_TYPES } from '../../core/relevance/assessments/assessment.ts';
import { SECOND_OPINIONS, type QuestionPurpose } from '../../core/vocabulary/ai.ts';
import type { JsonSchema } from './question.ts';

const ShortText = z.string().max(LIMITS.aiNameCharactersMax);
// An explanation is shown to users; one that is too long is shortened, not rejected.
const Explanation = z.string().transform((text) => foldText(text, LIMITS.aiExplanationCharactersMax));

export const FactsAnswer = z.strictObject({
  preconditions: z
    .array(
      z.strictObject({
        type: z.enum(PRECONDITION_TYPES),
        value: ShortText.nullable(),
        quote: z.string().max(LIMITS.aiQuoteCharactersMax),
        necessary: z.boolean(),
      }),
    )
    .max(LIMITS.aiPreconditionsMax),
});

/** Closed and the same in every request: providers compile and cache a schema, and a model cannot mistype an id. */
export const ITEM_IDS = [
  'k1',
  'k2',
  'k3',
  'k4',
  'k5',
  'k6',
  'k7',
  'k8',
  'm1',
  'm2',
  'm3',
  'm4',
  'm5',
  'm6',
  'm7',
  'm8',
] as const;

export const SecondAnswer = z.strictObject({
  id: z.enum(ITEM_IDS),
  exploitable: z.enum(SECOND_OPINIONS),
  explanation: Explanation,
});

const SCHEMAS = { facts: FactsAnswer, second: SecondAnswer } as const;

export const SCHEMA_NAMES: Readonly<Record<QuestionPurpose, string>> = {
  facts: 'advisory_preconditions',
  second: 'second_opinion',
};

// Declared before the schemas, which are built when this module is loaded.
const BOUNDS = ['maxLength', 'maxItems', 'minimum', 'maximum'] as const;

export const JSON_SCHEMAS: Readonly<Record<QuestionPurpose, JsonSchema>> = {
  facts: toStrict(FactsAnswer),
  second: toStrict(SecondAnswer),
};

/** Returns undefined if the value has another shape. */
export function parseAnswer(purpose: QuestionPurpose, value: unknown): unknown {
  const { success, data } = SCHEMAS[purpose].safeParse(value);
  return success ? data : undefined;
}

function toStrict(schema: z.ZodType): JsonSchema {
  const { $schema: _, ...strict } = z.toJSONSchema(schema, {
    io: 'input',
    override: ({ jsonSchema }) => {
      for (const bound of BOUNDS) delete jsonSchema[bound];
    },
  });
  return strict;
}
