/**
 * Creates, changes and deletes webhooks, each with an audit entry. The secret in plain text is only in the response to the
 * request that created it. The address is checked before the transaction is opened, because resolving its name may take long.
 */
import { HOUR_MS } from '../../core/calendar.ts';
import { LIMITS } from '../../core/limits.ts';
import type { EventType } from '../../core/vocabulary/event.ts';
import { catchUpEvents } from '../../store/delivery/positions.ts';
import { makeDeliveriesDue, type Delivery } from '../../store/delivery/webhook-deliveries.ts';
import { scheduleWebhook } from '../../store/delivery/webhook-due.ts';
import { changeWebhook, insertWebhook, type Webhook } from '../../store/delivery/webhooks.ts';
import { WEBHOOK_INVALID } from '../errors.ts';
import {
  changeSubscription,
  checkReceiverUrl,
  findServiceIds,
  getSubscription,
  lockSubscription,
  recordAudit,
  recordTests,
  redeliverMessage,
  removeSubscription,
} from './change-subscription.ts';
import { TEST_TYPE, toTestBody, sendMessage } from './send-message.ts';
import type { WebhookCaller, WebhookDeps } from './webhook-deps.ts';
import { newSecret, toSecretContext, openSecrets } from './webhook-secrets.ts';

export interface WebhookRequest {
  readonly url: string;
  readonly events: readonly EventType[];
  /** Ids or names; null means every service. */
  readonly services: readonly string[] | null;
  readonly description: string;
  readonly enabled: boolean;
}

export async function createWebhook(
  deps: WebhookDeps,
  caller: WebhookCaller,
  request: WebhookRequest,
): Promise<{ readonly webhook: Webhook; readonly secret: string }> {
  const url = await checkReceiverUrl(request.url, deps.policy);
  const id = deps.newId();
  const secret = newSecret();
  const sealedSecret = deps.keyRing.seal(secret, toSecretContext(caller.orgId, id));
  const { newest } = await catchUpEvents(deps.database, caller.orgId);
  const webhook = await deps.database.inOrg(caller.orgId, async (tx) => {
    const { events, description, enabled } = request;
    const created = await insertWebhook(tx, {
      id,
      channel: 'webhook',
      url,
      events: [...new Set(events)],
      serviceIds: await findServiceIds(tx, request.services, WEBHOOK_INVALID),
      description,
      enabled,
      sealedSecret,
      createdAt: new Date(deps.now()).toISOString(),
      createdBy: caller.actor.name,
      // Only events from now on are sent.
      cursor: newest,
    });
    if (enabled) await scheduleWebhook(tx, id);
    await recordAudit(deps, tx, caller, { kind: 'webhook', action: 'created', id, after: toAudit(created) });
    return created;
  });
  return { webhook, secret };
}

export type WebhookPatch = { readonly [Name in keyof WebhookRequest]?: WebhookRequest[Name] | undefined } & {
  /** With `enabled`: skips the events that happened while the webhook was disabled. */
  readonly skipMissed?: boolean | undefined;
};

export async function patchWebhook(
  deps: WebhookDeps,
  caller: WebhookCaller,
  id: string,
  patch: WebhookPatch,
): Promise<Webhook> {
  const url = patch.url === undefined ? undefined : await checkReceiverUrl(patch.url, deps.policy);
  const { events, description, services, enabled, skipMissed } = patch;
  return await changeSubscription(deps, caller, {
    kind: 'webhook',
    id,
    enabled,
    skipMissed,
    hasNewReceiver: url !== undefined,
    toChange: async (tx) => ({
      ...(url !== undefined && { url }),
      ...(events !== undefined && { events: [...new Set(events)] }),
      ...(description !== undefined && { description }),
      ...(services !== undefined && { serviceIds: await findServiceIds(tx, services, WEBHOOK_INVALID) }),
    }),
    toAudit,
  });
}

/** Messages are signed with both secrets for one day. */
export async function replaceSecret(
  deps: WebhookDeps,
  caller: WebhookCaller,
  id: string,
): Promise<{ readonly webhook: Webhook; readonly secret: string; readonly previousUntil: string }> {
  const secret = newSecret();
  const sealed = deps.keyRing.seal(secret, toSecretContext(caller.orgId, id));
  const previousUntil = new Date(deps.now() + LIMITS.webhookSecretOverlapHours * HOUR_MS).toISOString();
  const webhook = await deps.database.inOrg(caller.orgId, async (tx) => {
    const state = await lockSubscription(tx, 'webhook', id);
    const at = new Date(deps.now()).toISOString();
    await changeWebhook(tx, id, { secret: sealed, previousSecret: state.secret, previousUntil });
    // Messages may be waiting because the old secret could not be decrypted.
    await makeDeliveriesDue(tx, id, at);
    if (state.webhook.enabled) await scheduleWebhook(tx, id);
    const after = { previousUntil };
    await recordAudit(deps, tx, caller, { kind: 'webhook', action: 'secret_replaced', id, after });
    return state.webhook;
  });
  return { webhook, secret, previousUntil };
}

export async function removeWebhook(deps: WebhookDeps, caller: WebhookCaller, id: string): Promise<void> {
  await removeSubscription(deps, caller, { kind: 'webhook', id, toAudit });
}

function toAudit({ url, events, serviceIds, description, enabled }: Webhook): object {
  return { url: withoutQuery(url), events, serviceIds, description, enabled };
}

/** For logs and audit entries. */
function withoutQuery(href: string): string {
  const url = new URL(href);
  return `${url.origin}${url.pathname}${url.search === '' ? '' : '?…'}`;
}

/**
 * Also works for a disabled webhook, so that it can be tested before it is enabled. Sends once and records the message in the
 * log.
 */
export async function testWebhook(deps: WebhookDeps, caller: WebhookCaller, webhookId: string): Promise<Delivery> {
  const state = await deps.database.inOrg(caller.orgId, async (tx) => await getSubscription(tx, 'webhook', webhookId));
  const secrets = openSecrets(deps.keyRing, caller.orgId, state, deps.now());
  const id = deps.newId();
  const body = toTestBody(new Date(deps.now()).toISOString());
  const sent = await sendMessage(deps, { channel: 'webhook', url: state.webhook.url, id, body, secrets });
  const [delivery] = await recordTests(deps, caller, {
    kind: 'webhook',
    id: webhookId,
    type: TEST_TYPE,
    tests: [{ id, sent }],
  });
  if (delivery === undefined) throw new Error('A message that was just stored is missing.');
  return delivery;
}

export async function redeliver(
  deps: WebhookDeps,
  caller: WebhookCaller,
  { webhookId, deliveryId }: { readonly webhookId: string; readonly deliveryId: string },
): Promise<Delivery> {
  return await redeliverMessage(deps, caller, { kind: 'webhook', id: webhookId, deliveryId });
}
