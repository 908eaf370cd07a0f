import { describe, expect, it } from 'vitest';
import { aCycloneDx, anSpdx } from '../../test/support/documents.ts';
import { aBundle, anEnvelope, aStatement, createKey } from '../../test/support/envelopes.ts';
import { scan } from '../../test/support/scan-bytes.ts';
import { AssayError } from '../core/errors.ts';
import { inspectSbom, type InspectedSbom } from '../core/sbom/scan/inspect-sbom.ts';
import { parseInventoryBytes } from '../threads/inventory/inventory-parts.ts';
import { checkStrictly } from '../threads/schema/check-strictly.ts';
import { isEncoded, unwrapDocument, type UnwrappedDocument } from './unwrap-document.ts';

const COMPONENTS = [
  { type: 'library', name: 'lodash', version: '4.17.20', purl: 'pkg:npm/lodash@4.17.20' },
  { type: 'library', version: '1' },
];
const SBOM = aCycloneDx({ components: COMPONENTS });
const SPDX = anSpdx({ packages: [{ SPDXID: 'SPDXRef-a', name: 'a', versionInfo: '1' }] });

async function unwrap(text: string): Promise<UnwrappedDocument> {
  const bytes = Buffer.from(text);
  return await unwrapDocument(scan(text), async ({ start, end }) => await Promise.resolve(bytes.subarray(start, end)));
}

async function inspect(upload: unknown): Promise<InspectedSbom> {
  const { facts, path } = await unwrap(JSON.stringify(upload));
  return inspectSbom(facts, path);
}

async function refusal(upload: unknown): Promise<{ readonly code: string; readonly message: string } | undefined> {
  try {
    await inspect(upload);
  } catch (error) {
    if (!(error instanceof AssayError)) throw error;
    return { code: error.code, message: error.message };
  }
  return undefined;
}

const V01 = { _type: 'https://in-toto.io/Statement/v0.1' };
const COSIGN = { predicateType: 'https://cosign.sigstore.dev/attestation/v1' };

describe('unwrapDocument', () => {
  it.each<[string, unknown, string]>([
    ['a document as it is', SBOM, ''],
    ['a GitHub export', { sbom: SPDX }, '/sbom'],
    ['a statement', aStatement(SBOM), '/predicate'],
    [
      'a statement of version 0.1 with SPDX',
      aStatement(SPDX, { ...V01, predicateType: 'https://spdx.dev/Document' }),
      '/predicate',
    ],
    ['an envelope', anEnvelope(aStatement(SBOM)), '/payload/predicate'],
    ['an envelope with members in another order', reverse(anEnvelope(aStatement(SBOM))), '/payload/predicate'],
    [
      'an envelope with the document itself',
      anEnvelope(SBOM, undefined, { payloadType: 'application/vnd.cyclonedx+json' }),
      '/payload',
    ],
    ['a Sigstore bundle', aBundle(anEnvelope(aStatement(SBOM))), '/dsseEnvelope/payload/predicate'],
    [
      'a predicate of cosign with an object',
      anEnvelope(aStatement({ Data: SBOM, Timestamp: '' }, COSIGN)),
      '/payload/predicate/Data',
    ],
    [
      'a predicate of cosign with text',
      anEnvelope(aStatement({ Data: JSON.stringify(SBOM, null, 2) }, COSIGN)),
      '/payload/predicate/Data',
    ],
    ['a statement with text', aStatement({ Data: JSON.stringify(SBOM) }, COSIGN), '/predicate/Data'],
    ['a predicate that is text', aStatement(JSON.stringify(SPDX)), '/predicate'],
  ])('finds the document in %s, and the thread parses the same one', async (_, upload, path) => {
    const inspected = await inspect(upload);
    const inventory = parseInventoryBytes({ ...inspected, bytes: bytesOf(upload) });

    expect(inspected).toMatchObject({ path, componentCount: inspected.format === 'spdx' ? 1 : 2 });
    expect(inventory.components[0]?.name).toBe(inspected.format === 'spdx' ? 'a' : 'lodash');
    // Paths of warnings lead through the wrapper.
    for (const { paths = [] } of inventory.warnings) {
      for (const each of paths) expect(each.startsWith(`${path}/`)).toBe(true);
    }
    if (inspected.format === 'cyclonedx') expect(inventory.warnings.length).toBeGreaterThan(0);
  });

  it('parses a large statement element by element', () => {
    const form = { format: 'cyclonedx', specVersion: '1.6' } as const;
    const request = (upload: unknown, path: string) => ({
      ...form,
      path,
      bytes: bytesOf(upload),
      wholeParseBytesMax: 0,
    });

    for (const [upload, path] of [
      [aStatement(SBOM), '/predicate'],
      [{ ...aStatement({ Data: SBOM }), other: { Data: { components: [] } } }, '/predicate/Data'],
      [anEnvelope(aStatement(SBOM)), '/payload/predicate'],
    ] as const) {
      expect(parseInventoryBytes(request(upload, path)).components.map(({ name }) => name)).toContain('lodash');
    }
  });

  it('validates the document inside strictly, with its path', async () => {
    const upload = anEnvelope(aStatement({ ...SBOM, version: 'x' }));
    const inspected = await inspect(upload);

    expect(checkStrictly({ ...inspected, bytes: bytesOf(upload) })).toContainEqual({
      path: '/payload/predicate/version',
      message: expect.any(String) as string,
    });
    expect(await refusal(anEnvelope(aStatement({ ...SBOM, components: {} })))).toMatchObject({
      code: 'SBOM_INVALID',
      message: expect.stringContaining('/payload/predicate/components') as string,
    });
  });

  it('reads the subjects of the statement, limited and cleaned', async () => {
    const many = Array.from({ length: 30 }, (_each, i) => ({
      name: `n${i}\u0000`,
      digest: { sha256: 'ab', 'x y': 'c', sha1: 7 },
    }));
    const { statement } = await unwrap(JSON.stringify(aStatement(SBOM, { subject: many })));

    expect(statement).toMatchObject({ predicateType: 'https://cyclonedx.org/bom', subjectCount: 30 });
    expect(statement?.subjects).toHaveLength(20);
    expect(statement?.subjects[0]).toEqual({ name: 'n0\ufffd', digest: { sha256: 'ab' } });
  });

  it('accepts URL-safe base64, missing padding and escaped characters', async () => {
    const payload = Buffer.from(JSON.stringify(aStatement({ ...SBOM, serialNumber: '>>>???~~' })));
    const envelope = (text: string) =>
      `{"payloadType":"application/vnd.in-toto+json","payload":"${text}","signatures":[]}`;

    for (const text of [
      payload.toString('base64url'),
      payload.toString('base64').replace(/=+$/, ''),
      payload
        .toString('base64')
        .replaceAll('/', String.raw`\/`)
        .replaceAll('+', String.raw`\u002b`),
    ]) {
      const { facts, path } = await unwrap(envelope(text));
      expect(inspectSbom(facts, path).path).toBe('/payload/predicate');
    }
  });

  it('accepts a payload that is longer than other strings may be', async () => {
    const long = aCycloneDx({ components: Array.from({ length: 60_000 }, () => COMPONENTS[0]) });
    const envelope = anEnvelope(aStatement(long));

    expect(String(envelope['payload']).length).toBeGreaterThan(4 * 1024 * 1024);
    expect((await inspect(envelope)).componentCount).toBe(60_000);
  });

  it('does not look into ordinary documents with a member that is named like one of an envelope', async () => {
    for (const extra of [
      { payload: '!' },
      { predicate: 'x' },
      { signatures: [] },
      { dsseEnvelope: 1 },
      { subject: 'x' },
    ]) {
      const upload = { ...SBOM, ...extra };
      expect((await inspect(upload)).path).toBe('');
      expect(isEncoded(scan(JSON.stringify(upload)))).toBe(false);
    }
  });
});

describe('unwrapDocument with hostile envelopes', () => {
  const statement = aStatement(SBOM);
  const base64 = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64');
  const envelope = anEnvelope(statement);

  it.each<[string, unknown, string, string]>([
    ['an envelope in an envelope', anEnvelope(anEnvelope(statement)), 'ENVELOPE_INVALID', 'another envelope'],
    ['a bundle in an envelope', anEnvelope(aBundle(envelope)), 'ENVELOPE_INVALID', 'another envelope'],
    [
      'a payload that is not base64',
      { ...envelope, payload: `${base64(statement)}*` },
      'ENVELOPE_INVALID',
      'not base64',
    ],
    [
      'base64 with white space',
      { ...envelope, payload: `${base64(statement).slice(0, 8)}\n${base64(statement).slice(8)}` },
      'ENVELOPE_INVALID',
      'not base64',
    ],
    [
      'base64 with padding in the middle',
      { ...envelope, payload: `AA==${base64(statement)}` },
      'ENVELOPE_INVALID',
      'not base64',
    ],
    ['base64 with one character too many', { ...envelope, payload: 'AAAAA' }, 'ENVELOPE_INVALID', 'not base64'],
    ['a payload that is an object', { ...envelope, payload: statement }, 'ENVELOPE_INVALID', 'string in base64'],
    ['no payload', { payloadType: 'x', signatures: [] }, 'ENVELOPE_INVALID', 'string in base64'],
    ['an unknown type', { ...envelope, payloadType: 'text/plain' }, 'ENVELOPE_INVALID', '/payloadType'],
    ['a type that is not a string', { ...envelope, payloadType: 7 }, 'ENVELOPE_INVALID', '/payloadType'],
    ['two payloads', { ...aBundle(envelope), ...envelope }, 'ENVELOPE_INVALID', 'second payload'],
    ['an SBOM beside the payload', { ...SBOM, ...envelope }, 'SBOM_FORMAT_AMBIGUOUS', 'signed payload'],
    ['an SBOM beside the predicate', { ...SBOM, ...statement }, 'SBOM_FORMAT_AMBIGUOUS', 'predicate'],
    [
      'a payload that is not JSON',
      { ...envelope, payload: Buffer.from('no').toString('base64') },
      'JSON_INVALID',
      'In the decoded /payload',
    ],
    ['an empty payload', { ...envelope, payload: '' }, 'BODY_EMPTY', '/payload'],
    ['a payload that is not UTF-8', { ...envelope, payload: '//79' }, 'JSON_NOT_UTF8', '/payload'],
    [
      'a compressed payload',
      { ...envelope, payload: Buffer.from([0x1f, 0x8b, 8, 0]).toString('base64') },
      'BODY_LOOKS_COMPRESSED',
      '/payload',
    ],
    ['a payload that is a list', anEnvelope([statement]), 'JSON_NOT_OBJECT', '/payload'],
    [
      'a payload that is nested too deeply',
      anEnvelope(Buffer.from(`{"a":${'['.repeat(70)}`)),
      'JSON_TOO_DEEP',
      '/payload',
    ],
    [
      'provenance in place of an SBOM',
      anEnvelope(aStatement({}, { predicateType: 'https://slsa.dev/provenance/v1' })),
      'SBOM_FORMAT_UNKNOWN',
      'slsa.dev',
    ],
    ['a predicate with tag-value text', aStatement('SPDXVersion: SPDX-2.3'), 'SBOM_FORMAT_UNSUPPORTED', '/predicate'],
  ])('rejects %s', async (_, upload, code, text) => {
    const found = await refusal(upload);
    expect(found).toMatchObject({ code, message: expect.stringContaining(text) as string });
  });

  it('rejects two members with the same name', () => {
    const text = JSON.stringify(envelope);
    const twice = `${text.slice(0, -1)},"payload":"AAAA"}`;

    expect(() => scan(twice)).toThrow(expect.objectContaining({ code: 'JSON_DUPLICATE_KEY' }));
    expect(() => scan(`{"dsseEnvelope":${twice}}`)).toThrow(expect.objectContaining({ code: 'JSON_DUPLICATE_KEY' }));
  });

  it('rejects subjects and signatures that are too large', async () => {
    const huge = Array.from({ length: 1_100 }, () => ({ name: 'x'.repeat(1_000) }));

    expect(await refusal(aStatement(SBOM, { subject: huge }))).toMatchObject({ code: 'ENVELOPE_INVALID' });
    expect(await refusal({ ...envelope, signatures: huge })).toMatchObject({ code: 'ENVELOPE_INVALID' });
  });

  it('ignores signatures that are not readable', async () => {
    const { envelope: opened } = await unwrap(
      JSON.stringify({
        ...anEnvelope(statement, createKey('ed25519')),
        signatures: [null, { sig: 7 }, { sig: '*' }, { sig: 'AAAA' }],
      }),
    );

    expect(opened?.signatures).toEqual([Buffer.from([0, 0, 0])]);
  });
});

function bytesOf(upload: unknown): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(upload));
}

function reverse(value: object): object {
  return Object.fromEntries(Object.entries(value).toReversed());
}
