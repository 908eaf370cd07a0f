/**
 * The AI budget of an organization. Before a call, its maximum cost is reserved under a lock, so that any number of parallel runs
 * stay within the budget; afterwards the actual cost replaces it. When the lease of a dead process expires, its reservation is
 * recorded as a call with an unknown outcome, at the estimated cost.
 */
import { sql } from 'kysely';
import type { OrgTx } from '../database.ts';
import { dayOf, type NewAiCall } from './ai-calls.ts';
import type { AiSettings } from './ai-settings.ts';
import type { QuestionKey } from './model-answers.ts';

interface Spending {
  readonly tokens: number;
  readonly cost: number;
}

/** A reservation for a planned call, with its maximum cost. */
interface NewReservation
  extends
    Pick<NewAiCall, 'id' | 'at' | 'purpose' | 'serviceId' | 'findingId' | 'host' | 'model' | 'promptVersion'>,
    Pick<NewAiCall, 'questionHash' | 'tokensIn' | 'tokensOut' | 'cost' | 'prices'> {
  readonly leasedUntil: string;
}

/** Locks the budget of the organization until the transaction ends. */
export async function lockBudget(tx: OrgTx): Promise<void> {
  await sql`insert into ai_budget (org_id) values (${tx.orgId}) on conflict do nothing`.execute(tx.db);
  await sql`select from ai_budget where org_id = ${tx.orgId} for update`.execute(tx.db);
}

/**
 * Returns the part of the budget that is exceeded, or null if the cost was reserved. The caller must hold the lock on the budget.
 */
export async function reserveBudget(
  tx: OrgTx,
  budget: AiSettings['budget'],
  call: NewReservation,
): Promise<'day' | 'month' | null> {
  const missing = await findMissingBudget(tx, budget, call);
  if (missing !== null) return missing;
  await sql`
    insert into ai_reservation (org_id, id, at, purpose, service_id, finding_id, host, model, prompt_version, question_sha256,
      tokens_in, tokens_out, price_in, price_out, cost, leased_until)
    values (${tx.orgId}, ${call.id}, ${call.at}, ${call.purpose}, ${call.serviceId}, ${call.findingId}, ${call.host},
      ${call.model}, ${call.promptVersion}, ${Buffer.from(call.questionHash, 'hex')}, ${call.tokensIn}, ${call.tokensOut},
      ${call.prices.priceIn}, ${call.prices.priceOut}, ${call.cost}, ${call.leasedUntil})`.execute(tx.db);
  return null;
}

/**
 * Extends a reservation for another attempt. Returns the part of the budget that is exceeded, or null if the cost was added. The
 * caller must hold the lock on the budget.
 */
export async function extendReservation(
  tx: OrgTx,
  budget: AiSettings['budget'],
  attempt: Pick<NewReservation, 'id' | 'at' | 'tokensIn' | 'tokensOut' | 'cost' | 'leasedUntil'>,
): Promise<'day' | 'month' | null> {
  const missing = await findMissingBudget(tx, budget, attempt);
  if (missing !== null) return missing;
  await sql`
    update ai_reservation set tokens_in = tokens_in + ${attempt.tokensIn}, tokens_out = tokens_out + ${attempt.tokensOut},
      cost = cost + ${attempt.cost}, attempts = attempts + 1, leased_until = ${attempt.leasedUntil}
    where org_id = ${tx.orgId} and id = ${attempt.id}`.execute(tx.db);
  return null;
}

async function findMissingBudget(
  tx: OrgTx,
  { currencyPerMonth, tokensPerDay }: AiSettings['budget'],
  { at, tokensIn, tokensOut, cost }: Pick<NewReservation, 'at' | 'tokensIn' | 'tokensOut' | 'cost'>,
): Promise<'day' | 'month' | null> {
  const { today, month } = await getSpending(tx, at);
  if (currencyPerMonth !== null && month.cost + cost > currencyPerMonth) return 'month';
  if (tokensPerDay !== null && today.tokens + tokensIn + tokensOut > tokensPerDay) return 'day';
  return null;
}

/**
 * Returns whether the same question is being asked, or was asked by a process that died and whose lease has not expired. Tests do
 * not count, because their answers are not reused.
 */
export async function isQuestionPending(
  tx: OrgTx,
  { hash, promptVersion, model, at }: QuestionKey & { readonly model: string; readonly at: string },
): Promise<boolean> {
  const { rows } = await sql`
    select from ai_reservation where org_id = ${tx.orgId} and question_sha256 = ${Buffer.from(hash, 'hex')}
      and prompt_version = ${promptVersion} and model = ${model} and purpose <> 'test'
      and leased_until > ${at}::timestamptz limit 1`.execute(tx.db);
  return rows.length > 0;
}

/** Deletes the reservation: the call has its own record now, or was never made. */
export async function releaseBudget(tx: OrgTx, id: string): Promise<void> {
  await sql`delete from ai_reservation where org_id = ${tx.orgId} and id = ${id}`.execute(tx.db);
}

/** Returns the spending, including open reservations. */
export async function getSpending(
  tx: OrgTx,
  at: string,
): Promise<{ readonly today: Spending; readonly month: Spending }> {
  const { rows } = await sql<{ today: Spending; month: Spending }>`
    with open as (
      select coalesce(sum(tokens_in + tokens_out), 0) as tokens, coalesce(sum(cost), 0) as cost from ai_reservation
      where org_id = ${tx.orgId}),
    spent as (
      select coalesce(sum(tokens_in + tokens_out) filter (where day = ${dayOf(at)}::date), 0) as tokens,
        coalesce(sum(cost) filter (where day = ${dayOf(at)}::date), 0) as cost,
        coalesce(sum(tokens_in + tokens_out), 0) as month_tokens, coalesce(sum(cost), 0) as month_cost
      from ai_day where org_id = ${tx.orgId} and day >= date_trunc('month', ${dayOf(at)}::date)::date and day <= ${dayOf(at)}::date)
    select jsonb_build_object('tokens', s.tokens + o.tokens, 'cost', s.cost + o.cost) as today,
      jsonb_build_object('tokens', s.month_tokens + o.tokens, 'cost', s.month_cost + o.cost) as month
    from spent s, open o`.execute(tx.db);
  return rows[0] ?? { today: NOTHING, month: NOTHING };
}

const NOTHING: Spending = { tokens: 0, cost: 0 };

/**
 * Records calls with an unknown outcome: an interrupted call, or the calls of a dead process after their lease has expired. They
 * were sent and may have cost the reserved amount, on the day on which they were made.
 */
export async function recordLostCalls(
  tx: OrgTx,
  lost: { readonly at: string } | { readonly id: string },
): Promise<void> {
  const which = 'id' in lost ? sql`id = ${lost.id}` : sql`leased_until <= ${lost.at}::timestamptz`;
  await sql`
    with lost as (delete from ai_reservation where org_id = ${tx.orgId} and ${which} returning *),
    recorded as (
      insert into ai_call (org_id, id, at, purpose, service_id, finding_id, host, model, requested_model, prompt_version,
        question_sha256, tokens_in, tokens_out, estimated, price_in, price_out, cost, latency_ms, attempts, outcome, reason)
      select org_id, id, at, purpose, service_id, finding_id, host, model, model, prompt_version, question_sha256,
        tokens_in, tokens_out, true, price_in, price_out, cost, 0, attempts, 'failed', 'interrupted' from lost returning id)
    insert into ai_day as d (org_id, day, tokens_in, tokens_out, cost, failed)
    select org_id, (at at time zone 'UTC')::date, sum(tokens_in), sum(tokens_out), sum(cost), count(*) from lost group by 1, 2
    on conflict (org_id, day) do update set tokens_in = d.tokens_in + excluded.tokens_in,
      tokens_out = d.tokens_out + excluded.tokens_out, cost = d.cost + excluded.cost, failed = d.failed + excluded.failed`.execute(
    tx.db,
  );
}
