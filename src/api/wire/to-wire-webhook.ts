/** Maps webhooks to the API. Without permission to change them, the full URL and the responses of the receiver are hidden. */
import type { Principal } from '../../access/principal.ts';
import { redactUrl } from '../../events/webhooks/webhook-url.ts';
import type { Delivery } from '../../store/delivery/webhook-deliveries.ts';
import type { Webhook } from '../../store/delivery/webhooks.ts';
import type { WireDelivery, WireWebhook } from '../contract/events/webhook.ts';

/** A token restricted to services sees only webhooks that concern no other service. */
export function isWebhookVisible({ services }: Principal, { serviceIds }: Webhook): boolean {
  if (services === 'all') return true;
  return serviceIds !== null && serviceIds.every((id) => services.includes(id));
}

export function toWireWebhook(principal: Principal, webhook: Webhook): WireWebhook {
  return {
    ...webhook,
    url: canChangeWebhooks(principal) ? webhook.url : redactUrl(webhook.url),
    events: [...webhook.events],
    serviceIds: webhook.serviceIds === null ? null : [...webhook.serviceIds],
  };
}

export function toWireDelivery(principal: Principal, delivery: Delivery): WireDelivery {
  const { webhookId: _webhook, triedSince: _since, answer, ...rest } = delivery;
  return { ...rest, responseBody: canChangeWebhooks(principal) ? answer : null };
}

function canChangeWebhooks({ scopes }: Principal): boolean {
  return scopes.has('settings:write');
}
