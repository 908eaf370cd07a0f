/**
 * Records the results of a turn in one transaction: the messages, the health of the receiver and the time of the next call. A
 * webhook is disabled if its receiver has accepted nothing for days or returns 410 Gone; an event announces it.
 */
import { DAY_MS } from '../../core/calendar.ts';
import { LIMITS } from '../../core/limits.ts';
import type { OrgTx } from '../../store/database.ts';
import { insertEvents } from '../../store/delivery/events.ts';
import {
  makeDeliveriesDue,
  recordAttempts,
  type AttemptedDelivery,
  type Delivery,
} from '../../store/delivery/webhook-deliveries.ts';
import {
  releaseWebhook,
  scheduleWebhook,
  unscheduleWebhook,
  type WebhookKey,
} from '../../store/delivery/webhook-due.ts';
import { changeWebhook, lockWebhook, type SendingState, type Webhook } from '../../store/delivery/webhooks.ts';
import { insertAuditEntry } from '../../store/people/audit.ts';
import { kindOf } from './change-subscription.ts';
import { nextAttemptAt, toReceiverPause } from './retry-schedule.ts';
import type { Sent } from './send-message.ts';
import type { SendDeps } from './webhook-deps.ts';

export interface DeliveryResult {
  readonly delivery: Delivery;
  readonly sent: Sent;
}

/** After this many failures in a row, the first success makes all waiting messages due at once. */
const OUTAGE_FAILURES_MIN = 3;

export async function recordResults(
  deps: SendDeps,
  { orgId, webhookId }: WebhookKey,
  results: readonly DeliveryResult[],
  { release }: { readonly release: boolean },
): Promise<void> {
  const attempted = results.map(toAttemptedDelivery);
  await deps.database.inOrg(orgId, async (tx) => {
    const state = await lockWebhook(tx, webhookId);
    if (state === undefined) return;
    await recordAttempts(tx, webhookId, attempted);
    const isEnabled = await recordHealth(deps, tx, state, results);
    if (!isEnabled) await unscheduleWebhook(tx, webhookId);
    else await (release ? releaseWebhook : scheduleWebhook)(tx, webhookId);
  });
  for (const { status } of attempted) deps.onAttempt(OUTCOMES[status]);
}

const OUTCOMES = { delivered: 'delivered', pending: 'retried', failed: 'given_up', skipped: 'given_up' } as const;

function toAttemptedDelivery({ delivery, sent }: DeliveryResult): AttemptedDelivery {
  const { at, statusCode, error, answer, durationMs } = sent;
  const attempts = delivery.attempts + 1;
  const next =
    sent.delivered || sent.isGone
      ? undefined
      : nextAttemptAt({
          attempts,
          triedSince: Date.parse(delivery.triedSince),
          now: Date.parse(at) + durationMs,
          retryAfterMs: sent.retryAfterMs,
          random: Math.random(),
        });
  const status = statusAfter(sent, next);
  const nextAttempt = next === undefined ? null : new Date(next).toISOString();
  return { id: delivery.id, status, attempts, at, nextAttemptAt: nextAttempt, statusCode, error, answer, durationMs };
}

function statusAfter({ delivered }: Sent, next: number | undefined): AttemptedDelivery['status'] {
  if (delivered) return 'delivered';
  return next === undefined ? 'failed' : 'pending';
}

/** Returns whether the webhook is still enabled. */
async function recordHealth(
  deps: SendDeps,
  tx: OrgTx,
  state: SendingState,
  results: readonly DeliveryResult[],
): Promise<boolean> {
  const { webhook } = state;
  let { failures } = state;
  let failingSince = webhook.failingSince;
  let pauseMs = 0;
  let wasAway = false;
  for (const { sent } of results) {
    wasAway ||= sent.delivered && failures >= OUTAGE_FAILURES_MIN;
    failures = sent.delivered ? 0 : failures + 1;
    failingSince = sent.delivered ? null : (failingSince ?? sent.at);
    pauseMs = sent.delivered ? 0 : Math.max(toReceiverPause(failures, sent.wasAnswered), sent.retryAfterMs ?? 0);
  }
  if (results.length === 0) return webhook.enabled;
  const now = deps.now();
  const lastDelivered = results.findLast(({ sent }) => sent.delivered);
  await changeWebhook(tx, webhook.id, {
    failures,
    failingSince,
    resumeAt: pauseMs === 0 ? null : new Date(now + pauseMs).toISOString(),
    ...(lastDelivered !== undefined && { lastDeliveredAt: lastDelivered.sent.at }),
  });
  if (wasAway) await makeDeliveriesDue(tx, webhook.id, new Date(now).toISOString());
  const reason = reasonToDisable(results, failingSince, now);
  if (reason === undefined || !webhook.enabled) return webhook.enabled;
  await disableWebhook(deps, tx, webhook, reason);
  return false;
}

function reasonToDisable(
  results: readonly DeliveryResult[],
  failingSince: string | null,
  now: number,
): string | undefined {
  if (results.some(({ sent }) => sent.isGone)) return 'The receiver returned 410 Gone.';
  const isLost = failingSince !== null && now - Date.parse(failingSince) >= LIMITS.webhookFailingDaysMax * DAY_MS;
  return isLost ? `All deliveries have failed for ${LIMITS.webhookFailingDaysMax} days.` : undefined;
}

async function disableWebhook(deps: SendDeps, tx: OrgTx, webhook: Webhook, reason: string): Promise<void> {
  const at = new Date(deps.now()).toISOString();
  await changeWebhook(tx, webhook.id, { enabled: false, disabledAt: at, disabledReason: reason });
  const { description, channel } = webhook;
  const kind = kindOf(webhook);
  const detail = { webhookId: webhook.id, description, channel, reason };
  await insertEvents(tx, [{ id: deps.newId(), type: 'webhook.disabled', at, detail }]);
  await insertAuditEntry(tx, {
    id: deps.newId(),
    at,
    actor: { kind: 'system', id: 'webhooks', name: 'webhooks' },
    action: `${kind}.disabled`,
    subject: { kind, id: webhook.id },
    before: { enabled: true },
    after: { enabled: false, reason },
  });
  deps.log.warn({ webhookId: webhook.id, reason }, 'webhook disabled');
}
