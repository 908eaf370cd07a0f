/**
 * Decides whether a question may be asked now, under one lock of the organization and right before the call: by the current
 * settings, not those at the start of the run, by known answers and questions in flight of other processes, and by the budget.
 * The reservation identifies its call, so that the call is recorded even if this process dies.
 */
import type { Question } from '../../../ai/questions/question.ts';
import { LIMITS } from '../../../core/limits.ts';
import type { AiCall } from '../../../store/ai/ai-calls.ts';
import { findAiKey, getAiSettings, type AiSettings } from '../../../store/ai/ai-settings.ts';
import { lockBudget, isQuestionPending, reserveBudget } from '../../../store/ai/budget.ts';
import { findAnswer, type KnownAnswer } from '../../../store/ai/model-answers.ts';
import type { OrgTx } from '../../../store/database.ts';
import type { PipelineDeps } from '../../deps.ts';
import type { AiServices } from '../ai-deps.ts';
import type { CompleteAiSettings } from '../ai-settings.ts';
import { getAiAvailability } from '../ai-availability.ts';
import type { OpenedModel } from './open-model.ts';

export interface AskContext {
  readonly orgId: string;
  /** Settings at the start of the run; if they have changed, the run must start again. */
  readonly settings: CompleteAiSettings;
  readonly client: OpenedModel;
  /** The finding that is asked about; null for a test. */
  readonly about: { readonly serviceId: string; readonly findingId: string | null } | null;
  /** Answers that are already loaded, by `toQuestionKey`, and not looked up again. */
  readonly known?: ReadonlyMap<string, KnownAnswer>;
  /** Older answers are ignored; if absent, all are used. */
  readonly freshSince?: string | undefined;
  readonly signal: AbortSignal;
}

export interface Reservation {
  readonly id: string;
  readonly tokensIn: number;
  readonly tokensOut: number;
  /** Prices at this moment. */
  readonly prices: AiSettings['budget'];
}

/**
 * Why no more questions are asked. `month` and `day` name the part of the budget that is spent; `changed` means that the settings
 * have changed.
 */
export type NotAskedReason = 'day' | 'month' | 'ai_disabled' | 'opt_out' | 'changed';

export type ReservationResult =
  | { readonly kind: 'reserved'; readonly reservation: Reservation }
  | { readonly kind: 'known'; readonly answer: KnownAnswer }
  /** Another process is asking it, or has died while asking. */
  | { readonly kind: 'under-way' }
  | { readonly kind: 'stopped'; readonly reason: NotAskedReason };

type Deps = PipelineDeps & { readonly ai: AiServices };

export async function reserveQuestion(
  deps: Deps,
  context: AskContext,
  question: Question,
  { purpose, waits }: { readonly purpose: AiCall['purpose']; readonly waits: boolean },
): Promise<ReservationResult> {
  const { orgId, client, about } = context;
  const model = context.settings.model;
  return await deps.database.inOrg(orgId, async (tx): Promise<ReservationResult> => {
    await lockBudget(tx);
    const at = new Date(deps.now()).toISOString();
    const stopped = await findStopReason(deps, tx, context);
    if (stopped !== null) return { kind: 'stopped', reason: stopped };
    if (purpose !== 'test') {
      const answer = findFreshAnswer(context, await findAnswer(tx, model, question));
      if (answer !== undefined) return { kind: 'known', answer };
      if (waits && (await isQuestionPending(tx, { ...question, model, at }))) return { kind: 'under-way' };
    }
    const { budget } = await getAiSettings(tx);
    const reservation = { id: deps.newId(), ...deps.ai.estimateTokens(question), prices: budget };
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
      leasedUntil: new Date(deps.now() + toLeaseMs(context.settings)).toISOString(),
    });
    return missing === null ? { kind: 'reserved', reservation } : { kind: 'stopped', reason: missing };
  });
}

/** Checked before each further attempt, without a lock. */
export async function shouldContinue(deps: Deps, context: AskContext): Promise<boolean> {
  return await deps.database.inOrg(
    context.orgId,
    async (tx) => context.about === null || (await findStopReason(deps, tx, context)) === null,
  );
}

/** Returns null if AI is still enabled, and provider, model, key and sharing mode are the same as at the start of the run. */
async function findStopReason(
  { ai }: Deps,
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
  { freshSince = '' }: AskContext,
  known: KnownAnswer | undefined,
): KnownAnswer | undefined {
  return known !== undefined && known.at >= freshSince ? known : undefined;
}

/** Covers all attempts and pauses of a call with a margin: if the lease expired earlier, the budget could be spent twice. */
function toLeaseMs({ timeoutMs }: CompleteAiSettings): number {
  return (timeoutMs + LIMITS.aiRetryAfterSecondsMax * 1_000) * (LIMITS.aiRetriesMax + 2) + 60_000;
}

const PRICED_TOKENS = 1_000_000;

export function costOf(
  { priceIn, priceOut }: AiSettings['budget'],
  { tokensIn, tokensOut }: Pick<Reservation, 'tokensIn' | 'tokensOut'>,
): number {
  return (tokensIn * priceIn + tokensOut * priceOut) / PRICED_TOKENS;
}
