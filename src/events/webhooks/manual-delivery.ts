/** Manual sending: a test message, which is sent at once, and the redelivery of a message. */
import {
  findDelivery,
  insertAttemptedDelivery,
  restartDelivery,
  type Delivery,
} from '../../store/delivery/webhook-deliveries.ts';
import { scheduleWebhook } from '../../store/delivery/webhook-due.ts';
import { findSendingState, lockWebhook } from '../../store/delivery/webhooks.ts';
import { recordAudit } from './change-webhook.ts';
import { WEBHOOK_DELIVERY_UNKNOWN, WEBHOOK_DISABLED, WEBHOOK_UNKNOWN } from './errors.ts';
import { TEST_TYPE, toTestBody } from './payload.ts';
import { sendMessage } from './send-message.ts';
import type { WebhookCaller, WebhookDeps } from './webhook-deps.ts';
import { openSecrets } from './webhook-secrets.ts';

/**
 * Also works for a disabled webhook, so that it can be tested before it is enabled. Sends once and records the message in the
 * log.
 */
export async function testWebhook(deps: WebhookDeps, caller: WebhookCaller, webhookId: string): Promise<Delivery> {
  const state = await deps.database.inOrg(caller.orgId, async (tx) => await findSendingState(tx, webhookId));
  if (state === undefined) throw WEBHOOK_UNKNOWN();
  const secrets = openSecrets(deps.keyRing, caller.orgId, state, deps.now());
  const id = deps.newId();
  const body = toTestBody(new Date(deps.now()).toISOString());
  const sent = await sendMessage(deps, { url: state.webhook.url, id, body, secrets });
  const { at, statusCode, error, answer, durationMs, delivered } = sent;
  const status = delivered ? 'delivered' : 'failed';
  return await deps.database.inOrg(caller.orgId, async (tx) => {
    // The webhook may have been deleted meanwhile.
    if ((await lockWebhook(tx, webhookId)) === undefined) throw WEBHOOK_UNKNOWN();
    const attempted = {
      id,
      status,
      attempts: 1,
      at,
      nextAttemptAt: null,
      statusCode,
      error,
      answer,
      durationMs,
    } as const;
    await insertAttemptedDelivery(tx, webhookId, TEST_TYPE, attempted);
    await recordAudit(deps, tx, caller, { action: 'webhook.tested', id: webhookId, after: { deliveryId: id, status } });
    const delivery = await findDelivery(tx, webhookId, id);
    if (delivery === undefined) throw new Error('A message that was just stored is missing.');
    return delivery;
  });
}

/** Restarts the attempts of a message with the same id; a message that waits for a retry is sent now. */
export async function redeliver(
  deps: WebhookDeps,
  caller: WebhookCaller,
  { webhookId, deliveryId }: { readonly webhookId: string; readonly deliveryId: string },
): Promise<Delivery> {
  return await deps.database.inOrg(caller.orgId, async (tx) => {
    const state = await lockWebhook(tx, webhookId);
    if (state === undefined) throw WEBHOOK_UNKNOWN();
    if ((await findDelivery(tx, webhookId, deliveryId)) === undefined) throw WEBHOOK_DELIVERY_UNKNOWN();
    if (!state.webhook.enabled) throw WEBHOOK_DISABLED();
    await restartDelivery(tx, webhookId, deliveryId, new Date(deps.now()).toISOString());
    await scheduleWebhook(tx, webhookId);
    const after = { deliveryId };
    await recordAudit(deps, tx, caller, { action: 'webhook.redelivery_requested', id: webhookId, after });
    const delivery = await findDelivery(tx, webhookId, deliveryId);
    if (delivery === undefined) throw WEBHOOK_DELIVERY_UNKNOWN();
    return delivery;
  });
}
