/**
 * Deliveries of webhooks and notification rules: pending ones, and the results of the others. A delivery of a webhook has the id
 * of its event, so that an event becomes one delivery, however often it is processed.
 */
import { DELIVERY_STATES, type DeliveryState } from '../../core/vocabulary/event.ts';
import { sql } from 'kysely';
import { toIsoTimes } from '../dated-row.ts';
import type { OrgTx } from '../database.ts';
import type { Page, PageRequest } from '../page.ts';
import type { StoredEvent } from './list-events.ts';
import { LIMITS } from '../../core/limits.ts';

export interface Delivery {
  readonly id: string;
  readonly webhookId: string;
  readonly type: string;
  readonly status: DeliveryState;
  readonly attempts: number;
  readonly createdAt: string;
  readonly triedSince: string;
  readonly nextAttemptAt: string | null;
  readonly lastAttemptAt: string | null;
  readonly finishedAt: string | null;
  readonly statusCode: number | null;
  readonly error: string | null;
  readonly answer: string | null;
  readonly durationMs: number | null;
  /** The events that a message of a notification rule names, most urgent first; null for a webhook. */
  readonly eventIds: readonly string[] | null;
  /** Number of events by type, including those that are not named. */
  readonly eventCounts: EventCounts | null;
  /** E-mail address; null for other channels. */
  readonly recipient: string | null;
}

export type EventCounts = Readonly<Record<string, number>>;

export async function insertDeliveries(
  tx: OrgTx,
  webhookId: string,
  events: readonly Pick<StoredEvent, 'id' | 'type' | 'position'>[],
  at: string,
): Promise<void> {
  if (events.length === 0) return;
  await sql`
    insert into webhook_delivery (org_id, webhook_id, id, type, position, status, created_at, tried_since, due_at)
    select ${tx.orgId}, ${webhookId}, id, type, position, 'pending', ${at}, ${at}, ${at}
    from unnest(${events.map(({ id }) => id)}::uuid[], ${events.map(({ type }) => type)}::text[],
      ${events.map(({ position }) => position)}::bigint[]) as e (id, type, position)
    on conflict do nothing`.execute(tx.db);
}

/** A message of a notification rule to one receiver. */
export interface NewMessage {
  readonly id: string;
  readonly type: string;
  readonly recipient: string | null;
  /** Of its last event. */
  readonly position: number;
  readonly eventIds: readonly string[];
  readonly eventCounts: EventCounts;
  readonly at: string;
  readonly dueAt: string;
}

export async function insertMessage(tx: OrgTx, ruleId: string, message: NewMessage): Promise<void> {
  await tx.db
    .insertInto('webhook_delivery')
    .values({
      org_id: tx.orgId,
      webhook_id: ruleId,
      id: message.id,
      type: message.type,
      position: message.position,
      status: 'pending',
      created_at: message.at,
      tried_since: message.dueAt,
      due_at: message.dueAt,
      event_ids: [...message.eventIds],
      event_counts: JSON.stringify(message.eventCounts),
      recipient: message.recipient,
    })
    .execute();
}

/** Returns the digests that are not due yet, to which further events are added. */
export async function listOpenDigests(tx: OrgTx, ruleId: string, now: string): Promise<Delivery[]> {
  const rows = await tx.db
    .selectFrom('webhook_delivery')
    .select(COLUMNS)
    .where('org_id', '=', tx.orgId)
    .where('webhook_id', '=', ruleId)
    .where('attempts', '=', 0)
    .where('due_at', '>', sql<Date>`${now}::timestamptz`)
    .orderBy('id')
    .execute();
  return rows.map(toDelivery);
}

export async function extendDigest(
  tx: OrgTx,
  ruleId: string,
  { id, position, eventIds, eventCounts }: Pick<NewMessage, 'id' | 'position' | 'eventIds' | 'eventCounts'>,
): Promise<void> {
  await tx.db
    .updateTable('webhook_delivery')
    .set({ position, event_ids: [...eventIds], event_counts: JSON.stringify(eventCounts) })
    .where('org_id', '=', tx.orgId)
    .where('webhook_id', '=', ruleId)
    .where('id', '=', id)
    .execute();
}

/** Changes the time of digests that are not due yet. */
export async function moveOpenDigests(tx: OrgTx, ruleId: string, now: string, dueAt: string): Promise<void> {
  await sql`
    update webhook_delivery set due_at = ${dueAt}, tried_since = ${dueAt}
    where org_id = ${tx.orgId} and webhook_id = ${ruleId} and attempts = 0 and due_at > ${now}::timestamptz`.execute(
    tx.db,
  );
}

/** Skips what waits for these recipients. */
export async function skipRecipients(tx: OrgTx, ruleId: string, recipients: readonly string[]): Promise<void> {
  await sql`
    update webhook_delivery set status = 'skipped', due_at = null, finished_at = now()
    where org_id = ${tx.orgId} and webhook_id = ${ruleId} and due_at is not null
      and recipient = any(${recipients}::text[])`.execute(tx.db);
}

/**
 * Counts deliveries without an attempt. Others do not count, so that deliveries that a receiver rejects for a day do not hold up
 * the rest.
 */
export async function countFreshDeliveries(tx: OrgTx, webhookId: string): Promise<number> {
  const row = await tx.db
    .selectFrom('webhook_delivery')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('org_id', '=', tx.orgId)
    .where('webhook_id', '=', webhookId)
    .where('due_at', 'is not', null)
    .where('attempts', '=', 0)
    .executeTakeFirstOrThrow();
  return row.count;
}

/** Returns the due deliveries in the order of their events. */
export async function listDueDeliveries(
  tx: OrgTx,
  webhookId: string,
  { now, limit }: { readonly now: string; readonly limit: number },
): Promise<Delivery[]> {
  const rows = await tx.db
    .selectFrom('webhook_delivery')
    .select(COLUMNS)
    .where('org_id', '=', tx.orgId)
    .where('webhook_id', '=', webhookId)
    .where('due_at', '<=', sql<Date>`${now}::timestamptz`)
    .orderBy('position')
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(toDelivery);
}

/** Returns the newest first: ids sort by time. */
export async function listDeliveries(
  tx: OrgTx,
  webhookId: string,
  page: PageRequest & { readonly status?: DeliveryState | undefined },
): Promise<Page<Delivery>> {
  const selection = tx.db
    .selectFrom('webhook_delivery')
    .where('org_id', '=', tx.orgId)
    .where('webhook_id', '=', webhookId)
    .$if(page.status !== undefined, (query) => query.where('status', '=', page.status ?? ''));
  const { total } = await selection.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow();
  const rows = await selection.select(COLUMNS).orderBy('id', 'desc').limit(page.limit).offset(page.offset).execute();
  return { total, items: rows.map(toDelivery) };
}

export async function findDelivery(tx: OrgTx, webhookId: string, id: string): Promise<Delivery | undefined> {
  const row = await tx.db
    .selectFrom('webhook_delivery')
    .select(COLUMNS)
    .where('org_id', '=', tx.orgId)
    .where('webhook_id', '=', webhookId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row && toDelivery(row);
}

/** The state of a delivery after an attempt. */
export interface AttemptedDelivery extends Pick<
  Delivery,
  'id' | 'status' | 'nextAttemptAt' | 'statusCode' | 'error' | 'answer'
> {
  /** Including this attempt. */
  readonly attempts: number;
  readonly at: string;
  readonly durationMs: number;
}

/**
 * Does not change a delivery whose attempt was already recorded or which was restarted in the meantime, so a late worker changes
 * nothing.
 */
export async function recordAttempts(
  tx: OrgTx,
  webhookId: string,
  attempted: readonly AttemptedDelivery[],
): Promise<void> {
  if (attempted.length === 0) return;
  const rows = attempted.map(({ at, nextAttemptAt, status, ...rest }) => ({
    ...rest,
    status,
    at,
    next_at: nextAttemptAt,
    finished_at: status === 'pending' ? null : at,
  }));
  await sql`
    update webhook_delivery d set status = a.status, attempts = a.attempts, last_attempt_at = a.at, due_at = a.next_at,
      finished_at = a.finished_at, status_code = a."statusCode", error = a.error, answer = a.answer,
      duration_ms = a."durationMs"
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as a (id uuid, status text, attempts int, at timestamptz,
      next_at timestamptz, finished_at timestamptz, "statusCode" int, error text, answer text, "durationMs" int)
    where d.org_id = ${tx.orgId} and d.webhook_id = ${webhookId} and d.id = a.id
      and d.status = 'pending' and d.attempts = a.attempts - 1`.execute(tx.db);
}

/** Inserts a delivery that was sent out of order, such as a test. */
export async function insertAttemptedDelivery(
  tx: OrgTx,
  webhookId: string,
  { type, recipient = null }: { readonly type: string; readonly recipient?: string | null },
  { at, ...attempted }: AttemptedDelivery,
): Promise<void> {
  await tx.db
    .insertInto('webhook_delivery')
    .values({
      org_id: tx.orgId,
      webhook_id: webhookId,
      id: attempted.id,
      type,
      position: null,
      status: attempted.status,
      attempts: attempted.attempts,
      created_at: at,
      tried_since: at,
      due_at: attempted.nextAttemptAt,
      last_attempt_at: at,
      finished_at: at,
      status_code: attempted.statusCode,
      error: attempted.error,
      answer: attempted.answer,
      duration_ms: attempted.durationMs,
      recipient,
    })
    .execute();
}

/** Restarts a delivery from its first attempt, due at once. */
export async function restartDelivery(tx: OrgTx, webhookId: string, id: string, at: string): Promise<void> {
  await tx.db
    .updateTable('webhook_delivery')
    .set({ status: 'pending', attempts: 0, tried_since: at, due_at: at, finished_at: null, error: null })
    .where('org_id', '=', tx.orgId)
    .where('webhook_id', '=', webhookId)
    .where('id', '=', id)
    .execute();
}

/** Makes all failed deliveries due now, because the receiver is back. A digest keeps its time. */
export async function makeDeliveriesDue(tx: OrgTx, webhookId: string, at: string): Promise<void> {
  await sql`
    update webhook_delivery set due_at = ${at}
    where org_id = ${tx.orgId} and webhook_id = ${webhookId} and attempts > 0 and due_at > ${at}::timestamptz`.execute(
    tx.db,
  );
}

/** Records why nothing is sent. This is not an attempt, and another process may send at once. */
export async function recordDeliveryProblem(tx: OrgTx, webhookId: string, error: string): Promise<void> {
  await sql`
    update webhook_delivery set error = ${error}
    where org_id = ${tx.orgId} and webhook_id = ${webhookId} and due_at is not null
      and error is distinct from ${error}`.execute(tx.db);
}

/** Skips pending deliveries: all of them, or those whose event was deleted. */
export async function skipDeliveries(
  tx: OrgTx,
  webhookId: string,
  { withoutEvent = false }: { readonly withoutEvent?: boolean } = {},
): Promise<void> {
  await sql`
    update webhook_delivery d set status = 'skipped', due_at = null, finished_at = now()
    where org_id = ${tx.orgId} and webhook_id = ${webhookId} and due_at is not null
      and (not ${withoutEvent} or (position is not null and event_ids is null
        and not exists (select from event e where e.org_id = ${tx.orgId} and e.id = d.id)))`.execute(tx.db);
}

const COLUMNS = [
  ...(['id', 'webhook_id as webhookId', 'type', 'status', 'attempts', 'created_at as createdAt'] as const),
  ...(['tried_since as triedSince', 'due_at as nextAttemptAt', 'last_attempt_at as lastAttemptAt'] as const),
  ...([
    'finished_at as finishedAt',
    'status_code as statusCode',
    'error',
    'answer',
    'duration_ms as durationMs',
  ] as const),
  ...(['event_ids as eventIds', 'event_counts as eventCounts', 'recipient'] as const),
] as const;

function toDelivery<Row extends { readonly status: string }>(row: Row) {
  return { ...toIsoTimes(row), status: DELIVERY_STATES.find((state) => state === row.status) ?? 'failed' };
}

/**
 * Ids are collected into an array first: for a table that has just been filled the planner has no statistics and would use a
 * nested loop self-join.
 */
const ROWS_PER_STATEMENT = 5_000;

/** Deletes finished deliveries after a time, and all but the newest of a webhook. Returns true when there may be more to delete. */
export async function removeOldDeliveries(tx: OrgTx, webhookId: string, before: string): Promise<boolean> {
  const old = await sql`
    delete from webhook_delivery where org_id = ${tx.orgId} and webhook_id = ${webhookId} and id = any(array(
      select id from webhook_delivery
      where org_id = ${tx.orgId} and webhook_id = ${webhookId} and due_at is null and finished_at < ${before}::timestamptz
      limit ${ROWS_PER_STATEMENT}))`.execute(tx.db);
  const many = await removeSurplusDeliveries(tx, webhookId);
  return Math.max(Number(old.numAffectedRows), many) >= ROWS_PER_STATEMENT;
}

/** Keeps the newest deliveries. */
export async function removeSurplusDeliveries(tx: OrgTx, webhookId: string): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from webhook_delivery where org_id = ${tx.orgId} and webhook_id = ${webhookId} and id = any(array(
      select id from webhook_delivery where org_id = ${tx.orgId} and webhook_id = ${webhookId} and due_at is null
      order by id desc offset ${LIMITS.webhookDeliveriesKeptMax} limit ${ROWS_PER_STATEMENT}))`.execute(tx.db);
  return Number(numAffectedRows);
}
