/**
 * What an organization may spend on models. Before a call its cost is set aside under a lock, so that any number of runs at once
 * stay within the budget; afterwards what it has really cost takes its place. What a process that died has set aside comes back
 * when its lease is over.
 */
import { sql } from 'kysely';
import type { OrgTx } from '../database.ts';
import type { AiSettings } from './ai-settings.ts';

export interface Spent {
  readonly tokens: number;
  readonly cost: number;
}

/** False: it would be too much, and nothing was set aside. */
export async function reserveBudget(
  tx: OrgTx,
  budget: AiSettings['budget'],
  reservation: Spent & { readonly id: string; readonly at: string; readonly leasedUntil: string },
): Promise<boolean> {
  const { id, at, leasedUntil, tokens, cost } = reservation;
  await sql`insert into ai_budget (org_id) values (${tx.orgId}) on conflict do nothing`.execute(tx.db);
  await sql`select from ai_budget where org_id = ${tx.orgId} for update`.execute(tx.db);
  const { today, month } = await readSpent(tx, at);
  if (budget.tokensPerDay !== null && today.tokens + tokens > budget.tokensPerDay) return false;
  if (budget.currencyPerMonth !== null && month.cost + cost > budget.currencyPerMonth) return false;
  await sql`
    insert into ai_reservation (org_id, id, tokens, cost, leased_until)
    values (${tx.orgId}, ${id}, ${tokens}, ${cost}, ${leasedUntil})`.execute(tx.db);
  return true;
}

/** The call is over, whatever came of it: see `noteDay` for what it has cost. */
export async function releaseBudget(tx: OrgTx, id: string): Promise<void> {
  await sql`delete from ai_reservation where org_id = ${tx.orgId} and id = ${id}`.execute(tx.db);
}

/** With what is set aside at the moment. */
export async function readSpent(tx: OrgTx, at: string): Promise<{ readonly today: Spent; readonly month: Spent }> {
  const { rows } = await sql<Record<'tokens' | 'cost' | 'month_tokens' | 'month_cost', string>>`
    with open as (
      select coalesce(sum(tokens), 0) as tokens, coalesce(sum(cost), 0) as cost from ai_reservation
      where org_id = ${tx.orgId} and leased_until > ${at}::timestamptz),
    spent as (
      select coalesce(sum(tokens_in + tokens_out) filter (where day = ${dayOf(at)}::date), 0) as tokens,
        coalesce(sum(cost) filter (where day = ${dayOf(at)}::date), 0) as cost,
        coalesce(sum(tokens_in + tokens_out), 0) as month_tokens, coalesce(sum(cost), 0) as month_cost
      from ai_day where org_id = ${tx.orgId} and day >= date_trunc('month', ${dayOf(at)}::date)::date and day <= ${dayOf(at)}::date)
    select s.tokens + o.tokens as tokens, s.cost + o.cost as cost, s.month_tokens + o.tokens as month_tokens,
      s.month_cost + o.cost as month_cost
    from spent s, open o`.execute(tx.db);
  const [row] = rows;
  return {
    today: { tokens: Number(row?.tokens ?? 0), cost: Number(row?.cost ?? 0) },
    month: { tokens: Number(row?.month_tokens ?? 0), cost: Number(row?.month_cost ?? 0) },
  };
}

/** UTC. */
export function dayOf(at: string): string {
  return at.slice(0, 10);
}

/** Reservations of processes that have died; nothing counts them any more. */
export async function removeLostReservations(tx: OrgTx, at: string): Promise<void> {
  await sql`delete from ai_reservation where org_id = ${tx.orgId} and leased_until <= ${at}::timestamptz`.execute(
    tx.db,
  );
}
