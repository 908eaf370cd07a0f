/**
 * Asks a model one question for an organization: reuses known answers, respects settings and budget, and records every call. All
 * calls to a model for an organization go through this file.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { Failure, ModelAnswer, NotAsked } from '../../../ai/model-answer.ts';
import type { Question } from '../../../ai/questions/question.ts';
import { insertAiCall, type AiCall } from '../../../store/ai/ai-calls.ts';
import { recordLostCalls, releaseBudget } from '../../../store/ai/budget.ts';
import { saveAnswer, toQuestionKey, type KnownAnswer } from '../../../store/ai/model-answers.ts';
import { nowOf, type PipelineDeps } from '../../deps.ts';
import type { AiServices } from '../ai-deps.ts';
import { costOf, findFreshAnswer, shouldContinue, reserveQuestion } from './reserve-question.ts';
import type { AskContext, NotAskedReason, Reservation, ReservationResult } from './reserve-question.ts';

type Deps = PipelineDeps & { readonly ai: AiServices };

/** `cached` means that nothing was sent; `check` is the time of the answer. */
export type AskOutcome =
  | (ModelAnswer & { readonly cached: boolean; readonly at: string })
  | { readonly status: 'not_asked'; readonly reason: NotAskedReason };

/** Questions in flight: a caller with the same question waits for the answer, which is paid for once. */
const inFlight = new Map<string, Promise<AskOutcome>>();

export async function askModel(deps: Deps, context: AskContext, question: Question): Promise<AskOutcome> {
  const { orgId, settings, freshSince = '' } = context;
  const key = JSON.stringify([orgId, settings.model, question.promptVersion, question.hash]);
  for (let same = inFlight.get(key); same !== undefined; same = inFlight.get(key)) {
    const answer = await same;
    if (answer.status === 'not_asked') return answer;
    // A caller that wants a fresh answer does not get an older one.
    if (answer.at >= freshSince) return { ...answer, cached: true };
  }
  const asking = askOnce(deps, context, question).finally(() => inFlight.delete(key));
  inFlight.set(key, asking);
  return await asking;
}

async function askOnce(deps: Deps, context: AskContext, question: Question): Promise<AskOutcome> {
  const known = findFreshAnswer(context, context.known?.get(toQuestionKey(question)));
  if (known !== undefined) return toCached(known);
  context.signal.throwIfAborted();
  const place = await reserveInTurn(deps, context, question);
  if (place.kind === 'stopped') return { status: 'not_asked', reason: place.reason };
  if (place.kind === 'known') return toCached(place.answer);
  const { reservation } = place;
  deps.crashPoint('assessment-reserved');
  try {
    const answer = await context.client.ask(question, {
      signal: context.signal,
      canContinue: async () => await shouldContinue(deps, context),
    });
    deps.crashPoint('assessment-answered');
    const at = await recordCall(deps, context, question, { ...reservation, answer, purpose: question.purpose });
    deps.crashPoint('assessment-saved');
    return { ...answer, cached: false, at };
  } catch (error) {
    // Aborted: the request may have been sent, and its cost is unknown.
    await deps.database.inOrg(context.orgId, async (tx) => await recordLostCalls(tx, { id: reservation.id }));
    throw error;
  }
}

const POLL_INTERVAL_MS = 500;

/** Waits while another process asks the same question, at most as long as an answer may take: the process may have died. */
async function reserveInTurn(
  deps: Deps,
  context: AskContext,
  question: Question,
): Promise<Exclude<ReservationResult, { kind: 'under-way' }>> {
  const patience = deps.now() + context.settings.timeoutMs;
  for (;;) {
    const waits = deps.now() < patience;
    const place = await reserveQuestion(deps, context, question, { purpose: question.purpose, waits });
    if (place.kind !== 'under-way') return place;
    await delay(POLL_INTERVAL_MS, undefined, { signal: context.signal });
  }
}

/** For a test: uses no known answer and stores only the record and the cost. */
export async function askForTest(deps: Deps, context: AskContext, question: Question): Promise<ModelAnswer | NotAsked> {
  const place = await reserveQuestion(deps, context, question, { purpose: 'test', waits: false });
  if (place.kind !== 'reserved') return { status: 'not_asked', reason: 'budget' };
  const started = deps.now();
  const answer = await context.client.ask(question, { signal: context.signal }).catch((error: unknown) => {
    if (!context.signal.aborted) throw error;
    return toTimeout(context.settings.model, deps.now() - started);
  });
  await recordCall(deps, context, question, { ...place.reservation, answer, purpose: 'test' });
  return answer;
}

function toTimeout(model: string, latencyMs: number): ModelAnswer {
  return {
    status: 'failed',
    reason: 'timeout',
    problem: 'The model did not respond in time.',
    model,
    latencyMs,
    attempts: 1,
    fingerprint: null,
    requestHash: null,
    responseHash: null,
    httpStatus: null,
  };
}

function toCached(known: KnownAnswer): AskOutcome {
  return { ...toAnswer(known), cached: true, at: known.at };
}

/** Converts a known answer to the form of a new one, without a request and without a cost. */
export function toAnswer({ outcome, reason, value, ids, reportedModel }: KnownAnswer): ModelAnswer {
  const exchange = {
    model: reportedModel,
    fingerprint: null,
    requestHash: null,
    responseHash: null,
    latencyMs: 0,
    httpStatus: null,
    attempts: 0,
  };
  if (outcome === 'answered') return { status: 'answered', value, ids, ...exchange };
  return { status: 'abstained', reason: reason === 'refusal' ? 'refusal' : 'truncated', ...exchange };
}

/** Stores answer, record and cost in one transaction, so that every stored answer is paid for exactly once. */
async function recordCall(
  deps: Deps,
  context: AskContext,
  question: Question,
  call: Reservation & { readonly answer: ModelAnswer; readonly purpose: AiCall['purpose'] },
): Promise<string> {
  const { answer, purpose } = call;
  const { settings, orgId, about } = context;
  const wasSent = answer.attempts > 0;
  const estimated = wasSent && answer.usage === undefined && isPossiblyBilled(answer);
  const tokens = answer.usage ?? (estimated ? call : NO_TOKENS);
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
        fingerprint: answer.fingerprint,
        promptVersion: question.promptVersion,
        questionHash: question.hash,
        requestHash: answer.requestHash,
        responseHash: answer.responseHash,
        estimated,
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
    if (purpose === 'test' || answer.status === 'failed') return;
    await saveAnswer(tx, {
      hash: question.hash,
      promptVersion: question.promptVersion,
      purpose,
      model: settings.model,
      outcome: answer.status,
      reportedModel: answer.model,
      at,
      reason: answer.status === 'abstained' ? answer.reason : null,
      value: answer.status === 'answered' ? answer.value : null,
      ids: answer.status === 'answered' ? toTexts({ ...answer.ids }) : {},
    });
  });
  return at;
}

/** A refused call costs nothing; a call that timed out may have been billed. */
function isPossiblyBilled(answer: ModelAnswer): boolean {
  return answer.status !== 'failed' || POSSIBLY_BILLED.has(answer.reason);
}

const POSSIBLY_BILLED: ReadonlySet<Failure> = new Set(['timeout', 'invalid_output', 'interrupted']);
const NO_TOKENS = { tokensIn: 0, tokensOut: 0 };

function toTexts(ids: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(Object.entries(ids).flatMap(([name, id]) => (id === undefined ? [] : [[name, id]])));
}
