/**
 * The secrets of webhooks, and the signatures of Standard Webhooks: HMAC-SHA256 over the id, the time and the body. A receiver can
 * verify the sender, that the message is complete, and that it is not a replay. The header can carry several signatures, so that
 * a secret can be replaced without losing a message.
 * https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
 */
import { AssayError } from '../../core/errors.ts';
import type { SendingState } from '../../store/delivery/webhooks.ts';
import { SECRET_KEY_WRONG, SECRET_UNREADABLE } from '../../store/secrets/errors.ts';
import type { KeyRing, SecretContext } from '../../store/secrets/key-ring.ts';
import { createHmac, randomBytes } from 'node:crypto';

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

const PREFIX = 'whsec_';
const SECRET_BYTES = 32;

export function newSecret(): string {
  return PREFIX + randomBytes(SECRET_BYTES).toString('base64');
}

interface Signed {
  readonly id: string;
  /** Time of this attempt, in milliseconds since 1970. */
  readonly now: number;
  readonly body: Buffer;
}

/** Creates one signature for each secret. */
export function toSignedHeaders({ id, now, body }: Signed, secrets: readonly string[]): Record<string, string> {
  const timestamp = String(Math.floor(now / 1000));
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest('base64')}`;
  });
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') };
}
