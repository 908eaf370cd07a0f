/** Decrypts the secrets that sign the messages of a webhook. */
import { AssayError } from '../../core/errors.ts';
import type { SendingState } from '../../store/delivery/webhooks.ts';
import { SECRET_KEY_WRONG, SECRET_UNREADABLE } from '../../store/secrets/errors.ts';
import type { KeyRing, SecretContext } from '../../store/secrets/key-ring.ts';

export function toSecretContext(orgId: string, webhookId: string): SecretContext {
  return { orgId, purpose: `webhook:${webhookId}` };
}

/**
 * Returns the newest secret first. Leaves out a previous secret that can no longer be decrypted: the message is signed with the
 * current one.
 */
export function openSecrets(keyRing: KeyRing, orgId: string, state: SendingState, now: number): string[] {
  const place = toSecretContext(orgId, state.webhook.id);
  const current = keyRing.open(state.secret, place);
  const { previousSecret, previousUntil } = state;
  if (previousSecret === null || previousUntil === null || Date.parse(previousUntil) <= now) return [current];
  try {
    return [current, keyRing.open(previousSecret, place)];
  } catch (error) {
    if (!isUnreadableSecret(error)) throw error;
    return [current];
  }
}

export function isUnreadableSecret(error: unknown): error is AssayError {
  return error instanceof AssayError && error.code === SECRET_UNREADABLE.code;
}

export function isWrongKey(error: unknown): boolean {
  return error instanceof AssayError && error.code === SECRET_KEY_WRONG.code;
}
