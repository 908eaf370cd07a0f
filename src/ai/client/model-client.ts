/**
 * ENTRY. Asks a provider: retries retryable failures, leaves out parameters that a server does not support, asks once more if the
 * answer is malformed, and stops calling a provider that keeps failing. It decides nothing about a finding and does not handle
 * budgets.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { LIMITS } from '../../core/limits.ts';
import type { OutboundPolicy } from '../../outbound/policy.ts';
import { createCircuitBreaker, type CircuitBreaker } from './circuit-breaker.ts';
import { classifyAttempt, sendRequest, type Attempt, type AttemptFailure } from './attempt.ts';
import type {
  AskOptions,
  ModelAnswer,
  ModelClient,
  Abstained,
  Answered,
  Exchange,
  Failed,
  Usage,
} from '../model-answer.ts';
import type { ModelSettings, ProviderReply } from '../providers/provider.ts';
import { createAbilityMemory, type AbilityMemory } from '../providers/abilities.ts';
import type { Question, QuestionIds } from '../questions/question.ts';
import { isKeyHeader, isSendableKey, PROTOCOLS, toRequest } from './to-request.ts';
import { foldText } from '../../core/relevance/assessments/text/clean-text.ts';

export interface ModelClientOptions {
  readonly settings: ModelSettings;
  /** Null if the provider needs no key. */
  readonly key: string | null;
  readonly policy: OutboundPolicy;
  /** Breaker of the organization; defaults to one for this client. */
  readonly breaker?: CircuitBreaker;
  /** Ability memory of the process; defaults to one for this client. */
  readonly abilities?: AbilityMemory;
  /** Whether answers include the request and response bodies. */
  readonly keepBodies?: boolean;
  readonly clock?: Clock;
}

/** Time and randomness; tests use their own. */
interface Clock {
  readonly nowMs: () => number;
  /** Returns a number from 0 to 1. */
  readonly random: () => number;
  /** Rejects with the reason of the signal when the pause is aborted. */
  readonly pause: (ms: number, signal: AbortSignal | undefined) => Promise<void>;
}

const SYSTEM_CLOCK: Clock = {
  nowMs: () => Date.now(),
  random: () => Math.random(),
  pause: async (ms, signal) => await delay(ms, undefined, { signal }),
};

export function createModelClient(options: ModelClientOptions): ModelClient {
  const { clock = SYSTEM_CLOCK, settings, keepBodies = false } = options;
  const { breaker = createCircuitBreaker(clock.nowMs), abilities = createAbilityMemory() } = options;
  return {
    ask: async (question, { signal, canContinue } = {}) => {
      signal?.throwIfAborted();
      const tally = createTally(settings.model, clock.nowMs, keepBodies);
      const leave = breaker.enter();
      if (leave === undefined) return tally.fail('circuit_open', 'Requests are paused after repeated failures.');
      let outcome: Parameters<typeof leave>[0] = 'none';
      try {
        const answer = await askUntilAnswered({ ...options, clock, abilities, signal, canContinue }, question, tally);
        outcome = toBreakerOutcome(answer);
        return answer;
      } finally {
        leave(outcome);
      }
    },
  };
}

/** An interrupted call says nothing about the provider. */
function toBreakerOutcome(answer: ModelAnswer): 'success' | 'failure' | 'none' {
  if (answer.status !== 'failed') return 'success';
  return answer.reason === 'interrupted' ? 'none' : 'failure';
}

interface Call extends Pick<ModelClientOptions, 'settings' | 'key' | 'policy'> {
  readonly clock: Clock;
  readonly abilities: AbilityMemory;
  readonly signal: AbortSignal | undefined;
  readonly canContinue: AskOptions['canContinue'];
}

const ALWAYS = async (): Promise<boolean> => await Promise.resolve(true);

const REPAIR =
  'An earlier answer was not JSON of the required form. Answer with that one JSON object and nothing else.';

async function askUntilAnswered(call: Call, question: Question, tally: Tally): Promise<ModelAnswer> {
  const { settings, key, policy, abilities, clock, signal, canContinue = ALWAYS } = call;
  if (!URL.canParse(settings.baseUrl)) return tally.fail('provider_error', 'The base URL is not valid.');
  const problem = findKeyProblem(settings, key);
  if (problem !== undefined) return tally.fail('auth', problem);
  const protocol = PROTOCOLS[settings.provider];
  const server = toServerKey(settings);
  let asked = question;
  let known = abilities.recall(server);
  let retries = 0;
  for (;;) {
    const request = toRequest(asked, settings, key, known);
    const attempt = await sendRequest(request, policy, { timeoutMs: settings.timeoutMs, signal });
    const judged = classifyAttempt(attempt, {
      purpose: question.purpose,
      protocol,
      optional: protocol.optionalOf(settings),
      abilities: known,
      nowMs: clock.nowMs(),
    });
    tally.count(attempt, judged.reply);
    // Remembered only after it has helped: a refusal may name a parameter that was not its cause.
    if (judged.reply !== undefined) abilities.learn(server, known);
    if (judged.kind === 'answered') return tally.answer(judged.value, question.ids);
    if (judged.kind === 'abstained') return tally.abstain(judged.reason);
    if (judged.kind === 'truncated') return tally.fail('truncated', 'The answer was cut off at the output limit.');
    if (judged.kind === 'do-without') {
      known = judged.abilities;
    } else if (judged.kind === 'malformed') {
      if (asked !== question) return tally.fail('invalid_output', 'The answer is not JSON in the required format.');
      asked = { ...question, data: `${question.data}\n\n${REPAIR}` };
    } else {
      const pauseMs = retryDelayMs(judged, retries, clock.random);
      if (pauseMs === undefined) return tally.fail(judged.reason, judged.problem, judged.retryAfterSeconds);
      await clock.pause(pauseMs, signal);
      retries += 1;
    }
    if (!(await canContinue(attempt))) return tally.fail('interrupted', 'The request was canceled.');
  }
}

function findKeyProblem({ apiKeyHeader }: ModelSettings, key: string | null): string | undefined {
  if (key !== null && !isSendableKey(key)) return 'The key contains characters that are not allowed in a header.';
  if (apiKeyHeader !== undefined && !isKeyHeader(apiKeyHeader)) return 'The key cannot be sent in this header.';
  return undefined;
}

/** Returns undefined if there is no retry. A pause above the limit is left to the caller. */
function retryDelayMs(
  { isRetryable, retryAfterSeconds = 0 }: AttemptFailure,
  retries: number,
  random: () => number,
): number | undefined {
  if (!isRetryable || retries >= LIMITS.aiRetriesMax || retryAfterSeconds > LIMITS.aiRetryAfterSecondsMax)
    return undefined;
  return Math.max(retryAfterSeconds * 1_000, backoffMs(retries, random));
}

const FIRST_PAUSE_MS = 1_000;

/** Doubles each time; half of it is random, so that calls that failed together are not retried together. */
export function backoffMs(retry: number, random: () => number): number {
  const longest = FIRST_PAUSE_MS * 2 ** retry;
  return Math.round(longest / 2 + (longest / 2) * random());
}

/** Key of the server and model that abilities are remembered for. */
export function toServerKey({ provider, baseUrl, model }: ModelSettings): string {
  return JSON.stringify([provider, baseUrl, model]);
}

/** Sums up attempts, tokens and time of a question, and keeps the audit data of the last attempt. */
interface Tally {
  readonly count: (attempt: Attempt, reply: ProviderReply | undefined) => void;
  readonly answer: (value: unknown, ids: QuestionIds) => Answered;
  readonly abstain: (reason: Abstained['reason']) => Abstained;
  readonly fail: (reason: Failed['reason'], problem: string, retryAfterSeconds?: number) => Failed;
}

function createTally(model: string, nowMs: () => number, keepBodies: boolean): Tally {
  const startedAt = nowMs();
  let attempts = 0;
  let last: Attempt | undefined;
  let reported: Pick<ProviderReply, 'model' | 'fingerprint'> = { model: null, fingerprint: null };
  let usage: Usage | undefined;
  let unreported = 0;

  const sum = (): Exchange => ({
    model: toName(reported.model ?? '') || model,
    fingerprint: toName(reported.fingerprint ?? '') || null,
    requestHash: last?.requestHash ?? null,
    responseHash: last?.responseHash ?? null,
    ...(usage !== undefined && { usage }),
    unreported,
    latencyMs: nowMs() - startedAt,
    httpStatus: last?.status ?? null,
    attempts,
    ...(keepBodies && last !== undefined && { bodies: last.bodies }),
  });
  return {
    count: (attempt, reply) => {
      attempts += 1;
      last = attempt;
      if (reply !== undefined) reported = reply;
      if (isPlausible(reply?.usage)) usage = add(usage, reply.usage);
      else if (attempt.isPossiblyBilled) unreported += 1;
    },
    answer: (value, ids) => ({ status: 'answered', value, ids, ...sum() }),
    abstain: (reason) => ({ status: 'abstained', reason, ...sum() }),
    fail: (reason, problem, retryAfterSeconds) => ({
      status: 'failed',
      reason,
      problem,
      ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
      ...sum(),
    }),
  };
}

/** Cleans a name from the provider, which is untrusted, for storage and display. */
function toName(text: string): string {
  return foldText(text.slice(0, 4 * LIMITS.aiNameCharactersMax), LIMITS.aiNameCharactersMax);
}

/** Usage above the largest daily budget is a mistake of the provider; the estimate is used instead. */
function isPlausible(usage: Usage | null | undefined): usage is Usage {
  return usage !== null && usage !== undefined && usage.tokensIn + usage.tokensOut <= LIMITS.aiTokensPerDayMax;
}

function add(a: Usage = { tokensIn: 0, tokensOut: 0 }, b: Usage): Usage {
  return { tokensIn: a.tokensIn + b.tokensIn, tokensOut: a.tokensOut + b.tokensOut };
}
