/**
 * Creates, changes and deletes webhooks, each with an audit entry. The secret in plain text is only in the response to the
 * request that created it. The address is checked before the transaction is opened, because resolving its name may take long.
 */
import { LIMITS } from '../../core/limits.ts';
import type { AuditAction } from '../../core/vocabulary/audit.ts';
import type { EventType } from '../../core/vocabulary/event.ts';
import type { OrgTx } from '../../store/database.ts';
import { catchUpEvents } from '../../store/delivery/positions.ts';
import { makeDeliveriesDue, skipDeliveries } from '../../store/delivery/webhook-deliveries.ts';
import { scheduleWebhook, unscheduleWebhook } from '../../store/delivery/webhook-due.ts';
import {
  changeWebhook,
  deleteWebhook,
  insertWebhook,
  lockWebhook,
  type Webhook,
  type WebhookChange,
} from '../../store/delivery/webhooks.ts';
import { insertAuditEntry } from '../../store/people/audit.ts';
import { findService } from '../../store/portfolio/services.ts';
import { createDeliveriesOf } from './create-deliveries.ts';
import { WEBHOOK_INVALID, WEBHOOK_UNKNOWN } from './errors.ts';
import { newSecret } from './sign.ts';
import type { WebhookCaller, WebhookDeps } from './webhook-deps.ts';
import { toSecretContext } from './webhook-secrets.ts';
import { checkWebhookUrl, withoutQuery } from './webhook-url.ts';

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
    await recordAudit(deps, tx, caller, {
      action: 'webhook.updated',
      id,
      before: toAudit(before),
      after: toAudit(after),
    });
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
  const previousUntil = new Date(deps.now() + LIMITS.webhookSecretOverlapHours * 3_600_000).toISOString();
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

export async function recordAudit(
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
