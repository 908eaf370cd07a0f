/**
 * Defines the shape of each answer once: the JSON Schema that is sent is derived from it, and every answer is validated against
 * it, because some servers accept a schema and do not follow it. Strict servers want every member required and no others, and
 * support few keywords, so optional members are nullable, and bounds are only checked here.
 */
import { z } from 'zod';
import { LIMITS } from '../../core/limits.ts';
import { foldText } from '../../core/relevance/assessments/text/clean-text.ts';
import { PRECONDITION_TYPES, ASSESSMENT_VERDICTS } from '../../core/relevance/assessments/assessment.ts';
import { SECOND_OPINIONS, type QuestionPurpose } from '../../core/vocabulary/ai.ts';
import { VEX_JUSTIFICATIONS } from '../../core/vocabulary/vex.ts';
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

export const ProfileAnswers = z.strictObject({
  items: z
    .array(
      z.strictObject({
        id: ShortText,
        verdict: z.enum(ASSESSMENT_VERDICTS),
        justification: z.enum(VEX_JUSTIFICATIONS).nullable(),
        evidence: z
          .array(
            z.strictObject({
              preconditionIndex: z.int(),
              profilePath: ShortText,
              relation: z.enum(['contradicts', 'supports', 'unclear']),
            }),
          )
          .max(LIMITS.aiPreconditionsMax),
        confidence: z.number().min(0).max(1),
        explanation: Explanation,
      }),
    )
    // Two items were asked about. An invented item is left to the verifier, which reports it.
    .max(4),
});

export const SecondAnswer = z.strictObject({
  id: ShortText,
  exploitable: z.enum(SECOND_OPINIONS),
  explanation: Explanation,
});

const SCHEMAS = { facts: FactsAnswer, profile: ProfileAnswers, second: SecondAnswer } as const;

export const SCHEMA_NAMES: Readonly<Record<QuestionPurpose, string>> = {
  facts: 'advisory_preconditions',
  profile: 'profile_analysis',
  second: 'second_opinion',
};

// Declared before the schemas, which are built when this module is loaded.
const BOUNDS = ['maxLength', 'maxItems', 'minimum', 'maximum'] as const;

export const JSON_SCHEMAS: Readonly<Record<QuestionPurpose, JsonSchema>> = {
  facts: toStrict(FactsAnswer),
  profile: toStrict(ProfileAnswers),
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
