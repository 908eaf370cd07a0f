import { describe, expect, it } from 'vitest';
import { aCycloneDx } from '../../test/support/documents.ts';
import {
  anEnvelope,
  aStatement,
  createKey,
  IN_TOTO,
  PSS,
  type SigningOptions,
  type TestKey,
} from '../../test/support/envelopes.ts';
import { checkSignature, encodeSigned, toSignatureKey } from './verify-signature.ts';
import type { Envelope } from './unwrap-document.ts';

const PAYLOAD = aStatement(aCycloneDx());

function signed(key: TestKey, options?: SigningOptions): Envelope {
  const { payload, signatures } = anEnvelope(PAYLOAD, key, options);
  return {
    payloadType: IN_TOTO,
    payload: Buffer.from(String(payload), 'base64'),
    signatures: (signatures as { sig: string }[]).map(({ sig }) => Buffer.from(sig, 'base64')),
  };
}

describe('checkSignature', () => {
  it.each<[string, Parameters<typeof createKey>[0], SigningOptions]>([
    ['ECDSA P-256', 'P-256', {}],
    ['ECDSA P-384 with its own hash', 'P-384', { hash: 'sha384' }],
    ['ECDSA P-384 with SHA-256, as cosign signs', 'P-384', {}],
    ['Ed25519', 'ed25519', {}],
    ['RSA', 'rsa', {}],
    ['RSA-PSS', 'rsa', { padding: PSS }],
  ])('verifies %s with the right key among others', async (_, kind, options) => {
    const key = createKey(kind);
    const envelope = signed(key, options);
    const others = [
      { name: 'other', pem: createKey(kind).pem },
      { name: 'small', pem: createKey('ed25519').pem },
    ];

    expect(await checkSignature(envelope, [...others, { name: 'release', pem: key.pem }])).toEqual({
      state: 'verified',
      keyName: 'release',
    });
    expect(await checkSignature(envelope, others)).toEqual({ state: 'invalid', keyName: null });
  });

  it('rejects a changed payload, a changed type and a damaged signature', async () => {
    const key = createKey('P-256');
    const envelope = signed(key);
    const keys = [{ name: 'k', pem: key.pem }];
    const payload = Buffer.from(envelope.payload);
    payload[10] = (payload[10] ?? 0) ^ 1;
    const damaged = envelope.signatures.map((signature) => signature.subarray(1));

    for (const changed of [{ payload }, { payloadType: 'application/json' }, { signatures: damaged }]) {
      expect((await checkSignature({ ...envelope, ...changed }, keys)).state).toBe('invalid');
    }
    expect((await checkSignature({ ...envelope, signatures: [...damaged, ...envelope.signatures] }, keys)).state).toBe(
      'verified',
    );
  });

  it('reports unsigned documents, and signatures without keys', async () => {
    const envelope = signed(createKey('ed25519'));

    expect((await checkSignature(undefined, [])).state).toBe('unsigned');
    expect((await checkSignature({ ...envelope, signatures: [] }, [])).state).toBe('unsigned');
    expect((await checkSignature(envelope, [])).state).toBe('not_checked');
  });

  it('signs the type and the payload with their lengths in bytes', () => {
    expect(
      encodeSigned({ payloadType: 'http://example.com/HelloWorld', payload: Buffer.from('hello world') }).toString(),
    ).toBe('DSSEv1 29 http://example.com/HelloWorld 11 hello world');
  });
});

describe('toSignatureKey', () => {
  it('stores the key without the text around it', () => {
    const { pem } = createKey('P-256');

    expect(toSignatureKey({ name: 'k', pem: `\n${pem}trailing text` })).toEqual({ name: 'k', pem });
  });

  it.each([
    ['text', 'no key', 'must start with'],
    [
      'a private key',
      createKey('P-256').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
      'must start with',
    ],
    ['a damaged key', createKey('P-256').pem.replaceAll('M', 'A'), 'is not a public key'],
    ['another curve', createKey('secp256k1').pem, 'must be ECDSA'],
  ])('rejects %s', (_, pem, problem) => {
    expect(() => toSignatureKey({ name: 'k', pem })).toThrow(
      expect.objectContaining({ code: 'SIGNATURE_KEY_INVALID', message: expect.stringContaining(problem) as string }),
    );
  });
});
