/** Webhooks: create, list, change, test and delete them, and their delivery log. */
import { z } from 'zod';
import { SERVICE_UNKNOWN } from '../../pipeline/errors.ts';
import {
  createWebhook,
  patchWebhook,
  removeWebhook,
  replaceSecret,
  redeliver,
} from '../../events/webhooks/change-webhook.ts';
import { kindOf, redactUrl } from '../../events/webhooks/change-subscription.ts';
import { WEBHOOK_UNKNOWN, WEBHOOK_DELIVERY_UNKNOWN } from '../../events/errors.ts';
import { testWebhook } from '../../events/webhooks/change-webhook.ts';
import { LIMITS } from '../../core/limits.ts';
import { findWebhook, listWebhooks, type Webhook } from '../../store/delivery/webhooks.ts';
import type { OrgTx } from '../../store/database.ts';
import { toId, toReference } from '../http/path-parameters.ts';
import type { ApiDeps, RouteApp } from '../api-deps.ts';
import { PageQuery } from '../contract/page.ts';
import {
  NewWebhook,
  WebhookChange,
  WebhookParams,
  WireDelivery,
  WireNewWebhook,
  WireWebhook,
  WireWebhookSecret,
  DeliveryListQuery,
  DeliveryParams,
} from '../contract/events.ts';
import { getPrincipal, toCaller } from '../http/guard-request.ts';
import { sendPage, setPageHeaders } from '../http/response/page-headers.ts';
import type { Principal } from '../../access/principal.ts';
import { canChangeSubscriptions, isSubscriptionVisible } from './subscription-access.ts';
import { type Delivery, listDeliveries } from '../../store/delivery/webhook-deliveries.ts';

export function webhooksRoutes(app: RouteApp, deps: ApiDeps): void {
  app.get(
    '/webhook',
    {
      config: { scope: 'read' },
      schema: {
        operationId: 'listWebhooks',
        summary: 'List webhooks',
        description: 'Newest first.',
        querystring: PageQuery,
        response: { 200: z.array(WireWebhook) },
      },
    },
    async (request, reply) => {
      const principal = getPrincipal(request);
      const all = await deps.database.inOrg(principal.orgId, listWebhooks);
      const visible = all.filter(
        (webhook) => kindOf(webhook) === 'webhook' && isSubscriptionVisible(principal, webhook),
      );
      const { limit, offset } = request.query;
      setPageHeaders(request, reply, request.query, { total: visible.length });
      return visible.slice(offset, offset + limit).map((webhook) => toWireWebhook(principal, webhook));
    },
  );

  app.post(
    '/webhook',
    {
      config: { scope: 'settings:write', errors: [SERVICE_UNKNOWN] },
      schema: {
        operationId: 'createWebhook',
        summary: 'Create a webhook',
        description: 'The response contains the signing secret, which is shown only once.',
        body: NewWebhook,
        response: { 201: WireNewWebhook },
      },
    },
    async (request, reply) => {
      const services = request.body.services?.map((service) => toReference('service name', service)) ?? null;
      const { webhook, secret } = await createWebhook(deps.webhooks, toCaller(request), { ...request.body, services });
      void reply.code(201).headers({ location: `/api/v2/webhook/${webhook.id}`, 'cache-control': 'no-store' });
      return { ...toWireWebhook(getPrincipal(request), webhook), secret };
    },
  );

  app.get(
    '/webhook/:id',
    {
      config: { scope: 'read' },
      schema: {
        operationId: 'getWebhook',
        summary: 'Get a webhook',
        params: WebhookParams,
        response: { 200: WireWebhook },
      },
    },
    async (request) => {
      const principal = getPrincipal(request);
      const id = toId(request.params.id, WEBHOOK_UNKNOWN);
      const webhook = await deps.database.inOrg(principal.orgId, async (tx) => await getWebhook(tx, principal, id));
      return toWireWebhook(principal, webhook);
    },
  );

  app.patch(
    '/webhook/:id',
    {
      config: { scope: 'settings:write' },
      schema: {
        operationId: 'updateWebhook',
        summary: 'Update a webhook',
        description:
          'Changes the properties that are sent. Set `enabled` to disable the webhook or to enable it again.',
        params: WebhookParams,
        body: WebhookChange,
        response: { 200: WireWebhook },
      },
    },
    async (request) => {
      const id = toId(request.params.id, WEBHOOK_UNKNOWN);
      const services = request.body.services?.map((service) => toReference('service name', service));
      const patch = { ...request.body, ...(services !== undefined && { services }) };
      const webhook = await patchWebhook(deps.webhooks, toCaller(request), id, patch);
      return toWireWebhook(getPrincipal(request), webhook);
    },
  );

  app.delete(
    '/webhook/:id',
    {
      config: { scope: 'settings:write' },
      schema: {
        operationId: 'deleteWebhook',
        summary: 'Delete a webhook',
        description: 'Also deletes its delivery log.',
        params: WebhookParams,
        response: { 204: z.null() },
      },
    },
    async (request, reply) => {
      await removeWebhook(deps.webhooks, toCaller(request), toId(request.params.id, WEBHOOK_UNKNOWN));
      return await reply.code(204).send(null);
    },
  );

  app.post(
    '/webhook/:id/secret',
    {
      config: { scope: 'settings:write' },
      schema: {
        operationId: 'rotateWebhookSecret',
        summary: 'Rotate the signing secret of a webhook',
        description: `Creates a new signing secret. For ${LIMITS.webhookSecretOverlapHours} hours, messages are signed with both the new and the previous secret.`,
        params: WebhookParams,
        response: { 200: WireWebhookSecret },
      },
    },
    async (request, reply) => {
      const id = toId(request.params.id, WEBHOOK_UNKNOWN);
      const { secret, previousUntil } = await replaceSecret(deps.webhooks, toCaller(request), id);
      void reply.header('cache-control', 'no-store');
      return { secret, previousUntil };
    },
  );

  app.post(
    '/webhook/:id/test',
    {
      config: { scope: 'settings:write' },
      schema: {
        operationId: 'testWebhook',
        summary: 'Send a test message',
        description: 'Sends one test message immediately, without retries, and returns the result.',
        params: WebhookParams,
        response: { 200: WireDelivery },
      },
    },
    async (request) => {
      const id = toId(request.params.id, WEBHOOK_UNKNOWN);
      return toWireDelivery(getPrincipal(request), await testWebhook(deps.webhooks, toCaller(request), id));
    },
  );

  app.get(
    '/webhook/:id/delivery',
    {
      config: { scope: 'read' },
      schema: {
        operationId: 'listWebhookDeliveries',
        summary: 'List the deliveries of a webhook',
        description: 'Returns the delivery log, newest first.',
        params: WebhookParams,
        querystring: DeliveryListQuery,
        response: { 200: z.array(WireDelivery) },
      },
    },
    async (request, reply) => {
      const principal = getPrincipal(request);
      const id = toId(request.params.id, WEBHOOK_UNKNOWN);
      const page = await deps.database.inOrg(principal.orgId, async (tx) => {
        await getWebhook(tx, principal, id);
        return await listDeliveries(tx, id, request.query);
      });
      return sendPage(request, reply, request.query, page, (delivery) => toWireDelivery(principal, delivery));
    },
  );

  app.post(
    '/webhook/:id/delivery/:delivery/redeliver',
    {
      config: { scope: 'settings:write' },
      schema: {
        operationId: 'redeliverWebhookDelivery',
        summary: 'Redeliver a message',
        description: 'Sends the message again with the same `webhook-id`.',
        params: DeliveryParams,
        response: { 200: WireDelivery },
      },
    },
    async (request) => {
      const webhookId = toId(request.params.id, WEBHOOK_UNKNOWN);
      const deliveryId = toId(request.params.delivery, WEBHOOK_DELIVERY_UNKNOWN);
      const delivery = await redeliver(deps.webhooks, toCaller(request), { webhookId, deliveryId });
      return toWireDelivery(getPrincipal(request), delivery);
    },
  );
}

async function getWebhook(tx: OrgTx, principal: Principal, id: string): Promise<Webhook> {
  const webhook = await findWebhook(tx, id);
  if (webhook === undefined || kindOf(webhook) !== 'webhook' || !isSubscriptionVisible(principal, webhook))
    throw WEBHOOK_UNKNOWN();
  return webhook;
}

/** Without permission to change webhooks, the full URL and the responses of the receiver are hidden. */
function toWireWebhook(principal: Principal, webhook: Webhook): WireWebhook {
  const { id, url, events, serviceIds, description, enabled, disabledAt, disabledReason } = webhook;
  const { failingSince, lastDeliveredAt, createdAt, createdBy } = webhook;
  return {
    id,
    url: canChangeSubscriptions(principal) ? url : redactUrl(url),
    events: [...events],
    serviceIds: serviceIds === null ? null : [...serviceIds],
    ...{ description, enabled, disabledAt, disabledReason, failingSince, lastDeliveredAt, createdAt, createdBy },
  };
}

function toWireDelivery(principal: Principal, delivery: Delivery): WireDelivery {
  const { id, type, status, attempts, createdAt, nextAttemptAt, lastAttemptAt, finishedAt } = delivery;
  const { statusCode, error, answer, durationMs } = delivery;
  const result = { statusCode, error, durationMs, responseBody: canChangeSubscriptions(principal) ? answer : null };
  return { id, type, status, attempts, createdAt, nextAttemptAt, lastAttemptAt, finishedAt, ...result };
}
