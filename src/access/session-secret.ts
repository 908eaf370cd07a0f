/** The secret of a session, or of an invitation: 32 random bytes in a cookie or a link, of which only the SHA-256 is kept. */
import { createHash, randomBytes } from 'node:crypto';

const SECRET = /^[A-Za-z0-9_-]{43}$/;

export interface Secret {
  /** For its owner alone. */
  readonly text: string;
  readonly sha256: Buffer;
}

export function newSecret(): Secret {
  const text = randomBytes(32).toString('base64url');
  return { text, sha256: hash(text) };
}

/** Undefined when the text does not have the form of a secret: nobody needs to be asked then. */
export function hashSecret(text: string): Buffer | undefined {
  return SECRET.test(text) ? hash(text) : undefined;
}

function hash(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
