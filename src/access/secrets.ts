/**
 * Secrets of sessions, links and integration tokens. Only their SHA-256 is stored. The secret of a session, an invitation or a
 * password reset is 32 random bytes in a cookie or a link. A token is `asy_<publicId>_<secret>`: the fixed form lets secret
 * scanners find it, and typing errors are rejected without a database query.
 */
import { createHash, randomBytes, randomInt } from 'node:crypto';

const SECRET = /^[A-Za-z0-9_-]{43}$/;

interface Secret {
  /** Only for its owner. */
  readonly text: string;
  readonly sha256: Buffer;
}

export function newSecret(): Secret {
  const text = randomBytes(32).toString('base64url');
  return { text, sha256: hashToken(text) };
}

/** Returns undefined if the text does not have the form of a secret, which saves a lookup. */
export function hashSecret(text: string): Buffer | undefined {
  return SECRET.test(text) ? hashToken(text) : undefined;
}

const TOKEN = /^asy_[a-z0-9]{12}_[A-Za-z0-9_-]{43}$/;
const TOKEN_LENGTH = 60;
const PUBLIC_ID_ALPHABET = 'abcdefghijklmnopqrstuvwxyz0123456789';

interface TokenSecret {
  readonly publicId: string;
  /** Shown once, never stored. */
  readonly text: string;
}

export function newTokenSecret(): TokenSecret {
  const publicId = Array.from({ length: 12 }, () => PUBLIC_ID_ALPHABET[randomInt(PUBLIC_ID_ALPHABET.length)]).join('');
  return { publicId, text: `asy_${publicId}_${randomBytes(32).toString('base64url')}` };
}

/** Returns undefined if the text does not have the form of a token. The secret may contain `_`, so it is split by position. */
export function parseTokenSecret(text: string): TokenSecret | undefined {
  if (text.length !== TOKEN_LENGTH || !TOKEN.test(text)) return undefined;
  return { publicId: text.slice(4, 16), text };
}

export function hashToken(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
