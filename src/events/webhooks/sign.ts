/**
 * Signatures of Standard Webhooks: HMAC-SHA256 over the id, the time and the body, so that a receiver knows who sent a message,
 * that it is whole, and that it is not an old one sent again. The header may carry several signatures, which lets a secret be
 * replaced without losing a message.
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
  /** Of this attempt, in milliseconds since 1970. */
  readonly now: number;
  readonly body: Buffer;
}

/** One signature for each secret. */
export function toSignedHeaders({ id, now, body }: Signed, secrets: readonly string[]): Record<string, string> {
  const timestamp = String(Math.floor(now / 1000));
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest('base64')}`;
  });
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') };
}
