/** Who sees webhooks and notification rules, and how much of them. */
import type { Principal } from '../../access/principal.ts';
import type { Webhook } from '../../store/delivery/webhooks.ts';

/** A token restricted to services sees only those that concern no other service. */
export function isSubscriptionVisible({ services }: Principal, { serviceIds }: Webhook): boolean {
  if (services === 'all') return true;
  return serviceIds !== null && serviceIds.every((id) => services.includes(id));
}

/** Without it, secret parts of addresses and the responses of receivers are hidden. */
export function canChangeSubscriptions({ scopes }: Principal): boolean {
  return scopes.has('settings:write');
}
