/**
 * Creates, changes and deletes webhooks, each with an audit entry. The secret in plain text is only in the response to the
 * request that created it. The address is checked before the transaction is opened, because resolving its name may take long.
 */
import { HOUR_MS } from '../../core/calendar.ts';
import { LIMITS } from '../../core/limits.ts';
import type { AuditAction } from '../../core/vocabulary/audit.ts';
import type { EventType } from '../../core/vocabulary/event.ts';
import type { OrgTx } from '../../store/database.ts';
import { catchUpEvents } from '../../store/delivery/positions.ts';
import {
  makeDeliveriesDue,
  skipDeliveries,
  findDelivery,
  insertAttemptedDelivery,
  restartDelivery,
  type Delivery,
} from '../../store/delivery/webhook-deliveries.ts';
import { scheduleWebhook, unscheduleWebhook } from '../../store/delivery/webhook-due.ts';
import {
  changeWebhook,
  deleteWebhook,
  insertWebhook,
  lockWebhook,
  type Webhook,
  type WebhookChange,
  findSendingState,
} from '../../store/delivery/webhooks.ts';
import { insertAuditEntry } from '../../store/people/audit.ts';
import { findService } from '../../store/portfolio/services.ts';
import { createDeliveriesOf } from './create-deliveries.ts';
import {
  WEBHOOK_INVALID,
  WEBHOOK_UNKNOWN,
  WEBHOOK_URL_INVALID,
  WEBHOOK_DELIVERY_UNKNOWN,
  WEBHOOK_DISABLED,
} from '../errors.ts';
import { newSecret, toSecretContext, openSecrets } from './webhook-secrets.ts';
import type { WebhookCaller, WebhookDeps } from './webhook-deps.ts';
import { AssayError } from '../../core/errors.ts';
import { requireAllowedTarget } from '../../outbound/checked-address.ts';
import { OUTBOUND_FORBIDDEN } from '../../outbound/errors.ts';
import type { OutboundPolicy } from '../../outbound/policy.ts';
import { TEST_TYPE, toTestBody, sendMessage } from './send-message.ts';

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
  const url = await checkWebhookUrl(request.url, deps.policy);
  const id = deps.newId();
  const secret = newSecret();
  const sealedSecret = deps.keyRing.seal(secret, toSecretContext(caller.orgId, id));
  const { newest } = await catchUpEvents(deps.database, caller.orgId);
  const webhook = await deps.database.inOrg(caller.orgId, async (tx) => {
    const { events, description, enabled } = request;
    const created = await insertWebhook(tx, {
      id,
      url,
      events: [...new Set(events)],
      serviceIds: await findServiceIds(tx, request.services),
      description,
      enabled,
      sealedSecret,
      createdAt: new Date(deps.now()).toISOString(),
      createdBy: caller.actor.name,
      // Only events from now on are sent.
      cursor: newest,
    });
    if (enabled) await scheduleWebhook(tx, id);
    await recordAudit(deps, tx, caller, { action: 'webhook.created', id, after: toAudit(created) });
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
  const url = patch.url === undefined ? undefined : await checkWebhookUrl(patch.url, deps.policy);
  const { newest } = await catchUpEvents(deps.database, caller.orgId);
  return await deps.database.inOrg(caller.orgId, async (tx) => {
    const before = (await lockWebhook(tx, id))?.webhook;
    if (before === undefined) throw WEBHOOK_UNKNOWN();
    const at = new Date(deps.now()).toISOString();
    const { events, description, enabled, services } = patch;
    const isTurnedOn = enabled === true && !before.enabled;
    await changeWebhook(tx, id, {
      ...(url !== undefined && { url }),
      ...(events !== undefined && { events: [...new Set(events)] }),
      ...(description !== undefined && { description }),
      ...(services !== undefined && { serviceIds: await findServiceIds(tx, services) }),
      ...(isTurnedOn && { enabled: true, disabledAt: null, disabledReason: null }),
      ...(enabled === false && before.enabled && { enabled: false, disabledAt: at, disabledReason: null }),
      ...((isTurnedOn || url !== undefined) && HEALTHY),
      ...(isTurnedOn && patch.skipMissed === true && { cursor: newest }),
    });
    if (isTurnedOn && patch.skipMissed === true) await skipDeliveries(tx, id);
    if (isTurnedOn || url !== undefined) await makeDeliveriesDue(tx, id, at);
    const state = await lockWebhook(tx, id);
    if (state === undefined) throw WEBHOOK_UNKNOWN();
    const { webhook: after } = state;
    // No event announces that the webhook was enabled, so its first messages are created here.
    if (isTurnedOn) await createDeliveriesOf(tx, state, at);
    await (after.enabled ? scheduleWebhook : unscheduleWebhook)(tx, id);
    const audited = { before: toAudit(before), after: toAudit(after) };
    await recordAudit(deps, tx, caller, { action: 'webhook.updated', id, ...audited });
    return after;
  });
}

/** Resets the failure state when the webhook gets another address or is enabled again. */
const HEALTHY: WebhookChange = { failures: 0, failingSince: null, resumeAt: null };

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
    const state = await lockWebhook(tx, id);
    if (state === undefined) throw WEBHOOK_UNKNOWN();
    const at = new Date(deps.now()).toISOString();
    await changeWebhook(tx, id, { secret: sealed, previousSecret: state.secret, previousUntil });
    // Messages may be waiting because the old secret could not be decrypted.
    await makeDeliveriesDue(tx, id, at);
    if (state.webhook.enabled) await scheduleWebhook(tx, id);
    await recordAudit(deps, tx, caller, { action: 'webhook.secret_replaced', id, after: { previousUntil } });
    return state.webhook;
  });
  return { webhook, secret, previousUntil };
}

export async function removeWebhook(deps: WebhookDeps, caller: WebhookCaller, id: string): Promise<void> {
  await deps.database.inOrg(caller.orgId, async (tx) => {
    const before = (await lockWebhook(tx, id))?.webhook;
    if (before === undefined) throw WEBHOOK_UNKNOWN();
    await unscheduleWebhook(tx, id);
    await deleteWebhook(tx, id);
    await recordAudit(deps, tx, caller, { action: 'webhook.deleted', id, before: toAudit(before) });
  });
}

async function recordAudit(
  deps: Pick<WebhookDeps, 'now' | 'newId'>,
  tx: OrgTx,
  { actor, requestId }: WebhookCaller,
  { action, id, before, after }: { action: AuditAction; id: string; before?: object; after?: object },
): Promise<void> {
  const at = new Date(deps.now()).toISOString();
  const subject = { kind: 'webhook', id };
  await insertAuditEntry(tx, { id: deps.newId(), at, actor, action, subject, before, after, requestId });
}

async function findServiceIds(tx: OrgTx, services: readonly string[] | null): Promise<string[] | null> {
  if (services === null) return null;
  const ids = new Set<string>();
  for (const reference of services) {
    const service = await findService(tx, reference, 'all');
    if (service === undefined)
      throw WEBHOOK_INVALID({ problem: '"services" contains an unknown service. Create it first.' });
    ids.add(service.id);
  }
  return [...ids];
}

function toAudit({ url, events, serviceIds, description, enabled }: Webhook): object {
  return { url: withoutQuery(url), events, serviceIds, description, enabled };
}

/**
 * Returns the normalized address. Every port is allowed, because receivers use many; internal networks are protected because only
 * public addresses are called.
 */
async function checkWebhookUrl(text: string, policy: OutboundPolicy): Promise<string> {
  const url = URL.parse(text);
  const fault = url === null ? 'it is not a URL' : problemOf(url, policy);
  if (url === null || fault !== undefined) throw WEBHOOK_URL_INVALID({ problem: fault ?? '' });
  try {
    await requireAllowedTarget(url, policy);
  } catch (error) {
    if (!(error instanceof AssayError) || error.code !== OUTBOUND_FORBIDDEN.code) throw error;
    const problem = policy.allowPrivate
      ? 'its address is link-local or reserved by the platform'
      : 'its address is not public';
    throw WEBHOOK_URL_INVALID({ problem }, { cause: error });
  }
  return url.href;
}

function problemOf(url: URL, { allowPrivate }: OutboundPolicy): string | undefined {
  if (url.protocol !== 'https:' && !(allowPrivate && url.protocol === 'http:')) return 'it must begin with https://';
  if (url.username !== '' || url.password !== '') return 'it contains a user name or password';
  if (url.hash !== '') return 'it contains a fragment, which is never sent';
  if (url.href.length > LIMITS.webhookUrlCharactersMax)
    return `it has more than ${LIMITS.webhookUrlCharactersMax} characters`;
  return undefined;
}

/** Returns `https://example.com/…`, for users who may not change the webhook: the path or query may contain a secret. */
export function redactUrl(href: string): string {
  return `${new URL(href).origin}/…`;
}

/** For logs and audit entries. */
function withoutQuery(href: string): string {
  const url = new URL(href);
  return `${url.origin}${url.pathname}${url.search === '' ? '' : '?…'}`;
}

// Manual sending: a test message, which is sent at once, and the redelivery of a message.

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
