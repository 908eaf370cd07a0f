/** The secret of a session or an invitation: 32 random bytes in a cookie or a link. Only its SHA-256 is stored. */
import { createHash, randomBytes } from 'node:crypto';

const SECRET = /^[A-Za-z0-9_-]{43}$/;

export interface Secret {
  /** Only for its owner. */
  readonly text: string;
  readonly sha256: Buffer;
}

export function newSecret(): Secret {
  const text = randomBytes(32).toString('base64url');
  return { text, sha256: hash(text) };
}

/** Returns undefined if the text does not have the form of a secret, which saves a lookup. */
export function hashSecret(text: string): Buffer | undefined {
  return SECRET.test(text) ? hash(text) : undefined;
}

function hash(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
