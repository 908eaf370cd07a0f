/**
 * Webhooks and notification rules of one organization. Their secrets are sealed before they are stored, and this file cannot open
 * them.
 */
import { toIsoTimes, type DatedRow } from '../dated-row.ts';
import {
  DELIVERY_CHANNELS,
  EVENT_TYPES,
  NOTIFICATION_TIMINGS,
  type DeliveryChannel,
  type EventType,
  type NotificationTiming,
} from '../../core/vocabulary/event.ts';
import { BANDS, type Band } from '../../core/vocabulary/priority.ts';
import type { OrgTx } from '../database.ts';
import { addUsage } from '../people/usage.ts';
import type { Tables } from '../tables.ts';

export interface Webhook {
  readonly id: string;
  readonly channel: DeliveryChannel;
  /** Only the host for Slack and Teams, whose address is the secret; empty for e-mail. */
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
  readonly timing: NotificationTiming;
  /** Hour of the daily digest, UTC. */
  readonly digestHour: number;
  /** Null for findings of every priority. */
  readonly minPriority: Band | null;
  /** Versions with at least one of these tags; null for all. */
  readonly tags: readonly string[] | null;
  readonly recipients: readonly string[];
  readonly unsubscribed: readonly string[];
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
  'id' | 'channel' | 'url' | 'events' | 'serviceIds' | 'description' | 'enabled' | 'createdAt' | 'createdBy'
> {
  readonly rule?: NotificationFilter & Pick<Webhook, 'timing' | 'digestHour' | 'recipients'>;
  readonly sealedSecret: string;
  readonly cursor: number;
}

export type NotificationFilter = Pick<Webhook, 'minPriority' | 'tags'>;

export async function insertWebhook(tx: OrgTx, webhook: NewWebhook): Promise<Webhook> {
  const row = await tx.db
    .insertInto('webhook')
    .values({
      org_id: tx.orgId,
      id: webhook.id,
      channel: webhook.channel,
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
      timing: webhook.rule?.timing,
      digest_hour: webhook.rule?.digestHour,
      min_priority: webhook.rule?.minPriority ?? null,
      tags: webhook.rule?.tags ? [...webhook.rule.tags] : null,
      recipients: webhook.rule && [...webhook.rule.recipients],
    })
    .returning(WEBHOOK_COLUMNS)
    .executeTakeFirstOrThrow();
  addUsage(tx, 'webhooks', 1);
  return toWebhook(row);
}

/** Returns all webhooks and notification rules, newest first. A quota limits their number. */
export async function listWebhooks(tx: OrgTx): Promise<Webhook[]> {
  const rows = await tx.db
    .selectFrom('webhook')
    .select(WEBHOOK_COLUMNS)
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
  readonly timing?: NotificationTiming;
  readonly digestHour?: number;
  readonly minPriority?: Band | null;
  readonly tags?: readonly string[] | null;
  readonly recipients?: readonly string[];
  readonly unsubscribed?: readonly string[];
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
  timing: 'timing',
  digestHour: 'digest_hour',
  minPriority: 'min_priority',
  tags: 'tags',
  recipients: 'recipients',
  unsubscribed: 'unsubscribed',
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
  return tx.db
    .selectFrom('webhook')
    .select([...WEBHOOK_COLUMNS, ...SENDING_COLUMNS])
    .where('org_id', '=', tx.orgId)
    .where('id', '=', id);
}

const WEBHOOK_COLUMNS = [
  ...(['id', 'url', 'events', 'service_ids as serviceIds', 'description', 'created_at as createdAt'] as const),
  ...([
    'created_by as createdBy',
    'enabled',
    'disabled_at as disabledAt',
    'disabled_reason as disabledReason',
  ] as const),
  ...(['failing_since as failingSince', 'last_delivered_at as lastDeliveredAt', 'channel', 'timing'] as const),
  ...(['digest_hour as digestHour', 'min_priority as minPriority', 'tags', 'recipients', 'unsubscribed'] as const),
] as const;
const SENDING_COLUMNS = [
  ...(['secret', 'previous_secret as previousSecret', 'previous_until as previousUntil', 'failures'] as const),
  ...(['resume_at as resumeAt', 'cursor'] as const),
] as const;

type WebhookRow = DatedRow<
  Omit<Webhook, 'events' | 'channel' | 'timing' | 'minPriority'> & {
    readonly events: readonly string[];
    readonly channel: string;
    readonly timing: string;
    readonly minPriority: string | null;
  },
  'createdAt' | 'disabledAt' | 'failingSince' | 'lastDeliveredAt'
>;
type SendingRow = DatedRow<Omit<SendingState, 'webhook' | 'cursor'>, 'previousUntil' | 'resumeAt'> & {
  readonly cursor: string;
};

function toWebhook(row: WebhookRow): Webhook {
  const { channel, timing, minPriority, events, ...rest } = row;
  return {
    ...toIsoTimes(rest),
    channel: DELIVERY_CHANNELS.find((each) => each === channel) ?? 'webhook',
    timing: NOTIFICATION_TIMINGS.find((each) => each === timing) ?? 'immediate',
    minPriority: BANDS.find((band) => band === minPriority) ?? null,
    // A newer Assay on the same database may have stored types that are unknown here.
    events: EVENT_TYPES.filter((type) => events.includes(type)),
  };
}

function toSendingState(row: WebhookRow & SendingRow): SendingState {
  const { secret, previousSecret, previousUntil, failures, resumeAt, cursor, ...webhook } = row;
  const sending = toIsoTimes({ secret, previousSecret, previousUntil, failures, resumeAt });
  return { ...sending, cursor: Number(cursor), webhook: toWebhook(webhook) };
}
