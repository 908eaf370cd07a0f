/** The AI step of an organization: settings, preview of the data sent, costs, and the log of calls. */
import { z } from 'zod';
import { LIMITS } from '../../core/limits.ts';
import {
  AI_MODES,
  CALL_OUTCOMES,
  CALL_PURPOSES,
  PROVIDERS,
  QUESTION_PURPOSES,
  SHARING_MODES,
} from '../../core/vocabulary/ai.ts';
import { Flag, PageQuery, Timestamp, wholeNumber } from './page.ts';

const Provider = z
  .enum(PROVIDERS)
  .describe('Which protocol the provider speaks: chat completions as OpenAI has them, or messages of Anthropic.');
const Sharing = z
  .enum(SHARING_MODES)
  .describe(
    'What leaves Assay. `advisory-only`: the text of advisories and nothing of yours. `structured-profile`: also name, version and scope of the component, and confirmed choices and lists of the security profile. `full-profile`: also notes.',
  );
const Mode = z
  .enum(AI_MODES)
  .describe('`auto`: what was verified and is not guarded is dismissed. `suggest`: a person accepts or rejects it.');
const Guards = z.object({
  cvss: z.number().min(0).max(10).describe('From this score on a model may only suggest.'),
  epss: z.number().min(0).max(1).describe('From this chance of exploitation on a model may only suggest.'),
});
const Price = z.number().min(0).max(LIMITS.aiPriceMax);
const Budget = z.object({
  tokensPerDay: z.int().min(0).max(LIMITS.aiTokensPerDayMax).nullable().describe('Null: as many as it takes.'),
  currencyPerMonth: z.number().min(0).max(LIMITS.aiPriceMax).nullable().describe('Null: as much as it takes.'),
  priceIn: Price.describe('Of a million tokens that are sent, in the currency of the budget.'),
  priceOut: Price.describe('Of a million tokens that are answered.'),
});

const Settings = z.object({
  enabled: z.boolean().describe('Off by default. While it is off, nothing is sent anywhere.'),
  provider: Provider,
  baseUrl: z
    .string()
    .max(LIMITS.aiUrlCharactersMax)
    .nullable()
    .describe('What the paths of the protocol are added to: `https://api.example.com/v1`.'),
  apiKeyHeader: z
    .string()
    .regex(/^[A-Za-z0-9-]{1,64}$/, 'must be the name of a header')
    .nullable()
    .describe('For gateways that want the key in a header of their own.'),
  model: z.string().trim().min(1).max(LIMITS.aiNameCharactersMax).nullable(),
  sharing: Sharing,
  mode: Mode,
  minConfidence: z.number().min(0).max(1).describe('Below it an answer changes nothing.'),
  guards: Guards,
  budget: Budget,
  concurrency: z.int().min(1).max(LIMITS.aiConcurrencyMax).describe('Calls at once.'),
  timeoutMs: z.int().min(1_000).max(LIMITS.aiTimeoutMsMax).describe('Of one attempt.'),
  maxFindingsPerRun: z.int().min(1).max(LIMITS.aiFindingsPerRunMax),
  storeBodies: z
    .boolean()
    .describe(`Whether what was sent and answered is kept with each call, for ${LIMITS.aiBodyDaysKept} days.`),
});

export const WireAiSettings = Settings.extend({
  apiKey: z
    .object({ lastFour: z.string().describe('Of the key.'), setAt: Timestamp })
    .nullable()
    .describe('Null: none is stored. The key itself is never answered.'),
  allowsPrivate: z
    .boolean()
    .describe('Whether this installation allows models on private addresses and `http://`: `ASSAY_AI_ALLOW_PRIVATE`.'),
}).meta({ id: 'AiSettings' });
export type WireAiSettings = z.infer<typeof WireAiSettings>;

export const AiChange = Settings.extend({
  guards: Guards.partial(),
  budget: Budget.partial(),
  apiKey: z
    .string()
    .regex(/^[\x21-\x7e]{1,512}$/, 'must be up to 512 visible ASCII characters')
    .nullable()
    .describe('Written, never read. Null removes it. Another origin in `baseUrl` needs the key again.'),
})
  .partial()
  .refine((change) => Object.values(change).some((value) => value !== undefined), 'must change something')
  .meta({ id: 'AiChange' });
export type AiChange = z.output<typeof AiChange>;

export const WireAiTest = z
  .object({
    ok: z.boolean(),
    outcome: z.enum(CALL_OUTCOMES),
    reason: z.string().nullable().describe('`auth`, `timeout`, `provider_error`, `invalid_output`, `refusal`, ...'),
    problem: z.string().nullable().describe('In words; null when it worked.'),
    model: z.string().describe('As the provider calls it.'),
    latencyMs: z.int(),
    httpStatus: z.int().nullable(),
    tokensIn: z.int().nullable(),
    tokensOut: z.int().nullable(),
  })
  .meta({ id: 'AiTest' });
export type WireAiTest = z.infer<typeof WireAiTest>;

export const AiExampleQuery = z.object({
  finding: z.string().describe('Id of a finding.'),
});
export const WireAiExample = z
  .object({
    sharing: Sharing,
    enabled: z.boolean().describe('While it is false, none of this is sent.'),
    requests: z.array(
      z.object({
        purpose: z.enum(QUESTION_PURPOSES),
        profile: z.string().nullable().describe('Which security profile the question is about; it is not sent.'),
        isComplete: z
          .boolean()
          .describe('False: what an earlier answer would add is missing, because nobody has asked yet.'),
        method: z.string(),
        url: z.string(),
        headers: z.record(z.string(), z.string()).describe('The key is masked.'),
        body: z.string().describe('Every byte of it. Ids and the line around the data are made up anew each time.'),
        tokens: z.int().describe('What is reserved of the budget for it.'),
      }),
    ),
  })
  .meta({ id: 'AiExample' });
export type WireAiExample = z.infer<typeof WireAiExample>;

export const AiUsageQuery = z.object({ days: wholeNumber(1, LIMITS.aiUsageDaysMax).default(30) });
const Spent = z.object({ tokens: z.int(), cost: z.number() });
export const WireAiUsage = z
  .object({
    today: Spent.describe('With what is reserved at the moment.'),
    month: Spent.describe('Since the first of the month, UTC, with what is reserved.'),
    budget: Budget,
    days: z.array(
      z.object({
        day: z.iso.date(),
        calls: z.int(),
        tokensIn: z.int(),
        tokensOut: z.int(),
        cost: z.number().describe('By the prices that were set at the time of each call.'),
        outcomes: z.record(z.string(), z.int()).describe('`answered`, `abstained`, `failed`.'),
        cacheHits: z.int().describe('Answers that were there already and cost nothing.'),
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
    estimated: z.boolean().describe('The provider did not say how many tokens it took.'),
    cost: z.number(),
    latencyMs: z.int(),
    httpStatus: z.int().nullable(),
    attempts: z.int(),
    outcome: z.enum(CALL_OUTCOMES),
    reason: z.string().nullable(),
  })
  .meta({ id: 'AiCall' });
export type WireAiCall = z.infer<typeof WireAiCall>;

export const AiRunQuery = z.object({
  fresh: Flag.default(false).describe('Asks again what was answered before. It costs as much again.'),
});
export const WireAiRun = z
  .object({ analysisId: z.uuid().describe('Its stage `ai` tells how far it is.') })
  .meta({ id: 'AiRun' });
