/**
 * Asks a model one question for an organization: reuses known answers, respects settings and budget, and records every call. All
 * calls to a model for an organization go through this file.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { AskOptions, Failed, ModelAnswer, NotAsked } from '../../../ai/model-answer.ts';
import type { Question } from '../../../ai/questions/question.ts';
import type { CallPurpose, UnusableAnswer } from '../../../core/vocabulary/ai.ts';
import { insertAiCall } from '../../../store/ai/ai-calls.ts';
import {
  recordLostCalls,
  releaseBudget,
  lockBudget,
  extendReservation,
  isQuestionPending,
  reserveBudget,
} from '../../../store/ai/budget.ts';
import { saveAnswer, toQuestionKey, type KnownAnswer, findAnswer } from '../../../store/ai/model-answers.ts';
import { nowOf, type AiDeps } from '../../deps.ts';
import { LIMITS } from '../../../core/limits.ts';
import { findAiKey, getAiSettings, type AiSettings } from '../../../store/ai/ai-settings.ts';
import type { OrgTx } from '../../../store/database.ts';
import { type CompleteAiSettings, getAiAvailability } from '../ai-settings.ts';
import { inCallSlot } from './call-slots.ts';
import { toModelSettings, type OpenedModel } from './open-model.ts';

/** `cached` means that nothing was sent; `at` is the time of the answer. */
export type AskOutcome =
  | (ModelAnswer & { readonly cached: boolean; readonly at: string })
  | { readonly status: 'not_asked'; readonly reason: NotAskedReason };

/** Questions in flight: a caller with the same question waits for the answer, which is paid for once. */
const inFlight = new Map<string, Promise<AskOutcome>>();

export async function askModel(deps: AiDeps, context: AskContext, question: Question): Promise<AskOutcome> {
  const { orgId, settings, freshSince = '' } = context;
  const key = JSON.stringify([orgId, settings.model, question.promptVersion, question.hash]);
  for (let same = inFlight.get(key); same !== undefined; same = inFlight.get(key)) {
    const answer = await same;
    // What stopped the other caller, such as the settings of its service, need not stop this one. A caller that wants a fresh answer
    // does not get an older one.
    if (answer.status !== 'not_asked' && answer.at >= freshSince) return { ...answer, cached: true };
  }
  const asking = askOnce(deps, context, question).finally(() => inFlight.delete(key));
  inFlight.set(key, asking);
  return await asking;
}

async function askOnce(deps: AiDeps, context: AskContext, question: Question): Promise<AskOutcome> {
  const known = findFreshAnswer(context, context.known?.get(toQuestionKey(question)));
  if (known !== undefined) return toCached(known);
  const unusable = context.unusable?.get(toQuestionKey(question));
  if (unusable !== undefined) return { ...toFailure(context.settings.model, unusable), cached: true, at: nowOf(deps) };
  const { settings, signal } = context;
  return await inCallSlot(
    context.orgId,
    { limit: settings.concurrency, signal },
    async () => await askNow(deps, context, question),
  );
}

/** Asks about a canary: uses no known answer and stores only the record and the cost. */
export async function askCanary(deps: AiDeps, context: AskContext, question: Question): Promise<AskOutcome> {
  const { orgId, settings, signal } = context;
  const ask = async (): Promise<AskOutcome> => await askNow(deps, context, question, 'canary');
  return await inCallSlot(orgId, { limit: settings.concurrency, signal }, ask);
}

async function askNow(
  deps: AiDeps,
  context: AskContext,
  question: Question,
  purpose: CallPurpose = question.purpose,
): Promise<AskOutcome> {
  const place = await reserveInTurn(deps, context, question, purpose);
  if (place.kind === 'stopped') return { status: 'not_asked', reason: place.reason };
  if (place.kind === 'known') return toCached(place.answer);
  const { reservation } = place;
  deps.crashPoint('assessment-reserved');
  try {
    const answer = await context.client.ask(question, {
      signal: context.signal,
      canContinue: async (last) => (await reserveAttempt(deps, context, reservation, last)) !== undefined,
    });
    deps.crashPoint('assessment-answered');
    const at = await recordCall(deps, context, question, { ...reservation, answer, purpose });
    deps.crashPoint('assessment-saved');
    const { isDoubtful = false } = context;
    return { ...answer, cached: false, at, ...(answer.status === 'answered' && isDoubtful && { isDoubtful }) };
  } catch (error) {
    // Aborted: the request may have been sent, and its cost is unknown.
    await deps.database.inOrg(context.orgId, async (tx) => await recordLostCalls(tx, { id: reservation.id }));
    throw error;
  }
}

const POLL_INTERVAL_MS = 500;

/** Waits while another process asks the same question, at most as long as an answer may take: the process may have died. */
async function reserveInTurn(
  deps: AiDeps,
  context: AskContext,
  question: Question,
  purpose: CallPurpose,
): Promise<Exclude<ReservationResult, { kind: 'under-way' }>> {
  const patience = deps.now() + context.client.timeoutMs;
  for (;;) {
    const waits = deps.now() < patience;
    const place = await reserveQuestion(deps, context, question, { purpose, waits });
    if (place.kind !== 'under-way') return place;
    await delay(POLL_INTERVAL_MS, undefined, { signal: context.signal });
  }
}

/** For a test: uses no known answer and stores only the record and the cost. */
export async function askForTest(
  deps: AiDeps,
  context: AskContext,
  question: Question,
): Promise<ModelAnswer | NotAsked> {
  const place = await reserveQuestion(deps, context, question, { purpose: 'test', waits: false });
  if (place.kind !== 'reserved') return { status: 'not_asked', reason: 'budget' };
  const started = deps.now();
  let held = place.reservation;
  const canContinue: AskOptions['canContinue'] = async (last) => {
    const more = await reserveAttempt(deps, context, held, last);
    held = more ?? held;
    return more !== undefined;
  };
  const answer = await context.client.ask(question, { signal: context.signal, canContinue }).catch((error: unknown) => {
    if (!context.signal.aborted) throw error;
    const failure = toFailure(context.settings.model, 'timeout');
    return { ...failure, latencyMs: deps.now() - started, attempts: held.attempts, unreported: held.estimates };
  });
  await recordCall(deps, context, question, { ...held, answer, purpose: 'test' });
  return answer;
}

function toFailure(model: string, reason: 'timeout' | UnusableAnswer): Failed {
  const problem =
    reason === 'timeout' ? 'The model did not respond in time.' : 'An earlier response of the model was not usable.';
  return { status: 'failed', reason, problem, model, latencyMs: 0, attempts: 0, ...NO_EXCHANGE };
}

const NO_EXCHANGE = {
  fingerprint: null,
  requestHash: null,
  responseHash: null,
  httpStatus: null,
  unreported: 0,
} as const;

function toCached(known: KnownAnswer): AskOutcome {
  return { ...toAnswer(known), cached: true, at: known.at };
}

/** Converts a known answer to the form of a new one, without a request and without a cost. */
export function toAnswer({ outcome, value, ids, reportedModel, isDoubtful }: KnownAnswer): ModelAnswer {
  const exchange = { model: reportedModel, latencyMs: 0, attempts: 0, ...NO_EXCHANGE };
  if (outcome === 'answered') return { status: 'answered', value, ids, isDoubtful, ...exchange };
  return { status: 'abstained', reason: 'refusal', ...exchange };
}

/** Stores answer, record and cost in one transaction, so that every stored answer is paid for exactly once. */
async function recordCall(
  deps: AiDeps,
  context: AskContext,
  question: Question,
  call: Reservation & { readonly answer: ModelAnswer; readonly purpose: CallPurpose },
): Promise<string> {
  const { answer, purpose } = call;
  const { settings, orgId, about } = context;
  const wasSent = answer.attempts > 0;
  const { usage = NO_TOKENS, unreported } = answer;
  const tokens = {
    tokensIn: usage.tokensIn + unreported * call.tokensIn,
    tokensOut: usage.tokensOut + unreported * call.tokensOut,
  };
  const at = nowOf(deps);
  await deps.database.inOrg(orgId, async (tx) => {
    await releaseBudget(tx, call.id);
    if (wasSent) {
      await insertAiCall(tx, {
        id: deps.newId(),
        at,
        purpose,
        serviceId: about?.serviceId ?? null,
        findingId: about?.findingId ?? null,
        host: new URL(settings.baseUrl).host,
        model: answer.model,
        requestedModel: settings.model,
        fingerprint: answer.fingerprint,
        promptVersion: question.promptVersion,
        questionHash: question.hash,
        requestHash: answer.requestHash,
        responseHash: answer.responseHash,
        estimated: unreported > 0,
        tokensIn: tokens.tokensIn,
        tokensOut: tokens.tokensOut,
        cost: costOf(call.prices, tokens),
        prices: call.prices,
        latencyMs: Math.round(answer.latencyMs),
        httpStatus: answer.httpStatus,
        attempts: answer.attempts,
        outcome: answer.status,
        reason: answer.status === 'answered' ? null : answer.reason,
        bodies: settings.storeBodies ? (answer.bodies ?? null) : null,
      });
    }
    if (purpose !== question.purpose || answer.status === 'failed') return;
    await saveAnswer(tx, {
      hash: question.hash,
      promptVersion: question.promptVersion,
      purpose: question.purpose,
      model: settings.model,
      outcome: answer.status,
      reportedModel: answer.model,
      at,
      reason: answer.status === 'abstained' ? answer.reason : null,
      value: answer.status === 'answered' ? answer.value : null,
      ids: answer.status === 'answered' ? toTexts({ ...answer.ids }) : {},
      isDoubtful: context.isDoubtful ?? false,
    });
  });
  return at;
}

const NO_TOKENS = { tokensIn: 0, tokensOut: 0 };

function toTexts(ids: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(Object.entries(ids).flatMap(([name, id]) => (id === undefined ? [] : [[name, id]])));
}

// Decides whether a question may be asked now, under one lock of the organization and right before the call: by the current
// settings, not those at the start of the run, by known answers and questions in flight of other processes, and by the budget.
// The reservation identifies its call, so that the call is recorded even if this process dies.
export interface AskContext {
  readonly orgId: string;
  /** Settings at the start of the run; if they have changed, the run must start again. */
  readonly settings: CompleteAiSettings;
  readonly client: OpenedModel;
  /** The finding that is asked about; null for a test. */
  readonly about: { readonly serviceId: string; readonly findingId: string | null } | null;
  /** Answers that are already loaded, by `toQuestionKey`, and not looked up again. */
  readonly known?: ReadonlyMap<string, KnownAnswer>;
  /** Questions whose response was not usable, by `toQuestionKey`. They are not asked again. */
  readonly unusable?: ReadonlyMap<string, UnusableAnswer>;
  /** Older answers are ignored; if absent, all are used. */
  readonly freshSince?: string | undefined;
  /** The model misread the canary of this batch. Stored with each new answer. */
  readonly isDoubtful?: boolean;
  readonly signal: AbortSignal;
}

interface Reservation {
  readonly id: string;
  /** Estimate for one attempt. */
  readonly tokensIn: number;
  readonly tokensOut: number;
  readonly attempts: number;
  /** Number of estimates that are reserved. */
  readonly estimates: number;
  /** Prices at this moment. */
  readonly prices: AiSettings['budget'];
}

/**
 * Why no more questions are asked. `month` and `day` name the part of the budget that is spent; `changed` means that the settings
 * have changed.
 */
export type NotAskedReason = 'day' | 'month' | 'ai_disabled' | 'opt_out' | 'changed';

type ReservationResult =
  | { readonly kind: 'reserved'; readonly reservation: Reservation }
  | { readonly kind: 'known'; readonly answer: KnownAnswer }
  /** Another process is asking it, or has died while asking. */
  | { readonly kind: 'under-way' }
  | { readonly kind: 'stopped'; readonly reason: NotAskedReason };

async function reserveQuestion(
  deps: AiDeps,
  context: AskContext,
  question: Question,
  { purpose, waits }: { readonly purpose: CallPurpose; readonly waits: boolean },
): Promise<ReservationResult> {
  const { orgId, client, about } = context;
  const model = context.settings.model;
  return await deps.database.inOrg(orgId, async (tx): Promise<ReservationResult> => {
    await lockBudget(tx);
    const at = nowOf(deps);
    const stopped = await findStopReason(deps, tx, context);
    if (stopped !== null) return { kind: 'stopped', reason: stopped };
    if (purpose === question.purpose) {
      const answer = findFreshAnswer(context, await findAnswer(tx, model, question));
      if (answer !== undefined) return { kind: 'known', answer };
      if (waits && (await isQuestionPending(tx, { ...question, model, at }))) return { kind: 'under-way' };
    }
    const { budget } = await getAiSettings(tx);
    const estimate = deps.ai.estimateTokens(question, toModelSettings(context.settings));
    const reservation = { id: deps.newId(), ...estimate, attempts: 1, estimates: 1, prices: budget };
    const missing = await reserveBudget(tx, budget, {
      ...reservation,
      at,
      purpose,
      model,
      host: new URL(client.baseUrl).host,
      serviceId: about?.serviceId ?? null,
      findingId: about?.findingId ?? null,
      promptVersion: question.promptVersion,
      questionHash: question.hash,
      cost: costOf(budget, reservation),
      leasedUntil: toLeaseEnd(deps, context),
    });
    return missing === null ? { kind: 'reserved', reservation } : { kind: 'stopped', reason: missing };
  });
}

/**
 * Extends the reservation before each further attempt. If the last attempt may have been billed, its estimate stays reserved, and
 * another one is added. Returns undefined if there must be no further attempt.
 */
async function reserveAttempt(
  deps: AiDeps,
  context: AskContext,
  held: Reservation,
  { isPossiblyBilled }: { readonly isPossiblyBilled: boolean },
): Promise<Reservation | undefined> {
  return await deps.database.inOrg(context.orgId, async (tx) => {
    await lockBudget(tx);
    if ((await findStopReason(deps, tx, context)) !== null) return undefined;
    const { budget } = await getAiSettings(tx);
    const added = isPossiblyBilled ? held : NO_TOKENS;
    const missing = await extendReservation(tx, budget, {
      id: held.id,
      at: nowOf(deps),
      tokensIn: added.tokensIn,
      tokensOut: added.tokensOut,
      cost: costOf(held.prices, added),
      leasedUntil: toLeaseEnd(deps, context),
    });
    if (missing !== null) return undefined;
    return { ...held, attempts: held.attempts + 1, estimates: held.estimates + (isPossiblyBilled ? 1 : 0) };
  });
}

/** Returns null if AI is still enabled, and provider, model, key and sharing mode are the same as at the start of the run. */
async function findStopReason(
  { ai }: AiDeps,
  tx: OrgTx,
  { about, settings: begun, client }: AskContext,
): Promise<Exclude<NotAskedReason, 'day' | 'month'> | null> {
  // A test does not require that AI is enabled.
  if (about === null) return null;
  const { settings, off } = await getAiAvailability(ai, tx, about.serviceId);
  if (off !== null) return off;
  const isSame =
    toRecipientKey(settings) === toRecipientKey(begun) && ((await findAiKey(tx))?.sealed ?? null) === client.sealedKey;
  return isSame ? null : 'changed';
}

function toRecipientKey({ provider, baseUrl, apiKeyHeader, model, sharing }: AiSettings): string {
  return JSON.stringify([provider, baseUrl, apiKeyHeader, model, sharing]);
}

export function findFreshAnswer(
  { freshSince = '' }: Pick<AskContext, 'freshSince'>,
  known: KnownAnswer | undefined,
): KnownAnswer | undefined {
  return known !== undefined && known.at >= freshSince ? known : undefined;
}

/** Covers all attempts and pauses of a call with a margin: if the lease expired earlier, the budget could be spent twice. */
function toLeaseEnd(deps: AiDeps, { client }: AskContext): string {
  const leaseMs = (client.timeoutMs + LIMITS.aiRetryAfterSecondsMax * 1_000) * (LIMITS.aiRetriesMax + 2) + 60_000;
  return new Date(deps.now() + leaseMs).toISOString();
}

const PRICED_TOKENS = 1_000_000;

function costOf(
  { priceIn, priceOut }: AiSettings['budget'],
  { tokensIn, tokensOut }: Pick<Reservation, 'tokensIn' | 'tokensOut'>,
): number {
  return (tokensIn * priceIn + tokensOut * priceOut) / PRICED_TOKENS;
}
