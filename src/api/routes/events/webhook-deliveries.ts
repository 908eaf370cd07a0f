/** The delivery log of a webhook, and redelivery of a message. */
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { WEBHOOK_DELIVERY_UNKNOWN, WEBHOOK_UNKNOWN } from '../../../events/webhooks/errors.ts';
import { redeliver } from '../../../events/webhooks/manual-delivery.ts';
import { listDeliveries } from '../../../store/delivery/webhook-deliveries.ts';
import { findWebhook } from '../../../store/delivery/webhooks.ts';
import { toId } from '../../http/path-parameters.ts';
import type { ApiDeps } from '../../api-deps.ts';
import { DeliveryListQuery, DeliveryParams, WebhookParams, WireDelivery } from '../../contract/events/webhook.ts';
import { getPrincipal, toCaller } from '../../http/guard-request.ts';
import { setPageHeaders } from '../../http/response/page-headers.ts';
import { ERRORS } from '../../http/response/route-schema.ts';
import { isWebhookVisible, toWireDelivery } from '../../wire/to-wire-webhook.ts';

const tags = ['Webhooks'];

export function webhookDeliveriesRoutes(instance: FastifyInstance, deps: ApiDeps): void {
  const app = instance.withTypeProvider<ZodTypeProvider>();

  app.get(
    '/webhook/:id/delivery',
    {
      config: { scope: 'read' },
      schema: {
        tags,
        operationId: 'listWebhookDeliveries',
        summary: 'List the deliveries of a webhook',
        description: 'Returns the delivery log, newest first.',
        params: WebhookParams,
        querystring: DeliveryListQuery,
        response: { 200: z.array(WireDelivery), ...ERRORS },
      },
    },
    async (request, reply) => {
      const principal = getPrincipal(request);
      const id = toId(request.params.id, WEBHOOK_UNKNOWN);
      const page = await deps.database.inOrg(principal.orgId, async (tx) => {
        const webhook = await findWebhook(tx, id);
        if (webhook === undefined || !isWebhookVisible(principal, webhook)) throw WEBHOOK_UNKNOWN();
        return await listDeliveries(tx, id, request.query);
      });
      setPageHeaders(request, reply, request.query, page);
      return page.items.map((delivery) => toWireDelivery(principal, delivery));
    },
  );

  app.post(
    '/webhook/:id/delivery/:delivery/redeliver',
    {
      config: { scope: 'settings:write' },
      schema: {
        tags,
        operationId: 'redeliverWebhookDelivery',
        summary: 'Redeliver a message',
        description: 'Sends the message again with the same `webhook-id`.',
        params: DeliveryParams,
        response: { 200: WireDelivery, ...ERRORS },
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
