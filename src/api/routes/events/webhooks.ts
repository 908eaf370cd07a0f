/** Webhooks: create, list, change, test and delete. Their deliveries are in `webhook-deliveries.ts`. */
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { SERVICE_UNKNOWN } from '../../../pipeline/errors.ts';
import { createWebhook, patchWebhook, removeWebhook, replaceSecret } from '../../../events/webhooks/change-webhook.ts';
import { WEBHOOK_UNKNOWN } from '../../../events/webhooks/errors.ts';
import { testWebhook } from '../../../events/webhooks/manual-delivery.ts';
import { LIMITS } from '../../../core/limits.ts';
import { findWebhook, listWebhooks } from '../../../store/delivery/webhooks.ts';
import { toId, toReference } from '../../http/path-parameters.ts';
import type { ApiDeps } from '../../api-deps.ts';
import { PageQuery } from '../../contract/page.ts';
import {
  NewWebhook,
  WebhookChange,
  WebhookParams,
  WireDelivery,
  WireNewWebhook,
  WireWebhook,
  WireWebhookSecret,
} from '../../contract/events/webhook.ts';
import { getPrincipal, toCaller } from '../../http/guard-request.ts';
import { setPageHeaders } from '../../http/response/page-headers.ts';
import { ERRORS } from '../../http/response/route-schema.ts';
import { isWebhookVisible, toWireDelivery, toWireWebhook } from '../../wire/to-wire-webhook.ts';

const tags = ['Webhooks'];

export function webhooksRoutes(instance: FastifyInstance, deps: ApiDeps): void {
  const app = instance.withTypeProvider<ZodTypeProvider>();

  app.get(
    '/webhook',
    {
      config: { scope: 'read' },
      schema: {
        tags,
        operationId: 'listWebhooks',
        summary: 'List webhooks',
        description: 'Newest first.',
        querystring: PageQuery,
        response: { 200: z.array(WireWebhook), ...ERRORS },
      },
    },
    async (request, reply) => {
      const principal = getPrincipal(request);
      const all = await deps.database.inOrg(principal.orgId, listWebhooks);
      const visible = all.filter((webhook) => isWebhookVisible(principal, webhook));
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
        tags,
        operationId: 'createWebhook',
        summary: 'Create a webhook',
        description: 'The response contains the signing secret, which is shown only once.',
        body: NewWebhook,
        response: { 201: WireNewWebhook, ...ERRORS },
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
        tags,
        operationId: 'getWebhook',
        summary: 'Get a webhook',
        params: WebhookParams,
        response: { 200: WireWebhook, ...ERRORS },
      },
    },
    async (request) => {
      const principal = getPrincipal(request);
      const id = toId(request.params.id, WEBHOOK_UNKNOWN);
      const webhook = await deps.database.inOrg(principal.orgId, async (tx) => await findWebhook(tx, id));
      if (webhook === undefined || !isWebhookVisible(principal, webhook)) throw WEBHOOK_UNKNOWN();
      return toWireWebhook(principal, webhook);
    },
  );

  app.patch(
    '/webhook/:id',
    {
      config: { scope: 'settings:write' },
      schema: {
        tags,
        operationId: 'updateWebhook',
        summary: 'Update a webhook',
        description:
          'Changes the properties that are sent. Set `enabled` to disable the webhook or to enable it again.',
        params: WebhookParams,
        body: WebhookChange,
        response: { 200: WireWebhook, ...ERRORS },
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
        tags,
        operationId: 'deleteWebhook',
        summary: 'Delete a webhook',
        description: 'Also deletes its delivery log.',
        params: WebhookParams,
        response: { 204: z.null(), ...ERRORS },
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
        tags,
        operationId: 'rotateWebhookSecret',
        summary: 'Rotate the signing secret of a webhook',
        description: `Creates a new signing secret. For ${LIMITS.webhookSecretOverlapHours} hours, messages are signed with both the new and the previous secret.`,
        params: WebhookParams,
        response: { 200: WireWebhookSecret, ...ERRORS },
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
        tags,
        operationId: 'testWebhook',
        summary: 'Send a test message',
        description: 'Sends one test message immediately, without retries, and returns the result.',
        params: WebhookParams,
        response: { 200: WireDelivery, ...ERRORS },
      },
    },
    async (request) => {
      const id = toId(request.params.id, WEBHOOK_UNKNOWN);
      return toWireDelivery(getPrincipal(request), await testWebhook(deps.webhooks, toCaller(request), id));
    },
  );
}
