/**
 * Creates, changes, tests and deletes notification rules. For Slack and Teams the address is the secret: it is stored sealed and
 * never shown. For e-mail, the secret signs the links to unsubscribe.
 */
import { uniqueSorted } from '../../core/collections/text-lists.ts';
import type { EventType, NotificationChannel, NotificationTiming } from '../../core/vocabulary/event.ts';
import type { Band } from '../../core/vocabulary/priority.ts';
import { isMailAddress } from '../../outbound/mailer.ts';
import { catchUpEvents } from '../../store/delivery/positions.ts';
import { moveOpenDigests, skipRecipients, type Delivery } from '../../store/delivery/webhook-deliveries.ts';
import { scheduleWebhook } from '../../store/delivery/webhook-due.ts';
import { insertWebhook, type SendingState, type Webhook } from '../../store/delivery/webhooks.ts';
import { NOTIFICATION_INVALID, NOTIFICATION_MAIL_OFF } from '../errors.ts';
import {
  changeSubscription,
  checkReceiverUrl,
  findServiceIds,
  getSubscription,
  recordAudit,
  recordTests,
  redactUrl,
  removeSubscription,
} from '../webhooks/change-subscription.ts';
import { sendMessage } from '../webhooks/send-message.ts';
import type { WebhookCaller, WebhookDeps } from '../webhooks/webhook-deps.ts';
import { isUnreadableSecret, newSecret, openSecrets, toSecretContext } from '../webhooks/webhook-secrets.ts';
import { listReceivers, toDigestTime } from './create-messages.ts';
import { NOTIFICATION_TEST_TYPE, prepareMessages } from './prepare-messages.ts';

export interface NotificationRequest {
  readonly name: string;
  readonly channel: NotificationChannel;
  /** Incoming webhook of Slack or Teams. */
  readonly url?: string | undefined;
  readonly recipients?: readonly string[] | undefined;
  readonly events: readonly EventType[];
  /** Ids or names; null means every service. */
  readonly services: readonly string[] | null;
  readonly tags: readonly string[] | null;
  readonly minPriority: Band | null;
  readonly timing: NotificationTiming;
  readonly digestHour: number;
  readonly enabled: boolean;
}

export async function createNotification(
  deps: WebhookDeps,
  caller: WebhookCaller,
  request: NotificationRequest,
): Promise<Webhook> {
  const { channel, events, tags, minPriority, timing, digestHour, enabled } = request;
  const { url, secret, recipients } = await checkReceiver(deps, channel, request);
  const id = deps.newId();
  const sealedSecret = deps.keyRing.seal(secret ?? newSecret(), toSecretContext(caller.orgId, id));
  const { newest } = await catchUpEvents(deps.database, caller.orgId);
  return await deps.database.inOrg(caller.orgId, async (tx) => {
    const created = await insertWebhook(tx, {
      id,
      channel,
      url: url ?? '',
      events: [...new Set(events)],
      serviceIds: await findServiceIds(tx, request.services, NOTIFICATION_INVALID),
      description: request.name,
      enabled,
      sealedSecret,
      createdAt: new Date(deps.now()).toISOString(),
      createdBy: caller.actor.name,
      // Only events from now on are sent.
      cursor: newest,
      rule: { timing, digestHour, minPriority, tags, recipients: recipients ?? [] },
    });
    if (enabled) await scheduleWebhook(tx, id);
    await recordAudit(deps, tx, caller, { kind: 'notification', action: 'created', id, after: toAudit(created) });
    return created;
  });
}

export type NotificationPatch = {
  readonly [Name in keyof Omit<NotificationRequest, 'channel'>]?: NotificationRequest[Name] | undefined;
} & { readonly skipMissed?: boolean | undefined };

export async function patchNotification(
  deps: WebhookDeps,
  caller: WebhookCaller,
  id: string,
  patch: NotificationPatch,
): Promise<Webhook> {
  const state = await deps.database.inOrg(caller.orgId, async (tx) => await getSubscription(tx, 'notification', id));
  const isReceiverGiven = patch.url !== undefined || patch.recipients !== undefined;
  const { url, secret, recipients }: CheckedReceiver = isReceiverGiven
    ? await checkReceiver(deps, state.webhook.channel, patch)
    : {};
  // If the key that signed links was lost, recipients that are sent again get a new one.
  const next = secret ?? (recipients === undefined || isReadable(deps, caller.orgId, state) ? undefined : newSecret());
  const sealed = next === undefined ? undefined : deps.keyRing.seal(next, toSecretContext(caller.orgId, id));
  const { name, events, services, tags, minPriority, timing, digestHour, enabled, skipMissed } = patch;
  return await changeSubscription(deps, caller, {
    kind: 'notification',
    id,
    enabled,
    skipMissed,
    hasNewReceiver: isReceiverGiven,
    toChange: async (tx, before) => {
      if (recipients !== undefined)
        await skipRecipients(
          tx,
          id,
          before.recipients.filter((each) => !recipients.includes(each)),
        );
      const at = new Date(deps.now()).toISOString();
      const { timing: nextTiming = before.timing, digestHour: nextHour = before.digestHour } = { timing, digestHour };
      if (nextTiming !== before.timing || nextHour !== before.digestHour)
        await moveOpenDigests(tx, id, at, nextTiming === 'daily' ? toDigestTime(at, nextHour) : at);
      return {
        ...(url !== undefined && { url }),
        ...(sealed !== undefined && { secret: sealed }),
        ...(recipients !== undefined && { recipients }),
        ...(name !== undefined && { description: name }),
        ...(events !== undefined && { events: [...new Set(events)] }),
        ...(services !== undefined && { serviceIds: await findServiceIds(tx, services, NOTIFICATION_INVALID) }),
        ...(tags !== undefined && { tags }),
        ...(minPriority !== undefined && { minPriority }),
        ...(timing !== undefined && { timing }),
        ...(digestHour !== undefined && { digestHour }),
      };
    },
    toAudit,
  });
}

export async function removeNotification(deps: WebhookDeps, caller: WebhookCaller, id: string): Promise<void> {
  await removeSubscription(deps, caller, { kind: 'notification', id, toAudit });
}

/** Sends one test message to each receiver at once, also for a disabled rule, and records it in the log. */
export async function testNotification(deps: WebhookDeps, caller: WebhookCaller, id: string): Promise<Delivery[]> {
  const prepared = await deps.database.inOrg(caller.orgId, async (tx) => {
    const state = await getSubscription(tx, 'notification', id);
    const { webhook: rule } = state;
    if (rule.channel === 'email' && deps.mailer === undefined) throw NOTIFICATION_MAIL_OFF();
    const receivers = listReceivers(rule);
    if (receivers.length === 0) throw NOTIFICATION_INVALID({ problem: 'all recipients have unsubscribed.' });
    const secrets = openSecrets(deps.keyRing, caller.orgId, state, deps.now());
    const due = receivers.map((recipient) => ({
      id: deps.newId(),
      type: NOTIFICATION_TEST_TYPE,
      recipient,
      eventIds: null,
      eventCounts: null,
    }));
    return await prepareMessages(deps, tx, { rule, secrets, due });
  });
  const tests = await Promise.all(
    prepared.map(async ({ delivery, message }) => ({ ...delivery, sent: await sendMessage(deps, message) })),
  );
  return await recordTests(deps, caller, { kind: 'notification', id, type: NOTIFICATION_TEST_TYPE, tests });
}

function isReadable({ keyRing, now }: WebhookDeps, orgId: string, state: SendingState): boolean {
  try {
    return openSecrets(keyRing, orgId, state, now()).length > 0;
  } catch (error) {
    if (!isUnreadableSecret(error)) throw error;
    return false;
  }
}

interface CheckedReceiver {
  /** Names the host only. */
  readonly url?: string;
  readonly secret?: string;
  readonly recipients?: readonly string[];
}

async function checkReceiver(
  deps: WebhookDeps,
  channel: Webhook['channel'],
  { url, recipients }: Pick<NotificationRequest, 'url' | 'recipients'>,
): Promise<CheckedReceiver> {
  if (channel === 'email') {
    if (url !== undefined || recipients === undefined)
      throw NOTIFICATION_INVALID({ problem: 'a rule for e-mail needs "recipients", and has no "url".' });
    if (deps.mailer === undefined) throw NOTIFICATION_MAIL_OFF();
    return { recipients: checkRecipients(recipients) };
  }
  if (url === undefined || recipients !== undefined)
    throw NOTIFICATION_INVALID({ problem: `a rule for this channel needs "url", and has no "recipients".` });
  const href = await checkReceiverUrl(url, deps.policy);
  return { url: redactUrl(href), secret: href };
}

/** Addresses are compared without case, so that one that differs in case alone does not undo an unsubscription. */
function checkRecipients(recipients: readonly string[]): string[] {
  const addresses = uniqueSorted(recipients.map((each) => each.trim().toLowerCase()));
  if (!addresses.every(isMailAddress))
    throw NOTIFICATION_INVALID({ problem: '"recipients" contains text that is not an e-mail address.' });
  return addresses;
}

function toAudit(rule: Webhook): object {
  const { description: name, channel, url, recipients, events, serviceIds, tags, minPriority } = rule;
  const { timing, digestHour, enabled } = rule;
  const receiver = channel === 'email' ? { recipients } : { url };
  return { name, channel, ...receiver, events, serviceIds, tags, minPriority, timing, digestHour, enabled };
}
