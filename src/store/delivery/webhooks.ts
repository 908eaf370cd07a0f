/** Webhooks of one organization. Their secrets are sealed before they are stored, and this file cannot open them. */
import type { Selectable } from 'kysely';
import { EVENT_TYPES, type EventType } from '../../core/vocabulary/event.ts';
import type { OrgTx } from '../database.ts';
import { addUsage } from '../people/usage.ts';
import type { Tables } from '../tables.ts';

export interface Webhook {
  readonly id: string;
  readonly url: string;
  readonly events: readonly EventType[];
  /** Null for every service. */
  readonly serviceIds: readonly string[] | null;
  readonly description: string;
  readonly createdAt: string;
  readonly createdBy: string;
  readonly enabled: boolean;
  readonly disabledAt: string | null;
  /** Null also when a user disabled it. */
  readonly disabledReason: string | null;
  /** Time since which no delivery was accepted. */
  readonly failingSince: string | null;
  readonly lastDeliveredAt: string | null;
}

/** The webhook with everything else that sending needs. */
export interface SendingState {
  readonly webhook: Webhook;
  readonly secret: string;
  readonly previousSecret: string | null;
  readonly previousUntil: string | null;
  /** Number of failed attempts in a row. */
  readonly failures: number;
  readonly resumeAt: string | null;
  /** Events up to this position have deliveries. */
  readonly cursor: number;
}

export interface NewWebhook extends Pick<
  Webhook,
  'id' | 'url' | 'events' | 'serviceIds' | 'description' | 'enabled' | 'createdAt' | 'createdBy'
> {
  readonly sealedSecret: string;
  readonly cursor: number;
}

export async function insertWebhook(tx: OrgTx, webhook: NewWebhook): Promise<Webhook> {
  const row = await tx.db
    .insertInto('webhook')
    .values({
      org_id: tx.orgId,
      id: webhook.id,
      url: webhook.url,
      events: [...webhook.events],
      service_ids: webhook.serviceIds === null ? null : [...webhook.serviceIds],
      description: webhook.description,
      secret: webhook.sealedSecret,
      previous_secret: null,
      enabled: webhook.enabled,
      disabled_at: webhook.enabled ? null : webhook.createdAt,
      disabled_reason: null,
      created_at: webhook.createdAt,
      created_by: webhook.createdBy,
      cursor: webhook.cursor,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  addUsage(tx, 'webhooks', 1);
  return toWebhook(row);
}

/** Returns all webhooks, newest first. A quota limits their number. */
export async function listWebhooks(tx: OrgTx): Promise<Webhook[]> {
  const rows = await tx.db
    .selectFrom('webhook')
    .selectAll()
    .where('org_id', '=', tx.orgId)
    .orderBy('id', 'desc')
    .execute();
  return rows.map(toWebhook);
}

export async function findWebhook(tx: OrgTx, id: string): Promise<Webhook | undefined> {
  return (await findSendingState(tx, id))?.webhook;
}

export async function findSendingState(tx: OrgTx, id: string): Promise<SendingState | undefined> {
  const row = await selectOne(tx, id).executeTakeFirst();
  return row && toSendingState(row);
}

/** Locks the webhook until the transaction ends, against new deliveries, results and changes. */
export async function lockWebhook(tx: OrgTx, id: string): Promise<SendingState | undefined> {
  const row = await selectOne(tx, id).forUpdate().executeTakeFirst();
  return row && toSendingState(row);
}

/** Returns enabled webhooks with events that were not processed yet. */
export async function listWebhooksBehind(tx: OrgTx, newest: number): Promise<string[]> {
  const rows = await tx.db
    .selectFrom('webhook')
    .select('id')
    .where('org_id', '=', tx.orgId)
    .where('enabled', '=', true)
    .where('cursor', '<', String(newest))
    .orderBy('id')
    .execute();
  return rows.map((row) => row.id);
}

export interface WebhookChange {
  readonly url?: string;
  readonly events?: readonly EventType[];
  readonly serviceIds?: readonly string[] | null;
  readonly description?: string;
  readonly enabled?: boolean;
  readonly disabledAt?: string | null;
  readonly disabledReason?: string | null;
  readonly cursor?: number;
  readonly secret?: string;
  readonly previousSecret?: string | null;
  readonly previousUntil?: string | null;
  readonly failures?: number;
  readonly failingSince?: string | null;
  readonly resumeAt?: string | null;
  readonly lastDeliveredAt?: string;
}

const COLUMNS = {
  url: 'url',
  events: 'events',
  serviceIds: 'service_ids',
  description: 'description',
  enabled: 'enabled',
  disabledAt: 'disabled_at',
  disabledReason: 'disabled_reason',
  cursor: 'cursor',
  secret: 'secret',
  previousSecret: 'previous_secret',
  previousUntil: 'previous_until',
  failures: 'failures',
  failingSince: 'failing_since',
  resumeAt: 'resume_at',
  lastDeliveredAt: 'last_delivered_at',
} as const satisfies Record<keyof WebhookChange, keyof Tables['webhook']>;

export async function changeWebhook(tx: OrgTx, id: string, change: WebhookChange): Promise<void> {
  const set = Object.fromEntries(
    Object.entries(change).map(([name, value]) => [COLUMNS[name as keyof WebhookChange], value]),
  );
  if (Object.keys(set).length === 0) return;
  await tx.db.updateTable('webhook').set(set).where('org_id', '=', tx.orgId).where('id', '=', id).execute();
}

/** Deletes the webhook with its deliveries. */
export async function deleteWebhook(tx: OrgTx, id: string): Promise<void> {
  await tx.db.deleteFrom('webhook').where('org_id', '=', tx.orgId).where('id', '=', id).execute();
}

function selectOne(tx: OrgTx, id: string) {
  return tx.db.selectFrom('webhook').selectAll().where('org_id', '=', tx.orgId).where('id', '=', id);
}

function toWebhook(row: Selectable<Tables['webhook']>): Webhook {
  return {
    id: row.id,
    url: row.url,
    // A newer Assay on the same database may have stored types that are unknown here.
    events: EVENT_TYPES.filter((type) => row.events.includes(type)),
    serviceIds: row.service_ids,
    description: row.description,
    createdAt: row.created_at.toISOString(),
    createdBy: row.created_by,
    enabled: row.enabled,
    disabledAt: row.disabled_at?.toISOString() ?? null,
    disabledReason: row.disabled_reason,
    failingSince: row.failing_since?.toISOString() ?? null,
    lastDeliveredAt: row.last_delivered_at?.toISOString() ?? null,
  };
}

function toSendingState(row: Selectable<Tables['webhook']>): SendingState {
  return {
    webhook: toWebhook(row),
    secret: row.secret,
    previousSecret: row.previous_secret,
    previousUntil: row.previous_until?.toISOString() ?? null,
    failures: row.failures,
    resumeAt: row.resume_at?.toISOString() ?? null,
    cursor: Number(row.cursor),
  };
}
