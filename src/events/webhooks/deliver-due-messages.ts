/**
 * Sends the due messages of one webhook or notification rule, one after the other in the order of the events, for a limited time; then the next
 * webhook has its turn. No transaction is open while waiting for a receiver. After a failure the other messages are still sent,
 * unless the receiver seems to be down: then it is paused, and a single message tests it afterwards.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { AssayError } from '../../core/errors.ts';
import { openConnection } from '../../outbound/post-message.ts';
import type { OrgTx } from '../../store/database.ts';
import { listEventsById } from '../../store/delivery/list-events.ts';
import {
  listDueDeliveries,
  recordDeliveryProblem,
  skipDeliveries,
  type Delivery,
} from '../../store/delivery/webhook-deliveries.ts';
import { releaseWebhook, unscheduleWebhook, type WebhookKey } from '../../store/delivery/webhook-due.ts';
import { lockWebhook, type SendingState } from '../../store/delivery/webhooks.ts';
import { createDeliveriesOf } from './create-deliveries.ts';
import { recordResults, type DeliveryResult } from './record-results.ts';
import { prepareMessages } from '../notifications/prepare-messages.ts';
import { TEST_TYPE, toEventBody, toTestBody, sendMessage, type PreparedMessage } from './send-message.ts';
import { toReceiverPause } from './retry-schedule.ts';
import type { SendDeps } from './webhook-deps.ts';
import { isUnreadableSecret, openSecrets } from './webhook-secrets.ts';

/** Longest time that other webhooks wait for a receiver that is slow but accepts everything. */
const TIME_SLICE_MS = 10_000;
const MESSAGES_PER_BATCH = 25;
const RECORD_RETRY_DELAYS_MS = [200, 1_000];

/** Returns false if this process cannot decrypt the secret. Another process may have the key. */
export async function deliverDueMessages(deps: SendDeps, key: WebhookKey, signal: AbortSignal): Promise<boolean> {
  const until = deps.now() + TIME_SLICE_MS;
  for (let isOver = false; !isOver;) {
    const batch = await prepareBatch(deps, key);
    if (typeof batch === 'boolean') return batch;
    const results = await sendBatch(deps, batch, { until, signal });
    // Also after an abort: messages that have arrived are recorded.
    isOver = signal.aborted || deps.now() >= until;
    await recordWithRetries(deps, key, results, { release: isOver });
  }
  return true;
}

/**
 * A message that was sent but not recorded is sent again, so recording is retried when the database is busy. Recording twice is
 * harmless.
 */
async function recordWithRetries(...parameters: Parameters<typeof recordResults>): Promise<void> {
  for (const pauseMs of RECORD_RETRY_DELAYS_MS) {
    try {
      return await recordResults(...parameters);
    } catch (error) {
      if (!(error instanceof AssayError)) throw error;
      await delay(pauseMs);
    }
  }
  await recordResults(...parameters);
}

interface Batch {
  readonly state: SendingState;
  readonly messages: readonly ToSend[];
}

interface ToSend {
  readonly delivery: Delivery;
  readonly message: PreparedMessage;
}

/**
 * If there is no batch, releases the lease and returns true when no message is due, or false when the secret cannot be decrypted.
 */
async function prepareBatch(deps: SendDeps, { orgId, webhookId }: WebhookKey): Promise<Batch | boolean> {
  return await deps.database.inOrg(orgId, async (tx) => {
    const state = await lockWebhook(tx, webhookId);
    if (state?.webhook.enabled !== true) {
      await unscheduleWebhook(tx, webhookId);
      return true;
    }
    const due = await listDue(deps, tx, state);
    const secrets = due.length === 0 ? [] : await openSecretsOrReport(deps, tx, state);
    const messages = secrets.length === 0 ? [] : await prepare(deps, tx, state, { secrets, due });
    if (messages.length > 0) return { state, messages };
    await releaseWebhook(tx, webhookId);
    return due.length === 0 || secrets.length > 0;
  });
}

async function listDue(deps: SendDeps, tx: OrgTx, state: SendingState): Promise<Delivery[]> {
  const nowMs = deps.now();
  const { webhook, failures, resumeAt } = state;
  if (resumeAt !== null && Date.parse(resumeAt) > nowMs) return [];
  const now = new Date(nowMs).toISOString();
  const limit = failures > 0 ? 1 : MESSAGES_PER_BATCH;
  const due = await listDueDeliveries(tx, webhook.id, { now, limit });
  if (due.length === limit) return due;
  await createDeliveriesOf(deps, tx, state, now);
  return await listDueDeliveries(tx, webhook.id, { now, limit });
}

/** Returns an empty list if this process cannot decrypt the secrets. */
async function openSecretsOrReport({ keyRing, now, log }: SendDeps, tx: OrgTx, state: SendingState): Promise<string[]> {
  const { id } = state.webhook;
  try {
    return openSecrets(keyRing, tx.orgId, state, now());
  } catch (error) {
    if (!isUnreadableSecret(error)) throw error;
    log.warn({ webhookId: id, code: error.code }, 'signing a webhook message failed');
    await recordDeliveryProblem(tx, id, error.message);
    return [];
  }
}

async function prepare(
  deps: SendDeps,
  tx: OrgTx,
  state: SendingState,
  { secrets, due }: { readonly secrets: readonly string[]; readonly due: readonly Delivery[] },
): Promise<ToSend[]> {
  const { webhook } = state;
  if (webhook.channel !== 'webhook') return await prepareMessages(deps, tx, { rule: webhook, secrets, due });
  const events = await listEventsById(
    tx,
    due.map(({ id }) => id),
  );
  const bodies = new Map(events.map((event) => [event.id, toEventBody(event)]));
  const messages = due.flatMap((delivery): ToSend[] => {
    const { id, type, createdAt } = delivery;
    const body = type === TEST_TYPE ? toTestBody(createdAt) : bodies.get(id);
    if (body === undefined) return [];
    return [{ delivery, message: { channel: 'webhook', url: webhook.url, id, body, secrets } }];
  });
  // Events are never deleted today. If that changes, a message without its event must not block the others.
  if (messages.length < due.length) await skipDeliveries(tx, webhook.id, { withoutEvent: true });
  return messages;
}

async function sendBatch(
  deps: SendDeps,
  { state, messages }: Batch,
  { until, signal }: { readonly until: number; readonly signal: AbortSignal },
): Promise<DeliveryResult[]> {
  const results: DeliveryResult[] = [];
  const [first] = messages;
  const connection =
    first === undefined || first.message.channel === 'email' ? undefined : openConnection(new URL(first.message.url));
  let { failures } = state;
  try {
    for (const { delivery, message } of messages) {
      if (signal.aborted || deps.now() >= until) break;
      const sent = await sendMessage(deps, message, { ...(connection && { connection }), signal }).catch(
        (error: unknown) => {
          if (signal.aborted) return undefined;
          throw error;
        },
      );
      // It is unknown whether the message arrived: it is sent again with the same id.
      if (sent === undefined) break;
      deps.crashPoint('delivery-sent');
      results.push({ delivery, sent });
      failures = sent.delivered ? 0 : failures + 1;
      if (!sent.delivered && (sent.isGone || toReceiverPause(failures, sent.wasAnswered) > 0)) break;
    }
  } finally {
    connection?.close();
  }
  return results;
}
