/** Webhooks on the wire. Who may not change them sees neither the whole address nor what a receiver has answered. */
import type { Principal } from '../access/principal.ts';
import { hideAddress } from '../events/webhooks/webhook-url.ts';
import type { Delivery } from '../store/delivery/webhook-deliveries.ts';
import type { Webhook } from '../store/delivery/webhooks.ts';
import type { WireDelivery, WireWebhook } from './contract/webhook.ts';

/** A token of single services sees what concerns no other. */
export function isVisible({ services }: Principal, { serviceIds }: Webhook): boolean {
  if (services === 'all') return true;
  return serviceIds !== null && serviceIds.every((id) => services.includes(id));
}

export function toWireWebhook(principal: Principal, webhook: Webhook): WireWebhook {
  return {
    ...webhook,
    url: mayChange(principal) ? webhook.url : hideAddress(webhook.url),
    events: [...webhook.events],
    serviceIds: webhook.serviceIds === null ? null : [...webhook.serviceIds],
  };
}

export function toWireDelivery(principal: Principal, delivery: Delivery): WireDelivery {
  const { webhookId: _webhook, triedSince: _since, answer, ...rest } = delivery;
  return { ...rest, answer: mayChange(principal) ? answer : null };
}

function mayChange({ scopes }: Principal): boolean {
  return scopes.has('settings:write');
}
