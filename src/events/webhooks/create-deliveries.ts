/**
 * Creates messages from events in the same transaction that moves the cursor of the webhook or rule, so that no event is missed
 * or sent twice. The number of new messages per webhook is limited; further events stay in the event log, however many there are, until
 * there is room.
 */
import { LIMITS } from '../../core/limits.ts';
import type { OrgTx } from '../../store/database.ts';
import { advanceEventClock } from '../../store/delivery/positions.ts';
import { getEventPage } from '../../store/delivery/list-events.ts';
import {
  countFreshDeliveries,
  insertDeliveries,
  removeSurplusDeliveries,
} from '../../store/delivery/webhook-deliveries.ts';
import { hasScheduledWebhooks, scheduleWebhook } from '../../store/delivery/webhook-due.ts';
import { changeWebhook, listWebhooksBehind, lockWebhook, type SendingState } from '../../store/delivery/webhooks.ts';
import { createMessagesOf } from '../notifications/create-messages.ts';
import type { SendDeps } from './webhook-deps.ts';

type CreateDeps = Pick<SendDeps, 'database' | 'now' | 'newId' | 'crashPoint'>;

/**
 * Creates messages for all webhooks of an organization, up to their limits. Returns false if the organization has no enabled
 * webhook.
 */
export async function createDeliveries(deps: CreateDeps, orgId: string): Promise<boolean> {
  const behind = await deps.database.inOrg(orgId, async (tx) => {
    // Most organizations have no webhooks, but their events wake the dispatcher too.
    if (!(await hasScheduledWebhooks(tx))) return undefined;
    const { newest } = await advanceEventClock(tx);
    return await listWebhooksBehind(tx, newest);
  });
  for (const webhookId of behind ?? []) while (await createBatch(deps, orgId, webhookId));
  return behind !== undefined;
}

/** Returns true if there may be more events and room for them. */
async function createBatch(deps: CreateDeps, orgId: string, webhookId: string): Promise<boolean> {
  const hasMore = await deps.database.inOrg(orgId, async (tx) => {
    const state = await lockWebhook(tx, webhookId);
    if (state?.webhook.enabled !== true) return false;
    const created = await createDeliveriesOf(deps, tx, state, new Date(deps.now()).toISOString());
    await scheduleWebhook(tx, webhookId);
    return created;
  });
  deps.crashPoint('delivery-created');
  return hasMore;
}

/** Requires the lock of the webhook. Returns true if there are more events and room for them. */
export async function createDeliveriesOf(
  deps: Pick<SendDeps, 'newId'>,
  tx: OrgTx,
  state: SendingState,
  at: string,
): Promise<boolean> {
  const { webhook, cursor } = state;
  const room = LIMITS.webhookFreshMessagesMax - (await countFreshDeliveries(tx, webhook.id));
  if (room <= 0) return false;
  if (webhook.channel !== 'webhook') return await createMessagesOf(deps, tx, state, at);
  const { events, position, hasMore } = await getEventPage(tx, {
    after: cursor,
    limit: room,
    types: webhook.events,
    // Events that concern no service are sent to all webhooks; a webhook can exclude their types.
    ...(webhook.serviceIds !== null && { serviceIds: webhook.serviceIds, alsoCommon: true }),
  });
  await insertDeliveries(tx, webhook.id, events, at);
  if (position !== cursor) await changeWebhook(tx, webhook.id, { cursor: position });
  // A burst may create more messages in an hour than are kept for a month.
  if (events.length === room) await removeSurplusDeliveries(tx, webhook.id);
  return hasMore && events.length < room;
}
