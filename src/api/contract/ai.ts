/** The AI step of an organization: settings, preview of the data sent, costs, and the log of calls. */
import { z } from 'zod';
import { LIMITS } from '../../core/limits.ts';
import {
  AI_MODES,
  CALL_OUTCOMES,
  CALL_PURPOSES,
  PROVIDERS,
  REASONING_EFFORTS,
  QUESTION_PURPOSES,
  SHARING_MODES,
} from '../../core/vocabulary/ai.ts';
import { EXAMPLE_ID, Flag, PageQuery, pathId, Timestamp, wholeNumber } from './page.ts';

const Provider = z
  .enum(PROVIDERS)
  .describe('Protocol of the model provider: OpenAI chat completions or Anthropic messages.');
const Sharing = z
  .enum(SHARING_MODES)
  .describe(
    'Data sent to the model. Advisories are read without any of your data. For the second opinion about a finding that would be dismissed, `advisory-only` sends the advisory text only; `structured-profile` also the name, version and scope of the component, and the profile fields that contradict the advisory; `full-profile` also all other confirmed choices and lists, and notes.',
  );
const Mode = z
  .enum(AI_MODES)
  .describe(
    '`auto`: dismiss a finding if the assessment is verified and no guard applies. `suggest`: every dismissal needs approval.',
  );
const Guards = z.object({
  cvss: z.number().min(0).max(10).describe('At or above this CVSS score, a dismissal by the model needs approval.'),
  epss: z
    .number()
    .min(0)
    .max(1)
    .describe('At or above this EPSS probability, a dismissal by the model needs approval.'),
});
const Price = z.number().min(0).max(LIMITS.aiPriceMax);
const Budget = z.object({
  tokensPerDay: z
    .int()
    .min(0)
    .max(LIMITS.aiTokensPerDayMax)
    .nullable()
    .describe('Maximum number of tokens per day. Null: unlimited.'),
  currencyPerMonth: z
    .number()
    .min(0)
    .max(LIMITS.aiPriceMax)
    .nullable()
    .describe('Maximum cost per month. Null: unlimited.'),
  priceIn: Price.describe('Price of one million input tokens, in the currency of the budget.'),
  priceOut: Price.describe('Price of one million output tokens, in the currency of the budget.'),
});

const Settings = z.object({
  enabled: z.boolean().describe('Off by default. While off, no data is sent to a model.'),
  provider: Provider,
  baseUrl: z
    .string()
    .max(LIMITS.aiUrlCharactersMax)
    .nullable()
    .describe('Base URL of the provider, for example `https://api.example.com/v1`.'),
  apiKeyHeader: z
    .string()
    .regex(/^[A-Za-z0-9-]{1,64}$/, 'must be a header name')
    .nullable()
    .describe('Name of the header for the API key, for gateways that use a custom one.'),
  model: z.string().trim().min(1).max(LIMITS.aiNameCharactersMax).nullable(),
  sharing: Sharing,
  mode: Mode,
  guards: Guards,
  budget: Budget,
  concurrency: z
    .int()
    .min(1)
    .max(LIMITS.aiConcurrencyMax)
    .describe('Maximum number of concurrent calls of each server process, for all services together.'),
  timeoutMs: z
    .int()
    .min(1_000)
    .max(LIMITS.aiTimeoutMsMax)
    .describe('Timeout of one attempt, in milliseconds. Longer for an endpoint that was measured to be slower.'),
  outputTokensMax: z
    .int()
    .min(LIMITS.aiOutputTokensSettingMin)
    .max(LIMITS.aiOutputTokensSettingMax)
    .nullable()
    .describe(
      'Maximum number of output tokens of one response, including reasoning. Null: the default of each question, plus the tokens for reasoning.',
    ),
  reasoningEffort: z
    .enum(REASONING_EFFORTS)
    .describe(
      'How much the model reasons before it answers: `reasoning_effort` of OpenAI, a budget for `thinking` of Anthropic. `default`: not sent. Left out if the model does not support it.',
    ),
  maxFindingsPerRun: z.int().min(1).max(LIMITS.aiFindingsPerRunMax),
  storeBodies: z
    .boolean()
    .describe(`Whether request and response bodies are stored with each call, for ${LIMITS.aiBodyDaysKept} days.`),
});

export const WireAiSettings = Settings.extend({
  apiKey: z
    .object({ lastFour: z.string().describe('Last four characters of the key.'), setAt: Timestamp })
    .nullable()
    .describe('The stored API key. Null: none. The key itself is never returned.'),
  allowsPrivate: z
    .boolean()
    .describe(
      'Whether this installation allows models at private addresses and `http://` URLs (`ASSAY_AI_ALLOW_PRIVATE`).',
    ),
}).meta({ id: 'AiSettings' });
export type WireAiSettings = z.infer<typeof WireAiSettings>;

export const AiChange = Settings.extend({
  guards: Guards.partial(),
  budget: Budget.partial(),
  apiKey: z
    .string()
    .regex(/^[\x21-\x7e]{1,512}$/, 'must be up to 512 visible ASCII characters')
    .nullable()
    .describe('Write-only. Null removes the key. Changing the origin of `baseUrl` requires sending the key again.'),
})
  .partial()
  .refine((change) => Object.values(change).some((value) => value !== undefined), 'must contain at least one setting')
  .meta({
    id: 'AiChange',
    description: 'The settings to change.',
    example: { enabled: true, mode: 'suggest', budget: { tokensPerDay: 200_000 } },
  });
export type AiChange = z.output<typeof AiChange>;

const Bodies = z.object({ request: z.string(), response: z.string() }).nullable();

export const WireAiTest = z
  .object({
    ok: z.boolean(),
    outcome: z.enum(CALL_OUTCOMES),
    reason: z
      .string()
      .nullable()
      .describe('For example `auth`, `timeout`, `provider_error`, `invalid_output`, `truncated` or `refusal`.'),
    problem: z.string().nullable().describe('What went wrong. Null: the test succeeded.'),
    model: z.string().describe('Model name as reported by the provider.'),
    latencyMs: z.int(),
    httpStatus: z.int().nullable(),
    tokensIn: z.int().nullable(),
    tokensOut: z.int().nullable(),
    bodies: Bodies.describe(
      'Bodies of the last request and its response. The API key is masked. Null: nothing was sent, or no response came in time.',
    ),
  })
  .meta({ id: 'AiTest' });
export type WireAiTest = z.infer<typeof WireAiTest>;

export const AiExampleQuery = z.object({
  finding: z.string().meta({ description: 'Id of the finding.', example: EXAMPLE_ID }),
});
export const WireAiExample = z
  .object({
    sharing: Sharing,
    enabled: z.boolean().describe('False: AI is disabled, and these requests are not sent.'),
    requests: z.array(
      z.object({
        purpose: z.enum(QUESTION_PURPOSES),
        isComplete: z.boolean().describe('False: parts that depend on the answer to an earlier request are missing.'),
        method: z.string(),
        url: z.string(),
        headers: z.record(z.string(), z.string()).describe('The API key is masked.'),
        body: z
          .string()
          .describe('The complete body. Ids and the delimiter around the data are random in each request.'),
        tokens: z.int().describe('Tokens reserved from the budget for this request.'),
      }),
    ),
  })
  .meta({ id: 'AiExample' });
export type WireAiExample = z.infer<typeof WireAiExample>;

export const AiUsageQuery = z.object({
  days: wholeNumber(1, LIMITS.aiUsageDaysMax)
    .default(30)
    .meta({ description: 'Number of days to return, up to and including today.', example: 7 }),
});
const Spent = z.object({ tokens: z.int(), cost: z.number() });
export const WireAiUsage = z
  .object({
    today: Spent.describe('Usage today, including reserved tokens.'),
    month: Spent.describe('Usage since the first of the month (UTC), including reserved tokens.'),
    budget: Budget,
    days: z.array(
      z.object({
        day: z.iso.date(),
        calls: z.int(),
        tokensIn: z.int(),
        tokensOut: z.int(),
        cost: z.number().describe('Calculated with the prices set at the time of each call.'),
        outcomes: z
          .record(z.string(), z.int())
          .describe('Number of calls by outcome: `answered`, `abstained`, `failed`.'),
        cacheHits: z.int().describe('Assessments answered from the cache, without a call.'),
      }),
    ),
  })
  .meta({ id: 'AiUsage' });
export type WireAiUsage = z.infer<typeof WireAiUsage>;

export const AiCallsQuery = PageQuery;
export const WireAiCall = z
  .object({
    id: z.uuid(),
    at: Timestamp,
    purpose: z.enum(CALL_PURPOSES),
    serviceId: z.uuid().nullable(),
    findingId: z.uuid().nullable(),
    host: z.string(),
    model: z.string(),
    fingerprint: z.string().nullable(),
    promptVersion: z.string(),
    questionHash: z.string(),
    requestHash: z.string().nullable(),
    responseHash: z.string().nullable(),
    tokensIn: z.int(),
    tokensOut: z.int(),
    estimated: z.boolean().describe('True: the provider did not report token counts, so they are estimated.'),
    cost: z.number(),
    latencyMs: z.int(),
    httpStatus: z.int().nullable(),
    attempts: z.int(),
    outcome: z.enum(CALL_OUTCOMES),
    reason: z.string().nullable(),
    hasBodies: z.boolean().describe('Whether the request and response bodies are stored.'),
  })
  .meta({ id: 'AiCall' });
export type WireAiCall = z.infer<typeof WireAiCall>;

export const AiCallParams = z.object({ id: pathId('call') });
export const WireAiCallDetails = WireAiCall.extend({
  bodies: Bodies.describe(
    'Bodies of the last request and its response, without the API key. Null: not stored (`storeBodies`), or deleted.',
  ),
}).meta({ id: 'AiCallDetails' });
export type WireAiCallDetails = z.infer<typeof WireAiCallDetails>;

export const AiRunQuery = z.object({
  fresh: Flag.default(false).describe(
    'Whether to ask the model again instead of using cached answers. The full cost applies again.',
  ),
});
export const WireAiRun = z
  .object({ analysisId: z.uuid().describe('Id of the analysis. Its stage `ai` shows the progress.') })
  .meta({ id: 'AiRun' });
