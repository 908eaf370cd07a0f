/**
 * Encrypts secrets at rest with AES-256-GCM and a key that is never in the database, so that the database alone is not enough to
 * read them. A sealed text names its key, so that keys can be rotated while older texts can still be opened. It is bound to its
 * place: copied to another organization or purpose, it cannot be opened.
 */
import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { SECRET_KEY_WRONG, SECRET_UNREADABLE } from './errors.ts';

/** The owner of a secret; `orgId` is empty for the installation. */
export interface SecretContext {
  readonly orgId: string;
  readonly purpose: string;
}

export interface KeyRing {
  /** Ids of the keys, newest last. They reveal nothing about the keys. */
  readonly keyIds: readonly string[];
  /** Seals with the newest key. */
  seal(text: string, place: SecretContext): string;
  open(sealed: string, place: SecretContext): string;
  /** Returns a short signature with the newest key, for text that is sent to a client and comes back. */
  sign(text: string, place: SecretContext): string;
  /** Verifies with any of the keys. */
  isSigned(text: string, place: SecretContext, signature: string): boolean;
  /** Whether the text is sealed with the newest key, and not with one that is being rotated out. */
  isCurrent(sealed: string): boolean;
}

export const KEY_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;
const SIGNATURE_BYTES = 16;
const SEALED = /^1:([0-9a-f]{16}):([A-Za-z0-9+/=]+)$/;

/** Takes keys of 32 bytes, newest last. */
export function createKeyRing(keys: readonly Buffer[]): KeyRing {
  const byId = new Map(keys.map((key) => [toKeyId(key), key]));
  const newest = keys.at(-1);
  if (newest === undefined || keys.some((key) => key.length !== KEY_BYTES))
    throw new TypeError('A key ring requires at least one key of 32 bytes.');
  const newestId = toKeyId(newest);
  return {
    keyIds: [...byId.keys()],
    seal: (text, place) => {
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv('aes-256-gcm', newest, iv);
      cipher.setAAD(toAssociatedData(place));
      const sealed = Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
      return `1:${newestId}:${sealed.toString('base64')}`;
    },
    open: (sealed, place) => {
      const [, keyId = 'unknown', bytes = ''] = SEALED.exec(sealed) ?? [];
      const key = byId.get(keyId);
      if (key === undefined) throw SECRET_UNREADABLE({ keyId });
      return decipher(Buffer.from(bytes, 'base64'), key, place);
    },
    sign: (text, place) => toSignature(newest, text, place),
    isSigned: (text, place, signature) => keys.some((key) => isEqual(toSignature(key, text, place), signature)),
    isCurrent: (sealed) => sealed.startsWith(`1:${newestId}:`),
  };
}

/** For a process whose keys are not those of the database: no other process could open what it seals. */
export function toReadOnlyKeyRing(ring: KeyRing): KeyRing {
  return {
    ...ring,
    seal: () => {
      throw SECRET_KEY_WRONG();
    },
  };
}

function decipher(sealed: Buffer, key: Buffer, place: SecretContext): string {
  const iv = sealed.subarray(0, IV_BYTES);
  const text = sealed.subarray(IV_BYTES, -TAG_BYTES);
  const cipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: TAG_BYTES });
  cipher.setAAD(toAssociatedData(place));
  cipher.setAuthTag(sealed.subarray(-TAG_BYTES));
  return Buffer.concat([cipher.update(text), cipher.final()]).toString('utf8');
}

/** Uses a key derived for signing, so that one key never serves two algorithms. */
function toSignature(key: Buffer, text: string, place: SecretContext): string {
  const signingKey = createHmac('sha256', key).update('assay signing').digest();
  const signature = createHmac('sha256', signingKey).update(toAssociatedData(place)).update('\n').update(text).digest();
  return signature.subarray(0, SIGNATURE_BYTES).toString('base64url');
}

function isEqual(expected: string, given: string): boolean {
  const [one, other] = [Buffer.from(expected), Buffer.from(given)];
  return one.length === other.length && timingSafeEqual(one, other);
}

/** Hashes the key with a prefix, so that the id equals no other hash of the key. */
function toKeyId(key: Buffer): string {
  return createHash('sha256').update('assay secret key ').update(key).digest('hex').slice(0, 16);
}

// Neither an id nor a purpose contains a line break.
function toAssociatedData({ orgId, purpose }: SecretContext): Buffer {
  return Buffer.from(`${orgId}\n${purpose}`);
}
