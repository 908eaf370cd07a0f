/**
 * The form of an integration token: `asy_<publicId>_<secret>`. Its fixed shape lets secret scanners find it and refuses typing
 * errors without asking the database. The secret may hold `_` itself, so a token is cut by position.
 */
import { createHash, randomBytes, randomInt } from 'node:crypto';

const TOKEN = /^asy_[a-z0-9]{12}_[A-Za-z0-9_-]{43}$/;
const TOKEN_LENGTH = 60;
const PUBLIC_ID_ALPHABET = 'abcdefghijklmnopqrstuvwxyz0123456789';

export interface TokenSecret {
  readonly publicId: string;
  /** Shown once, stored nowhere. */
  readonly text: string;
}

export function newTokenSecret(): TokenSecret {
  const publicId = Array.from({ length: 12 }, () => PUBLIC_ID_ALPHABET[randomInt(PUBLIC_ID_ALPHABET.length)]).join('');
  return { publicId, text: `asy_${publicId}_${randomBytes(32).toString('base64url')}` };
}

/** Undefined when the text does not have the form of a token. */
export function readTokenSecret(text: string): TokenSecret | undefined {
  if (text.length !== TOKEN_LENGTH || !TOKEN.test(text)) return undefined;
  return { publicId: text.slice(4, 16), text };
}

export function hashToken(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
