/**
 * Checks the signatures of an envelope with the keys of an organization. The signed bytes are the pre-authentication encoding of
 * DSSE (https://github.com/secure-systems-lab/dsse/blob/master/protocol.md). The key id in an envelope is only a hint, so each key
 * is tried; signatures whose length does not fit a key cost nothing.
 */
import { constants, createPublicKey, verify, type KeyObject, type VerifyKeyObjectInput } from 'node:crypto';
import type { SignatureCheck } from '../core/sbom/attestation.ts';
import { SIGNATURE_KEY_INVALID } from '../core/sbom/errors.ts';
import type { Envelope } from './unwrap-document.ts';

export interface SignatureKey {
  readonly name: string;
  /** Public key in PEM. */
  readonly pem: string;
}

export async function checkSignature(
  envelope: Envelope | undefined,
  keys: readonly SignatureKey[],
): Promise<SignatureCheck> {
  if (envelope === undefined || envelope.signatures.length === 0) return { state: 'unsigned', keyName: null };
  if (keys.length === 0) return { state: 'not_checked', keyName: null };
  const signed = encodeSigned(envelope);
  for (const { name, pem } of keys) {
    const key = createPublicKey(pem);
    for (const signature of envelope.signatures) {
      for (const { hash, input } of listSchemes(key, signature)) {
        if (await isValid(hash, signed, input, signature)) return { state: 'verified', keyName: name };
      }
    }
  }
  return { state: 'invalid', keyName: null };
}

export function encodeSigned({ payloadType, payload }: Pick<Envelope, 'payloadType' | 'payload'>): Buffer {
  const head = `DSSEv1 ${Buffer.byteLength(payloadType)} ${payloadType} ${payload.length} `;
  return Buffer.concat([Buffer.from(head), payload]);
}

interface Scheme {
  readonly hash: string | null;
  readonly input: VerifyKeyObjectInput;
}

/** cosign signs with SHA-256 whatever the curve; other tools use the hash of the same strength. */
function listSchemes(key: KeyObject, { length }: Buffer): readonly Scheme[] {
  const { modulusLength = 0, namedCurve } = key.asymmetricKeyDetails ?? {};
  switch (key.asymmetricKeyType) {
    case 'ed25519':
      return length === ED25519_BYTES ? [{ hash: null, input: { key } }] : [];
    case 'ec':
      return length <= DER_BYTES_MAX
        ? (HASHES_OF_CURVE.get(namedCurve ?? '') ?? []).map((hash) => ({ hash, input: { key } }))
        : [];
    case 'rsa':
      return length === modulusLength / 8
        ? [constants.RSA_PKCS1_PADDING, constants.RSA_PKCS1_PSS_PADDING].map((padding) => ({
            hash: 'sha256',
            input: { key, padding },
          }))
        : [];
    default:
      return [];
  }
}

const ED25519_BYTES = 64;
const DER_BYTES_MAX = 104;
const HASHES_OF_CURVE: ReadonlyMap<string, readonly string[]> = new Map([
  ['prime256v1', ['sha256']],
  ['secp384r1', ['sha384', 'sha256']],
]);

/** Runs on a thread of libuv, so that a large payload does not block other requests. A malformed signature is not an error. */
async function isValid(
  hash: string | null,
  data: Buffer,
  key: VerifyKeyObjectInput,
  signature: Buffer,
): Promise<boolean> {
  return await new Promise((resolve) => {
    verify(hash, data, key, signature, (error, result) => resolve(error === null && result));
  });
}

const RSA_BITS_MIN = 2_048;
const RSA_BITS_MAX = 8_192;
const LABEL = '-----BEGIN PUBLIC KEY-----';

/** Returns the key in the form in which it is stored, without text around it. Throws SIGNATURE_KEY_INVALID. */
export function toSignatureKey({ name, pem }: SignatureKey): SignatureKey {
  // Also keeps a private key, from which Node would take the public one, out of the database.
  if (!pem.trim().startsWith(LABEL)) throw SIGNATURE_KEY_INVALID({ name, problem: `must start with "${LABEL}"` });
  let key: KeyObject;
  try {
    key = createPublicKey(pem);
  } catch (error) {
    throw SIGNATURE_KEY_INVALID({ name, problem: 'is not a public key in PEM' }, { cause: error });
  }
  if (!isSupported(key)) {
    throw SIGNATURE_KEY_INVALID({
      name,
      problem: 'must be ECDSA P-256 or P-384, Ed25519, or RSA with 2,048 to 8,192 bits',
    });
  }
  return { name, pem: key.export({ type: 'spki', format: 'pem' }).toString() };
}

function isSupported({
  asymmetricKeyType,
  asymmetricKeyDetails: { modulusLength = 0, namedCurve = '' } = {},
}: KeyObject): boolean {
  if (asymmetricKeyType === 'rsa') return modulusLength >= RSA_BITS_MIN && modulusLength <= RSA_BITS_MAX;
  return asymmetricKeyType === 'ed25519' || (asymmetricKeyType === 'ec' && HASHES_OF_CURVE.has(namedCurve));
}
