/**
 * Signatures of Standard Webhooks: HMAC-SHA256 over the id, the time and the body. A receiver can verify the sender, that the
 * message is complete, and that it is not a replay. The header can carry several signatures, so that a secret can be replaced
 * without losing a message.
 * https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
 */
import { createHmac, randomBytes } from 'node:crypto';

const PREFIX = 'whsec_';
const SECRET_BYTES = 32;

export function newSecret(): string {
  return PREFIX + randomBytes(SECRET_BYTES).toString('base64');
}

export interface Signed {
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
