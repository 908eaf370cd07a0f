/**
 * Format of an integration token: `asy_<publicId>_<secret>`. The fixed form lets secret scanners find it, and typing errors are
 * rejected without a database query. The secret may contain `_`, so a token is split by position.
 */
import { createHash, randomBytes, randomInt } from 'node:crypto';

const TOKEN = /^asy_[a-z0-9]{12}_[A-Za-z0-9_-]{43}$/;
const TOKEN_LENGTH = 60;
const PUBLIC_ID_ALPHABET = 'abcdefghijklmnopqrstuvwxyz0123456789';

export interface TokenSecret {
  readonly publicId: string;
  /** Shown once, never stored. */
  readonly text: string;
}

export function newTokenSecret(): TokenSecret {
  const publicId = Array.from({ length: 12 }, () => PUBLIC_ID_ALPHABET[randomInt(PUBLIC_ID_ALPHABET.length)]).join('');
  return { publicId, text: `asy_${publicId}_${randomBytes(32).toString('base64url')}` };
}

/** Returns undefined if the text does not have the form of a token. */
export function parseTokenSecret(text: string): TokenSecret | undefined {
  if (text.length !== TOKEN_LENGTH || !TOKEN.test(text)) return undefined;
  return { publicId: text.slice(4, 16), text };
}

export function hashToken(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
