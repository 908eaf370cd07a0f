/**
 * What webhooks and notification rules have in common: both follow events with a cursor, can be enabled, disabled, tested and
 * deleted, and log their messages. Each change has an audit entry. One kind is unknown to the other.
 */
import { AssayError, type ErrorDefinition } from '../../core/errors.ts';
import { LIMITS } from '../../core/limits.ts';
import type { AuditAction } from '../../core/vocabulary/audit.ts';
import { requireAllowedTarget } from '../../outbound/checked-address.ts';
import { OUTBOUND_FORBIDDEN } from '../../outbound/errors.ts';
import type { OutboundPolicy } from '../../outbound/policy.ts';
import type { OrgTx } from '../../store/database.ts';
import { catchUpEvents } from '../../store/delivery/positions.ts';
import {
  findDelivery,
  insertAttemptedDelivery,
  makeDeliveriesDue,
  restartDelivery,
  skipDeliveries,
  type Delivery,
} from '../../store/delivery/webhook-deliveries.ts';
import { scheduleWebhook, unscheduleWebhook } from '../../store/delivery/webhook-due.ts';
import {
  changeWebhook,
  deleteWebhook,
  findSendingState,
  lockWebhook,
  type SendingState,
  type Webhook,
  type WebhookChange,
} from '../../store/delivery/webhooks.ts';
import { insertAuditEntry } from '../../store/people/audit.ts';
import { findService } from '../../store/portfolio/services.ts';
import {
  NOTIFICATION_DISABLED,
  NOTIFICATION_RECIPIENT_GONE,
  NOTIFICATION_UNKNOWN,
  WEBHOOK_DELIVERY_UNKNOWN,
  WEBHOOK_DISABLED,
  WEBHOOK_UNKNOWN,
  WEBHOOK_URL_INVALID,
} from '../errors.ts';
import { listReceivers } from '../notifications/create-messages.ts';
import { createDeliveriesOf } from './create-deliveries.ts';
import type { Sent } from './send-message.ts';
import type { WebhookCaller, WebhookDeps } from './webhook-deps.ts';

export type SubscriptionKind = 'webhook' | 'notification';

const ERRORS = {
  webhook: { unknown: WEBHOOK_UNKNOWN, disabled: WEBHOOK_DISABLED },
  notification: { unknown: NOTIFICATION_UNKNOWN, disabled: NOTIFICATION_DISABLED },
} as const;

export function kindOf({ channel }: Pick<Webhook, 'channel'>): SubscriptionKind {
  return channel === 'webhook' ? 'webhook' : 'notification';
}

export async function getSubscription(tx: OrgTx, kind: SubscriptionKind, id: string): Promise<SendingState> {
  return requireKind(await findSendingState(tx, id), kind);
}

export async function lockSubscription(tx: OrgTx, kind: SubscriptionKind, id: string): Promise<SendingState> {
  return requireKind(await lockWebhook(tx, id), kind);
}

function requireKind(state: SendingState | undefined, kind: SubscriptionKind): SendingState {
  if (state === undefined || kindOf(state.webhook) !== kind) throw ERRORS[kind].unknown();
  return state;
}

interface SubscriptionPatch {
  readonly kind: SubscriptionKind;
  readonly id: string;
  readonly enabled: boolean | undefined;
  /** With `enabled`: skips the events that happened while it was disabled. */
  readonly skipMissed: boolean | undefined;
  /** Messages go elsewhere, so earlier failures no longer count. */
  readonly hasNewReceiver: boolean;
  readonly toChange: (tx: OrgTx, before: Webhook) => Promise<WebhookChange>;
  readonly toAudit: (webhook: Webhook) => object;
}

export async function changeSubscription(
  deps: WebhookDeps,
  caller: WebhookCaller,
  { kind, id, enabled, skipMissed, hasNewReceiver, toChange, toAudit }: SubscriptionPatch,
): Promise<Webhook> {
  const { newest } = await catchUpEvents(deps.database, caller.orgId);
  return await deps.database.inOrg(caller.orgId, async (tx) => {
    const { webhook: before } = await lockSubscription(tx, kind, id);
    const at = new Date(deps.now()).toISOString();
    const isTurnedOn = enabled === true && !before.enabled;
    const isSkipping = isTurnedOn && skipMissed === true;
    await changeWebhook(tx, id, {
      ...(await toChange(tx, before)),
      ...(isTurnedOn && { enabled: true, disabledAt: null, disabledReason: null }),
      ...(enabled === false && before.enabled && { enabled: false, disabledAt: at, disabledReason: null }),
      ...((isTurnedOn || hasNewReceiver) && HEALTHY),
      ...(isSkipping && { cursor: newest }),
    });
    if (isSkipping) await skipDeliveries(tx, id);
    if (isTurnedOn || hasNewReceiver) await makeDeliveriesDue(tx, id, at);
    const state = await lockSubscription(tx, kind, id);
    const { webhook: after } = state;
    // No event announces that it was enabled, so its first messages are created here.
    if (isTurnedOn) await createDeliveriesOf(deps, tx, state, at);
    await (after.enabled ? scheduleWebhook : unscheduleWebhook)(tx, id);
    const audited = { before: toAudit(before), after: toAudit(after) };
    await recordAudit(deps, tx, caller, { kind, action: 'updated', id, ...audited });
    return after;
  });
}

/** The failure state of a receiver that is new or enabled again. */
const HEALTHY: WebhookChange = { failures: 0, failingSince: null, resumeAt: null };

export async function removeSubscription(
  deps: WebhookDeps,
  caller: WebhookCaller,
  { kind, id, toAudit }: Pick<SubscriptionPatch, 'kind' | 'id' | 'toAudit'>,
): Promise<void> {
  await deps.database.inOrg(caller.orgId, async (tx) => {
    const { webhook: before } = await lockSubscription(tx, kind, id);
    await unscheduleWebhook(tx, id);
    await deleteWebhook(tx, id);
    await recordAudit(deps, tx, caller, { kind, action: 'deleted', id, before: toAudit(before) });
  });
}

type ActionOf<Kind extends string> = AuditAction extends infer Action
  ? Action extends `${Kind}.${infer Name}`
    ? Name
    : never
  : never;

/** Parts of an audit entry. */
export type Audited = (
  | { readonly kind: 'webhook'; readonly action: ActionOf<'webhook'> }
  | { readonly kind: 'notification'; readonly action: ActionOf<'notification'> }
  | { readonly kind: SubscriptionKind; readonly action: ActionOf<'webhook'> & ActionOf<'notification'> }
) & { readonly id: string; readonly before?: object; readonly after?: object };

export async function recordAudit(
  deps: Pick<WebhookDeps, 'now' | 'newId'>,
  tx: OrgTx,
  { actor, requestId }: WebhookCaller,
  { kind, action, id, before, after }: Audited,
): Promise<void> {
  await insertAuditEntry(tx, {
    id: deps.newId(),
    at: new Date(deps.now()).toISOString(),
    actor,
    action: `${kind}.${action}` as AuditAction,
    subject: { kind, id },
    before,
    after,
    requestId,
  });
}

export async function findServiceIds(
  tx: OrgTx,
  services: readonly string[] | null,
  invalid: ErrorDefinition<{ problem: string }>,
): Promise<string[] | null> {
  if (services === null) return null;
  const ids = new Set<string>();
  for (const reference of services) {
    const service = await findService(tx, reference, 'all');
    if (service === undefined) throw invalid({ problem: '"services" contains an unknown service. Create it first.' });
    ids.add(service.id);
  }
  return [...ids];
}

/**
 * Returns the normalized address. Every port is allowed, because receivers use many; internal networks are protected because only
 * public addresses are called.
 */
export async function checkReceiverUrl(text: string, policy: OutboundPolicy): Promise<string> {
  const url = URL.parse(text);
  const fault = url === null ? 'it is not a URL' : problemOf(url, policy);
  if (url === null || fault !== undefined) throw WEBHOOK_URL_INVALID({ problem: fault ?? '' });
  try {
    await requireAllowedTarget(url, policy);
  } catch (error) {
    if (!(error instanceof AssayError) || error.code !== OUTBOUND_FORBIDDEN.code) throw error;
    const problem = policy.allowPrivate
      ? 'its address is link-local or reserved by the platform'
      : 'it has no public address';
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

/** Returns `https://example.com/…`: the path or query may contain a secret. */
export function redactUrl(href: string): string {
  return `${new URL(href).origin}/…`;
}

// Manual sending: test messages, which are sent at once, and the redelivery of a message.

interface TestMessages {
  readonly kind: SubscriptionKind;
  readonly id: string;
  readonly type: string;
  readonly tests: readonly { readonly id: string; readonly sent: Sent; readonly recipient?: string | null }[];
}

export async function recordTests(
  deps: WebhookDeps,
  caller: WebhookCaller,
  { kind, id, type, tests }: TestMessages,
): Promise<Delivery[]> {
  return await deps.database.inOrg(caller.orgId, async (tx) => {
    // It may have been deleted meanwhile.
    await lockSubscription(tx, kind, id);
    const deliveries: Delivery[] = [];
    for (const { id: deliveryId, sent, recipient = null } of tests) {
      const { at, statusCode, error, answer, durationMs, delivered } = sent;
      const status = delivered ? 'delivered' : 'failed';
      const result = { statusCode, error, answer, durationMs };
      const attempted = { id: deliveryId, status, attempts: 1, at, nextAttemptAt: null, ...result } as const;
      await insertAttemptedDelivery(tx, id, { type, recipient }, attempted);
      await recordAudit(deps, tx, caller, { kind, action: 'tested', id, after: { deliveryId, status } });
      const delivery = await findDelivery(tx, id, deliveryId);
      if (delivery !== undefined) deliveries.push(delivery);
    }
    const lastDelivered = tests.findLast(({ sent }) => sent.delivered);
    if (lastDelivered !== undefined) await changeWebhook(tx, id, { lastDeliveredAt: lastDelivered.sent.at });
    return deliveries;
  });
}

/** Restarts the attempts of a message with the same id; a message that waits for a retry is sent now. */
export async function redeliverMessage(
  deps: WebhookDeps,
  caller: WebhookCaller,
  { kind, id, deliveryId }: { readonly kind: SubscriptionKind; readonly id: string; readonly deliveryId: string },
): Promise<Delivery> {
  return await deps.database.inOrg(caller.orgId, async (tx) => {
    const { webhook } = await lockSubscription(tx, kind, id);
    const before = await findDelivery(tx, id, deliveryId);
    if (before === undefined) throw WEBHOOK_DELIVERY_UNKNOWN();
    if (!webhook.enabled) throw ERRORS[kind].disabled();
    // A recipient that has unsubscribed gets nothing more.
    if (before.recipient !== null && !listReceivers(webhook).includes(before.recipient))
      throw NOTIFICATION_RECIPIENT_GONE();
    await restartDelivery(tx, id, deliveryId, new Date(deps.now()).toISOString());
    await scheduleWebhook(tx, id);
    await recordAudit(deps, tx, caller, { kind, action: 'redelivery_requested', id, after: { deliveryId } });
    const delivery = await findDelivery(tx, id, deliveryId);
    if (delivery === undefined) throw WEBHOOK_DELIVERY_UNKNOWN();
    return delivery;
  });
}
