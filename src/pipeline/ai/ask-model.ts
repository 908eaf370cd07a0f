/**
 * One question on its way to a model and back: what was answered before is not asked again, what the budget does not hold is not
 * asked at all, and of every call there is a record. Nothing else in Assay speaks to a model on behalf of an organization.
 */
import type { AskOptions, ModelAnswer, ModelClient, NotAsked } from '../../ai/model-answer.ts';
import type { Question } from '../../ai/question.ts';
import { insertAiCall, type AiCall } from '../../store/ai/ai-calls.ts';
import { releaseBudget, reserveBudget } from '../../store/ai/budget.ts';
import { findAnswer, keepAnswer, keyOfQuestion, type KnownAnswer } from '../../store/ai/model-answers.ts';
import { LIMITS } from '../../core/limits.ts';
import type { PipelineDeps } from '../deps.ts';
import type { AiParts } from './ai-deps.ts';
import type { CompleteAiSettings } from './ai-settings.ts';

export interface AskContext {
  readonly orgId: string;
  readonly settings: CompleteAiSettings;
  readonly client: ModelClient;
  /** Who is asked about; null for a test. */
  readonly about: { readonly serviceId: string; readonly findingId: string } | null;
  /** Answers that were read before, by `keyOfQuestion`: nobody looks for them again. */
  readonly known?: ReadonlyMap<string, KnownAnswer>;
  /** Answers that are older than this do not count; absent: all of them do. */
  readonly freshSince?: string | undefined;
  readonly signal: AbortSignal;
}

type Deps = PipelineDeps & { readonly ai: AiParts };

/** `cached`: nothing was sent. `at`: when it was given. */
export type AskedAnswer = (ModelAnswer & { readonly cached: boolean; readonly at: string }) | NotAsked;

/** Why a question was not asked. */
export const NO_BUDGET = 'budget';

/** Questions that are on their way: whoever asks the same meanwhile waits for the answer, and it is paid for once. */
const underWay = new Map<string, Promise<AskedAnswer>>();

export async function askModel(deps: Deps, context: AskContext, question: Question): Promise<AskedAnswer> {
  const key = JSON.stringify([context.orgId, context.settings.model, question.promptVersion, question.hash]);
  const same = underWay.get(key);
  if (same !== undefined) {
    const answer = await same;
    return answer.status === 'not_asked' ? answer : { ...answer, cached: true };
  }
  const asking = askOnce(deps, context, question).finally(() => underWay.delete(key));
  underWay.set(key, asking);
  return await asking;
}

async function askOnce(deps: Deps, context: AskContext, question: Question): Promise<AskedAnswer> {
  const known =
    findFresh(context, context.known?.get(keyOfQuestion(question))) ?? (await recall(deps, context, question));
  if (known !== undefined) return { ...toAnswer(known), cached: true, at: known.at };
  const reservation = await reserve(deps, context, question);
  if (reservation === undefined) return { status: 'not_asked', reason: NO_BUDGET };
  try {
    const answer = await context.client.ask(question, { signal: context.signal } satisfies AskOptions);
    const at = await settle(deps, context, question, { ...reservation, answer, purpose: question.purpose });
    return { ...answer, cached: false, at };
  } catch (error) {
    // Ended by the signal: nobody knows what it has cost, and whoever goes on sets it aside again.
    await deps.database.inOrg(context.orgId, async (tx) => await releaseBudget(tx, reservation.id));
    throw error;
  }
}

/** Of a test: nothing is recalled and nothing is kept but the record and the cost. */
export async function askForTest(deps: Deps, context: AskContext, question: Question): Promise<ModelAnswer | NotAsked> {
  const reservation = await reserve(deps, context, question);
  if (reservation === undefined) return { status: 'not_asked', reason: NO_BUDGET };
  const started = deps.now();
  const answer = await context.client.ask(question, { signal: context.signal }).catch((error: unknown) => {
    if (!context.signal.aborted) throw error;
    return toTimeout(context.settings.model, deps.now() - started);
  });
  await settle(deps, context, question, { ...reservation, answer, purpose: 'test' });
  return answer;
}

function toTimeout(model: string, latencyMs: number): ModelAnswer {
  return {
    ...{ status: 'failed', reason: 'timeout', problem: 'It has not answered in time.', model, latencyMs, attempts: 1 },
    ...{ fingerprint: null, requestHash: null, responseHash: null, httpStatus: null },
  };
}

async function recall(deps: Deps, context: AskContext, question: Question): Promise<KnownAnswer | undefined> {
  return await deps.database.inOrg(context.orgId, async (tx) => {
    return findFresh(context, await findAnswer(tx, context.settings.model, question));
  });
}

function findFresh({ freshSince = '' }: AskContext, known: KnownAnswer | undefined): KnownAnswer | undefined {
  return known !== undefined && known.at >= freshSince ? known : undefined;
}

/** As if it had just come: without a request and without a cost. */
export function toAnswer({ outcome, reason, value, ids, toldModel }: KnownAnswer): ModelAnswer {
  const exchange = {
    ...{ model: toldModel, fingerprint: null, requestHash: null, responseHash: null },
    ...{ latencyMs: 0, httpStatus: null, attempts: 0 },
  };
  if (outcome === 'answered') return { status: 'answered', value, ids, ...exchange };
  return { status: 'abstained', reason: reason === 'refusal' ? 'refusal' : 'truncated', ...exchange };
}

interface Reservation {
  readonly id: string;
  readonly tokensIn: number;
  readonly tokensOut: number;
}

/** All attempts and pauses of a call, with a margin: a lease that ends earlier would be spent twice. */
function leaseOf({ timeoutMs }: CompleteAiSettings): number {
  return (timeoutMs + LIMITS.aiRetryAfterSecondsMax * 1_000) * (LIMITS.aiRetriesMax + 2) + 60_000;
}

async function reserve(deps: Deps, context: AskContext, question: Question): Promise<Reservation | undefined> {
  const { settings, orgId } = context;
  const estimate = deps.ai.estimateTokens(question);
  const reservation = { id: deps.newId(), ...estimate };
  const isReserved = await deps.database.inOrg(
    orgId,
    async (tx) =>
      await reserveBudget(tx, settings.budget, {
        id: reservation.id,
        at: nowOf(deps),
        leasedUntil: new Date(deps.now() + leaseOf(settings)).toISOString(),
        tokens: estimate.tokensIn + estimate.tokensOut,
        cost: costOf(settings, estimate),
      }),
  );
  return isReserved ? reservation : undefined;
}

/** Answer, record and cost in one transaction: what was paid for is there, and what is there was paid for once. */
async function settle(
  deps: Deps,
  context: AskContext,
  question: Question,
  call: Reservation & { readonly answer: ModelAnswer; readonly purpose: AiCall['purpose'] },
): Promise<string> {
  const { answer, purpose } = call;
  const { settings, orgId, about } = context;
  const wasSent = answer.attempts > 0;
  const estimated = wasSent && answer.usage === undefined && mayHaveCost(answer);
  const tokens = answer.usage ?? (estimated ? call : NOTHING);
  const at = nowOf(deps);
  await deps.database.inOrg(orgId, async (tx) => {
    await releaseBudget(tx, call.id);
    if (wasSent) {
      await insertAiCall(tx, {
        ...{ id: deps.newId(), at, purpose, serviceId: about?.serviceId ?? null, findingId: about?.findingId ?? null },
        ...{ host: new URL(settings.baseUrl).host, model: answer.model, fingerprint: answer.fingerprint },
        ...{ promptVersion: question.promptVersion, questionHash: question.hash },
        ...{ requestHash: answer.requestHash, responseHash: answer.responseHash, estimated },
        ...{ tokensIn: tokens.tokensIn, tokensOut: tokens.tokensOut, cost: costOf(settings, tokens) },
        prices: settings.budget,
        ...{ latencyMs: Math.round(answer.latencyMs), httpStatus: answer.httpStatus, attempts: answer.attempts },
        ...{ outcome: answer.status, reason: answer.status === 'answered' ? null : answer.reason },
        bodies: settings.storeBodies ? (answer.bodies ?? null) : null,
      });
    }
    if (purpose === 'test' || answer.status === 'failed') return;
    await keepAnswer(tx, {
      ...{ hash: question.hash, promptVersion: question.promptVersion, purpose, model: settings.model },
      ...{ outcome: answer.status, toldModel: answer.model, at },
      reason: answer.status === 'abstained' ? answer.reason : null,
      value: answer.status === 'answered' ? answer.value : null,
      ids: answer.status === 'answered' ? toTexts({ ...answer.ids }) : {},
    });
  });
  return at;
}

/** Whoever was refused has paid nothing; whoever gave up waiting may have. */
function mayHaveCost(answer: ModelAnswer): boolean {
  return answer.status !== 'failed' || answer.reason === 'timeout' || answer.reason === 'invalid_output';
}

const NOTHING = { tokensIn: 0, tokensOut: 0 };
const PRICED_TOKENS = 1_000_000;

function costOf(
  { budget: { priceIn, priceOut } }: CompleteAiSettings,
  { tokensIn, tokensOut }: Pick<Reservation, 'tokensIn' | 'tokensOut'>,
): number {
  return (tokensIn * priceIn + tokensOut * priceOut) / PRICED_TOKENS;
}

function toTexts(ids: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(Object.entries(ids).flatMap(([name, id]) => (id === undefined ? [] : [[name, id]])));
}

function nowOf(deps: Pick<PipelineDeps, 'now'>): string {
  return new Date(deps.now()).toISOString();
}
