/** Notification rules: create, list, change, test and delete them, their delivery log, and links to unsubscribe. */
import { z } from 'zod';
import { RATE_LIMITED } from '../../access/errors.ts';
import { RateLimit } from '../../access/limits/rate-limit.ts';
import type { Principal } from '../../access/principal.ts';
import { LIMITS } from '../../core/limits.ts';
import {
  NOTIFICATION_MAIL_OFF,
  NOTIFICATION_RECIPIENT_GONE,
  NOTIFICATION_UNKNOWN,
  WEBHOOK_DELIVERY_UNKNOWN,
} from '../../events/errors.ts';
import {
  createNotification,
  patchNotification,
  removeNotification,
  testNotification,
} from '../../events/notifications/change-notification.ts';
import { getSubscription, unsubscribe } from '../../events/notifications/unsubscribe.ts';
import { kindOf, redeliverMessage } from '../../events/webhooks/change-subscription.ts';
import { SERVICE_UNKNOWN } from '../../pipeline/errors.ts';
import type { OrgTx } from '../../store/database.ts';
import { listDeliveries, type Delivery } from '../../store/delivery/webhook-deliveries.ts';
import { findWebhook, listWebhooks, type Webhook } from '../../store/delivery/webhooks.ts';
import type { ApiDeps, RouteApp } from '../api-deps.ts';
import { DeliveryListQuery } from '../contract/events.ts';
import {
  NewNotification,
  NotificationChange,
  NotificationDeliveryParams,
  NotificationParams,
  UnsubscribeParams,
  WireNotification,
  WireNotificationDelivery,
  WireNotificationTest,
  WireSubscription,
} from '../contract/notifications.ts';
import { PageQuery } from '../contract/page.ts';
import { getPrincipal, toCaller } from '../http/guard-request.ts';
import { toId, toReference } from '../http/path-parameters.ts';
import { sendPage, setPageHeaders } from '../http/response/page-headers.ts';
import { canChangeSubscriptions, isSubscriptionVisible } from './subscription-access.ts';

export function notificationsRoutes(app: RouteApp, deps: ApiDeps): void {
  const tests = new RateLimit({
    perMinute: LIMITS.notificationTestsPerHourMax / 60,
    burst: LIMITS.notificationTestsPerHourMax,
  });

  app.get(
    '/notification',
    {
      config: { scope: 'read' },
      schema: {
        operationId: 'listNotifications',
        summary: 'List notification rules',
        description: 'Newest first.',
        querystring: PageQuery,
        response: { 200: z.array(WireNotification) },
      },
    },
    async (request, reply) => {
      const principal = getPrincipal(request);
      const all = await deps.database.inOrg(principal.orgId, listWebhooks);
      const visible = all.filter((rule) => kindOf(rule) === 'notification' && isSubscriptionVisible(principal, rule));
      const { limit, offset } = request.query;
      setPageHeaders(request, reply, request.query, { total: visible.length });
      return visible.slice(offset, offset + limit).map((rule) => toWireNotification(principal, rule));
    },
  );

  app.post(
    '/notification',
    {
      config: { scope: 'settings:write', errors: [SERVICE_UNKNOWN, NOTIFICATION_MAIL_OFF] },
      schema: {
        operationId: 'createNotification',
        summary: 'Create a notification rule',
        description: 'Reports events from now on. Returns 409 `NOTIFICATION_MAIL_OFF` if e-mail is not configured.',
        body: NewNotification,
        response: { 201: WireNotification },
      },
    },
    async (request, reply) => {
      const services = request.body.services?.map((service) => toReference('service name', service)) ?? null;
      const rule = await createNotification(deps.webhooks, toCaller(request), { ...request.body, services });
      void reply.code(201).header('location', `/api/v2/notification/${rule.id}`);
      return toWireNotification(getPrincipal(request), rule);
    },
  );

  app.get(
    '/notification/:id',
    {
      config: { scope: 'read' },
      schema: {
        operationId: 'getNotification',
        summary: 'Get a notification rule',
        params: NotificationParams,
        response: { 200: WireNotification },
      },
    },
    async (request) => {
      const principal = getPrincipal(request);
      const id = toId(request.params.id, NOTIFICATION_UNKNOWN);
      const rule = await deps.database.inOrg(principal.orgId, async (tx) => await getRule(tx, principal, id));
      return toWireNotification(principal, rule);
    },
  );

  app.patch(
    '/notification/:id',
    {
      config: { scope: 'settings:write', errors: [NOTIFICATION_MAIL_OFF] },
      schema: {
        operationId: 'updateNotification',
        summary: 'Update a notification rule',
        description:
          'Changes the properties that are sent. Set `enabled` to disable the rule or to enable it again. A recipient that has unsubscribed stays unsubscribed.',
        params: NotificationParams,
        body: NotificationChange,
        response: { 200: WireNotification },
      },
    },
    async (request) => {
      const id = toId(request.params.id, NOTIFICATION_UNKNOWN);
      const services = request.body.services?.map((service) => toReference('service name', service));
      const patch = { ...request.body, ...(services !== undefined && { services }) };
      const rule = await patchNotification(deps.webhooks, toCaller(request), id, patch);
      return toWireNotification(getPrincipal(request), rule);
    },
  );

  app.delete(
    '/notification/:id',
    {
      config: { scope: 'settings:write' },
      schema: {
        operationId: 'deleteNotification',
        summary: 'Delete a notification rule',
        description: 'Also deletes its delivery log.',
        params: NotificationParams,
        response: { 204: z.null() },
      },
    },
    async (request, reply) => {
      await removeNotification(deps.webhooks, toCaller(request), toId(request.params.id, NOTIFICATION_UNKNOWN));
      return await reply.code(204).send(null);
    },
  );

  app.post(
    '/notification/:id/test',
    {
      config: { scope: 'settings:write', errors: [RATE_LIMITED, NOTIFICATION_MAIL_OFF] },
      schema: {
        operationId: 'testNotification',
        summary: 'Send a test notification',
        description:
          'Sends one message that is marked as a test to each receiver immediately, without retries, and returns the results.',
        params: NotificationParams,
        response: { 200: WireNotificationTest },
      },
    },
    async (request) => {
      const id = toId(request.params.id, NOTIFICATION_UNKNOWN);
      const principal = getPrincipal(request);
      const verdict = tests.take(principal.orgId, deps.now());
      if (!verdict.allowed) {
        const { retryAfterSeconds } = verdict;
        throw RATE_LIMITED({ what: 'test messages', retryAfterSeconds }, { retryAfterSeconds });
      }
      const deliveries = await testNotification(deps.webhooks, toCaller(request), id);
      return { deliveries: deliveries.map((delivery) => toWireNotificationDelivery(principal, delivery)) };
    },
  );

  app.get(
    '/notification/:id/delivery',
    {
      config: { scope: 'read' },
      schema: {
        operationId: 'listNotificationDeliveries',
        summary: 'List the deliveries of a notification rule',
        description: 'Returns the delivery log, newest first. A digest is listed as pending until it is sent.',
        params: NotificationParams,
        querystring: DeliveryListQuery,
        response: { 200: z.array(WireNotificationDelivery) },
      },
    },
    async (request, reply) => {
      const principal = getPrincipal(request);
      const id = toId(request.params.id, NOTIFICATION_UNKNOWN);
      const page = await deps.database.inOrg(principal.orgId, async (tx) => {
        await getRule(tx, principal, id);
        return await listDeliveries(tx, id, request.query);
      });
      return sendPage(request, reply, request.query, page, (delivery) =>
        toWireNotificationDelivery(principal, delivery),
      );
    },
  );

  app.post(
    '/notification/:id/delivery/:delivery/redeliver',
    {
      config: { scope: 'settings:write', errors: [NOTIFICATION_RECIPIENT_GONE] },
      schema: {
        operationId: 'redeliverNotification',
        summary: 'Redeliver a notification',
        description: 'Sends the message again.',
        params: NotificationDeliveryParams,
        response: { 200: WireNotificationDelivery },
      },
    },
    async (request) => {
      const id = toId(request.params.id, NOTIFICATION_UNKNOWN);
      const deliveryId = toId(request.params.delivery, WEBHOOK_DELIVERY_UNKNOWN);
      const delivery = await redeliverMessage(deps.webhooks, toCaller(request), {
        kind: 'notification',
        id,
        deliveryId,
      });
      return toWireNotificationDelivery(getPrincipal(request), delivery);
    },
  );
}

export function unsubscribeRoutes(app: RouteApp, deps: ApiDeps): void {
  // RFC 8058: mail programs post a form with one field, whose content does not matter.
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, _body, done) =>
    done(null, undefined),
  );
  app.addContentTypeParser('multipart/form-data', { parseAs: 'string' }, (_request, _body, done) =>
    done(null, undefined),
  );

  app.get(
    '/unsubscribe/:code',
    {
      schema: {
        operationId: 'getSubscription',
        summary: 'Get the subscription of a link to unsubscribe',
        description: 'Returns the rule and the recipient of the link. Changes nothing.',
        security: [],
        params: UnsubscribeParams,
        response: { 200: WireSubscription },
      },
    },
    async (request, reply) => {
      void reply.header('cache-control', 'no-store');
      return await getSubscription(deps.webhooks, request.params.code);
    },
  );

  app.post(
    '/unsubscribe/:code',
    {
      schema: {
        operationId: 'unsubscribe',
        summary: 'Unsubscribe from a notification rule',
        description:
          'Ends messages of one rule to one recipient, without sign-in. Also accepts the form that mail programs post (RFC 8058).',
        security: [],
        params: UnsubscribeParams,
        response: { 200: WireSubscription },
      },
    },
    async (request, reply) => {
      void reply.header('cache-control', 'no-store');
      return await unsubscribe(deps.webhooks, request.params.code, request.id);
    },
  );
}

async function getRule(tx: OrgTx, principal: Principal, id: string): Promise<Webhook> {
  const rule = await findWebhook(tx, id);
  if (rule === undefined || kindOf(rule) !== 'notification' || !isSubscriptionVisible(principal, rule))
    throw NOTIFICATION_UNKNOWN();
  return rule;
}

/** Without permission to change rules, addresses and the responses of receivers are hidden. */
function toWireNotification(principal: Principal, rule: Webhook): WireNotification {
  const { channel, description: name, url, recipients, unsubscribed, events, serviceIds, tags, ...rest } = rule;
  if (channel === 'webhook') throw NOTIFICATION_UNKNOWN();
  return {
    ...rest,
    name,
    channel,
    url: channel === 'email' ? null : url,
    recipients: recipients.map((address) => ({
      address: toVisibleAddress(principal, address),
      unsubscribed: unsubscribed.includes(address),
    })),
    events: [...events],
    serviceIds: serviceIds === null ? null : [...serviceIds],
    tags: tags === null ? null : [...tags],
  };
}

function toWireNotificationDelivery(principal: Principal, delivery: Delivery): WireNotificationDelivery {
  const { webhookId: _rule, triedSince: _since, eventIds: _events, eventCounts, answer, recipient, ...rest } = delivery;
  return {
    ...rest,
    recipient: recipient === null ? null : toVisibleAddress(principal, recipient),
    eventCount: Object.values(eventCounts ?? {}).reduce((sum, count) => sum + count, 0),
    responseBody: canChangeSubscriptions(principal) ? answer : null,
  };
}

function toVisibleAddress(principal: Principal, address: string): string {
  return canChangeSubscriptions(principal) ? address : `…${address.slice(address.lastIndexOf('@'))}`;
}
