/** The secrets that sign for a webhook, opened for as long as they are needed. */
import { AssayError } from '../../core/errors.ts';
import type { SendingState } from '../../store/delivery/webhooks.ts';
import { SECRET_KEY_WRONG, SECRET_UNREADABLE } from '../../store/secrets/errors.ts';
import type { KeyRing, SecretPlace } from '../../store/secrets/key-ring.ts';

export function placeOfSecret(orgId: string, webhookId: string): SecretPlace {
  return { orgId, purpose: `webhook:${webhookId}` };
}

/** The newest first. A previous one that cannot be opened any more is left out: the message is signed by the other. */
export function openSecrets(keyRing: KeyRing, orgId: string, state: SendingState, now: number): string[] {
  const place = placeOfSecret(orgId, state.webhook.id);
  const current = keyRing.open(state.secret, place);
  const { previousSecret, previousUntil } = state;
  if (previousSecret === null || previousUntil === null || Date.parse(previousUntil) <= now) return [current];
  try {
    return [current, keyRing.open(previousSecret, place)];
  } catch (error) {
    if (!isUnreadable(error)) throw error;
    return [current];
  }
}

export function isUnreadable(error: unknown): error is AssayError {
  return error instanceof AssayError && error.code === SECRET_UNREADABLE.code;
}

export function isWrongKey(error: unknown): boolean {
  return error instanceof AssayError && error.code === SECRET_KEY_WRONG.code;
}
