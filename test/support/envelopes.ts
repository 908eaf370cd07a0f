/** Signed documents as cosign and other tools write them, signed here with keys of the test. */
import { constants, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { encodeSigned } from '../../src/envelope/verify-signature.ts';

export const IN_TOTO = 'application/vnd.in-toto+json';

export interface TestKey {
  readonly privateKey: KeyObject;
  readonly pem: string;
}

type KeyKind = 'P-256' | 'P-384' | 'secp256k1' | 'ed25519' | 'rsa';

export function createKey(kind: KeyKind): TestKey {
  const { publicKey, privateKey } = generateKeys(kind);
  return { pem: publicKey.export({ type: 'spki', format: 'pem' }).toString(), privateKey };
}

function generateKeys(kind: KeyKind): { readonly publicKey: KeyObject; readonly privateKey: KeyObject } {
  if (kind === 'rsa') return generateKeyPairSync('rsa', { modulusLength: 2048 });
  return kind === 'ed25519' ? generateKeyPairSync('ed25519') : generateKeyPairSync('ec', { namedCurve: kind });
}

export function aStatement(predicate: unknown, changes: Readonly<Record<string, unknown>> = {}): object {
  return {
    _type: 'https://in-toto.io/Statement/v1',
    predicateType: 'https://cyclonedx.org/bom',
    subject: [{ name: 'registry.example.com/app', digest: { sha256: 'ab'.repeat(32) } }],
    predicate,
    ...changes,
  };
}

export interface SigningOptions {
  readonly payloadType?: string;
  readonly hash?: string | null;
  readonly padding?: number;
}

/** `payload` is a value, which is written as JSON, or bytes. Without a key the envelope has no signature. */
export function anEnvelope(
  payload: unknown,
  key?: TestKey,
  { payloadType = IN_TOTO, hash = defaultHash(key), padding }: SigningOptions = {},
): Readonly<Record<string, unknown>> {
  const bytes = Buffer.isBuffer(payload) ? payload : Buffer.from(JSON.stringify(payload));
  const data = encodeSigned({ payloadType, payload: bytes });
  const signatures =
    key === undefined
      ? []
      : [{ keyid: 'k', sig: sign(hash, data, { key: key.privateKey, padding }).toString('base64') }];
  return { payloadType, payload: bytes.toString('base64'), signatures };
}

function defaultHash(key: TestKey | undefined): string | null {
  return key?.privateKey.asymmetricKeyType === 'ed25519' ? null : 'sha256';
}

export function aBundle(envelope: unknown): object {
  return {
    mediaType: 'application/vnd.dev.sigstore.bundle.v0.3+json',
    verificationMaterial: {},
    dsseEnvelope: envelope,
  };
}

export const PSS = constants.RSA_PKCS1_PSS_PADDING;
