/**
 * Whether a question may be asked now, decided under one lock of the organization right before it is: by the settings of this moment
 * and not of the beginning of the run, by what somebody else has been answered or asks at the same time, and by the budget. What is
 * set aside for it says which call it is for, so that the call is on record whatever becomes of this process.
 */
import type { Question } from '../../ai/question.ts';
import { LIMITS } from '../../core/limits.ts';
import type { AiCall } from '../../store/ai/ai-calls.ts';
import { findAiKey, readAiSettings, type AiSettings } from '../../store/ai/ai-settings.ts';
import { holdBudget, isUnderWay, reserveBudget } from '../../store/ai/budget.ts';
import { findAnswer, type KnownAnswer } from '../../store/ai/model-answers.ts';
import type { OrgTx } from '../../store/database.ts';
import type { PipelineDeps } from '../deps.ts';
import type { AiParts } from './ai-deps.ts';
import type { CompleteAiSettings } from './ai-settings.ts';
import { readAiStanding } from './ai-standing.ts';
import type { OpenedModel } from './open-model.ts';

export interface AskContext {
  readonly orgId: string;
  /** Of the beginning of the run: whoever asks with others has to begin anew. */
  readonly settings: CompleteAiSettings;
  readonly client: OpenedModel;
  /** Who is asked about; null for a test. */
  readonly about: { readonly serviceId: string; readonly findingId: string | null } | null;
  /** Answers that were read before, by `keyOfQuestion`: nobody looks for them again. */
  readonly known?: ReadonlyMap<string, KnownAnswer>;
  /** Answers that are older than this do not count; absent: all of them do. */
  readonly freshSince?: string | undefined;
  readonly signal: AbortSignal;
}

export interface Reservation {
  readonly id: string;
  readonly tokensIn: number;
  readonly tokensOut: number;
  /** Of this moment. */
  readonly prices: AiSettings['budget'];
}

/** Why nobody is asked any more. `month`, `day`: which part of the budget is spent. `changed`: with these settings. */
export type NotNow = 'day' | 'month' | 'ai_disabled' | 'opt_out' | 'changed';

export type SetAside =
  | { readonly kind: 'reserved'; readonly reservation: Reservation }
  | { readonly kind: 'known'; readonly answer: KnownAnswer }
  /** Another process asks it at the moment, or has died while it did. */
  | { readonly kind: 'under-way' }
  | { readonly kind: 'stopped'; readonly reason: NotNow };

type Deps = PipelineDeps & { readonly ai: AiParts };

export async function setAside(
  deps: Deps,
  context: AskContext,
  question: Question,
  { purpose, waits }: { readonly purpose: AiCall['purpose']; readonly waits: boolean },
): Promise<SetAside> {
  const { orgId, client, about } = context;
  const model = context.settings.model;
  return await deps.database.inOrg(orgId, async (tx): Promise<SetAside> => {
    await holdBudget(tx);
    const at = new Date(deps.now()).toISOString();
    const stopped = await whyStopped(deps, tx, context);
    if (stopped !== null) return { kind: 'stopped', reason: stopped };
    if (purpose !== 'test') {
      const answer = findFresh(context, await findAnswer(tx, model, question));
      if (answer !== undefined) return { kind: 'known', answer };
      if (waits && (await isUnderWay(tx, { ...question, model, at }))) return { kind: 'under-way' };
    }
    const { budget } = await readAiSettings(tx);
    const reservation = { id: deps.newId(), ...deps.ai.estimateTokens(question), prices: budget };
    const missing = await reserveBudget(tx, budget, {
      ...{ ...reservation, at, purpose, model, host: new URL(client.baseUrl).host },
      ...{ serviceId: about?.serviceId ?? null, findingId: about?.findingId ?? null },
      ...{ promptVersion: question.promptVersion, questionHash: question.hash },
      cost: costOf(budget, reservation),
      leasedUntil: new Date(deps.now() + leaseOf(context.settings)).toISOString(),
    });
    return missing === null ? { kind: 'reserved', reservation } : { kind: 'stopped', reason: missing };
  });
}

/** Whether what was begun may go on: asked before each further attempt, outside of any lock. */
export async function mayGoOn(deps: Deps, context: AskContext): Promise<boolean> {
  return await deps.database.inOrg(
    context.orgId,
    async (tx) => context.about === null || (await whyStopped(deps, tx, context)) === null,
  );
}

/** Null: nothing has changed since the run began that says whether, whom and what to ask. */
async function whyStopped(
  { ai }: Deps,
  tx: OrgTx,
  { about, settings: begun, client }: AskContext,
): Promise<Exclude<NotNow, 'day' | 'month'> | null> {
  // Of a test nobody has to have switched anything on.
  if (about === null) return null;
  const { settings, off } = await readAiStanding(ai, tx, about.serviceId);
  if (off !== null) return off;
  const isSame =
    whomAndWhat(settings) === whomAndWhat(begun) && ((await findAiKey(tx))?.sealed ?? null) === client.sealedKey;
  return isSame ? null : 'changed';
}

function whomAndWhat({ provider, baseUrl, apiKeyHeader, model, sharing }: AiSettings): string {
  return JSON.stringify([provider, baseUrl, apiKeyHeader, model, sharing]);
}

export function findFresh({ freshSince = '' }: AskContext, known: KnownAnswer | undefined): KnownAnswer | undefined {
  return known !== undefined && known.at >= freshSince ? known : undefined;
}

/** All attempts and pauses of a call, with a margin: a lease that ends earlier would be spent twice. */
function leaseOf({ timeoutMs }: CompleteAiSettings): number {
  return (timeoutMs + LIMITS.aiRetryAfterSecondsMax * 1_000) * (LIMITS.aiRetriesMax + 2) + 60_000;
}

const PRICED_TOKENS = 1_000_000;

export function costOf(
  { priceIn, priceOut }: AiSettings['budget'],
  { tokensIn, tokensOut }: Pick<Reservation, 'tokensIn' | 'tokensOut'>,
): number {
  return (tokensIn * priceIn + tokensOut * priceOut) / PRICED_TOKENS;
}
