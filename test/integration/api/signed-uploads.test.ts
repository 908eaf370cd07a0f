import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { WireReceipt, WireSbomDetails } from '../../../src/api/contract/services/sbom.ts';
import { aCycloneDx } from '../../support/documents.ts';
import { anEnvelope, aStatement, createKey, type TestKey } from '../../support/envelopes.ts';
import { startTestAssay, type TestAssay, type TestOrganization } from '../../support/test-assay.ts';

let assay: TestAssay;
beforeAll(async () => {
  assay = await startTestAssay();
});
afterAll(async () => await assay.stop());

const PURL = 'pkg:npm/lodash@4.17.20';
const SBOM = aCycloneDx({
  metadata: { component: { type: 'application', name: 'shop', purl: 'pkg:npm/shop@1.0.0' } },
  components: [{ type: 'library', name: 'lodash', version: '4.17.20', purl: PURL }],
});

interface Desk {
  readonly upload: (
    document: unknown,
    query?: string,
  ) => Promise<{ readonly status: number; readonly body: WireReceipt }>;
  readonly details: (id: string) => Promise<WireSbomDetails>;
  readonly configure: (signatures: unknown) => Promise<{ readonly status: number; readonly body: unknown }>;
  readonly send: (path: string, init?: object) => Promise<Response>;
}

async function openDesk(): Promise<Desk> {
  const organization: TestOrganization = await assay.newOrganization();
  const { token } = organization;
  const send = async (path: string, init: object = {}): Promise<Response> =>
    await assay.request(`/api/v2${path}`, { ...init, token });
  return {
    send,
    upload: async (document, query = '') => {
      const response = await send(`/service/shop/version/1/sbom${query}`, {
        method: 'POST',
        body: JSON.stringify(document),
      });
      return { status: response.status, body: (await response.json()) as WireReceipt };
    },
    details: async (id) => (await (await send(`/sbom/${id}`)).json()) as WireSbomDetails,
    configure: async (signatures) => {
      const headers = { 'content-type': 'application/json' };
      const response = await send('/organization', { method: 'PATCH', body: JSON.stringify({ signatures }), headers });
      return { status: response.status, body: await response.json() };
    },
  };
}

const keysOf = (key: TestKey, required = false) => ({ keys: [{ name: 'release', pem: key.pem }], required });

describe('a signed upload', () => {
  it('is stored byte for byte, and the document inside is analyzed', async () => {
    const desk = await openDesk();
    const envelope = anEnvelope(aStatement(SBOM), createKey('P-256'));
    const { status, body } = await desk.upload(envelope, '?wait=60');
    const raw = await (await desk.send(`/sbom/${body.id}/raw`)).text();
    const plain = await desk.upload(SBOM, '?wait=60');

    expect(status).toBe(200);
    expect(raw).toBe(JSON.stringify(envelope));
    expect(body).toMatchObject({
      format: 'cyclonedx',
      sha256: createHash('sha256').update(raw).digest('hex'),
      signature: { state: 'not_checked', keyName: null },
      summary: { componentCount: 1 },
    });
    expect(body.summary?.findings.total).toBeGreaterThan(0);
    // The slot comes from the document inside, so the plain document replaces it.
    expect(plain.body).toMatchObject({ supersedes: body.id, signature: { state: 'unsigned' }, summary: body.summary });
    expect(await desk.details(body.id)).toMatchObject({
      statement: {
        predicateType: 'https://cyclonedx.org/bom',
        subjectCount: 1,
        subjects: [{ name: 'registry.example.com/app', digest: { sha256: 'ab'.repeat(32) } }],
      },
    });
    expect(await desk.details(plain.body.id)).toMatchObject({ statement: null, signature: { state: 'unsigned' } });
  });

  it('is verified with the keys of the organization, also when the same bytes are sent again', async () => {
    const desk = await openDesk();
    const key = createKey('ed25519');
    const envelope = anEnvelope(aStatement(SBOM), key);
    const first = await desk.upload(envelope);

    await desk.configure(keysOf(createKey('P-384')));
    const second = await desk.upload(envelope);
    const invalid = await desk.details(first.body.id);
    await desk.configure(keysOf(key));
    const third = await desk.upload(envelope);

    expect(first.body.signature.state).toBe('not_checked');
    expect(second.body).toMatchObject({ id: first.body.id, deduplicated: true, signature: { state: 'invalid' } });
    expect(invalid.signature).toEqual({ state: 'invalid', keyName: null });
    expect(third.body).toMatchObject({ id: first.body.id, signature: { state: 'verified', keyName: 'release' } });
    expect((await desk.details(first.body.id)).signature).toEqual({ state: 'verified', keyName: 'release' });
  });

  it('with a wrong signature is stored with a warning', async () => {
    const desk = await openDesk();
    await desk.configure(keysOf(createKey('P-256')));

    const { status, body } = await desk.upload(anEnvelope(aStatement(SBOM), createKey('P-256')), '?wait=60');

    expect(status).toBe(200);
    expect(body).toMatchObject({
      status: expect.stringMatching(/^analyzed/) as string,
      signature: { state: 'invalid' },
    });
    expect(body.warnings).toContainEqual(expect.objectContaining({ code: 'SIGNATURE_INVALID' }));
  });

  it('is the only one that an organization with required signatures accepts', async () => {
    const desk = await openDesk();
    const key = createKey('P-256');
    await desk.configure(keysOf(key, true));

    for (const document of [
      SBOM,
      aStatement(SBOM),
      anEnvelope(aStatement(SBOM)),
      anEnvelope(aStatement(SBOM), createKey('P-256')),
    ]) {
      expect(await desk.upload(document)).toMatchObject({ status: 400, body: { code: 'SIGNATURE_REQUIRED' } });
    }
    expect(await (await desk.send('/service')).json()).toEqual([]);
    expect(await desk.upload(anEnvelope(aStatement(SBOM), key))).toMatchObject({
      status: 200,
      body: { signature: { state: 'verified' } },
    });
  });

  it('can be scanned without being stored', async () => {
    const desk = await openDesk();
    const scan = async (document: unknown): Promise<unknown> => {
      const response = await desk.send('/scan', { method: 'POST', body: JSON.stringify(document) });
      return ((await response.json()) as { summary: unknown }).summary;
    };

    expect(await scan(anEnvelope(aStatement(SBOM)))).toEqual(await scan(SBOM));
    expect(await scan(aStatement(SBOM))).toEqual(await scan(SBOM));
  });

  it('reports problems of the document inside with their paths', async () => {
    const desk = await openDesk();
    const nameless = { ...SBOM, components: [{ type: 'library', version: '1' }] };
    const { body } = await desk.upload(anEnvelope(aStatement(nameless)), '?wait=60');
    const { warnings } = await desk.details(body.id);

    expect(warnings.flatMap(({ paths }) => paths)).toContain('/payload/predicate/components/0');
    expect(await desk.upload(anEnvelope(aStatement({ ...SBOM, version: 'x' })), '?validate=strict')).toMatchObject({
      status: 400,
      body: { code: 'SBOM_INVALID', details: [{ path: '/payload/predicate/version' }] },
    });
    expect(await desk.upload(anEnvelope(anEnvelope(aStatement(SBOM))))).toMatchObject({
      status: 400,
      body: { code: 'ENVELOPE_INVALID' },
    });
  });
});

describe('signature settings', () => {
  it('store public keys, reject others, and are in the audit log', async () => {
    const desk = await openDesk();
    const key = createKey('rsa');

    expect(await desk.configure({ keys: [{ name: 'a', pem: 'x' }], required: false })).toMatchObject({
      status: 400,
      body: { code: 'SIGNATURE_KEY_INVALID' },
    });
    expect(await desk.configure({ keys: [...keysOf(key).keys, ...keysOf(key).keys], required: false })).toMatchObject({
      status: 400,
      body: { code: 'BODY_INVALID' },
    });
    expect(await desk.configure(keysOf(key))).toMatchObject({ status: 200, body: { signatures: keysOf(key) } });
    const [entry] = (await (await desk.send('/audit?limit=1')).json()) as { action: string; after: object }[];
    expect(entry).toMatchObject({ action: 'organization.updated', after: { signatures: keysOf(key) } });
  });
});
