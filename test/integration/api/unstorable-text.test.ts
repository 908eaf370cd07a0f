/** Text that PostgreSQL cannot store is rejected in every parameter and every body, with its place. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aCycloneDx } from '../../support/documents.ts';
import { listOperations, type NamedOperation, type OpenApiDocument } from '../../support/openapi-document.ts';
import { aMember, OURS } from '../../support/people.ts';
import { listStringPlaces, toBodyWith } from '../../support/schema-strings.ts';
import { startTestAssay, type TestAssay } from '../../support/test-assay.ts';
import { anOpenVex } from '../../support/vex.ts';

const TEXTS = ['a\0b', 'a\ud800b'];

let assay: TestAssay;
let document: OpenApiDocument;
let operations: NamedOperation[];
let cookie: string;

beforeAll(async () => {
  assay = await startTestAssay();
  document = (await (await assay.request('/api/v2/openapi.json')).json()) as OpenApiDocument;
  operations = listOperations(document);
  const { id } = (await (await assay.request('/api/v2/organization')).json()) as { id: string };
  ({ cookie } = await aMember(assay, id, 'owner'));
});
afterAll(async () => await assay.stop());

interface Refusal {
  readonly status: number;
  readonly code: string;
  readonly paths: readonly string[];
}

/** Sends the request as a signed-in owner, so that routes for users are reached too. */
async function refusalOf(method: string, path: string, body?: unknown): Promise<Refusal> {
  const response = await assay.request(path, {
    method,
    token: null,
    headers: { cookie, ...OURS, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  const { code, details = [] } = JSON.parse(text) as { code: string; details?: { path: string }[] };
  return { status: response.status, code, paths: details.map(({ path: at }) => at) };
}

function fill(template: string, values: Readonly<Record<string, string>> = {}): string {
  return template.replaceAll(/\{([a-z]+)\}/g, (_all, name: string) => values[name] ?? 'x');
}

describe('every operation of the OpenAPI document', () => {
  it('rejects NUL in each of its parameters and names the parameter', async () => {
    const wrong: unknown[] = [];
    let count = 0;
    for (const { name, method, path, operation } of operations) {
      for (const parameter of operation.parameters ?? []) {
        if (parameter.in === 'header') continue;
        count += 1;
        const address =
          parameter.in === 'path'
            ? fill(path, { [parameter.name]: 'a%00b' })
            : `${fill(path)}?${encodeURIComponent(parameter.name)}=a%00b`;
        const refusal = await refusalOf(method, address);
        const expected = { status: 400, code: 'PARAMETER_INVALID', paths: [parameter.name] };
        if (JSON.stringify(refusal) !== JSON.stringify(expected)) wrong.push([name, parameter.name, refusal]);
      }
    }

    expect(wrong).toEqual([]);
    expect(count).toBeGreaterThan(300);
  });

  it('rejects a surrogate in each of its parameters', async () => {
    const wrong: unknown[] = [];
    for (const { name, method, path, operation } of operations) {
      for (const parameter of operation.parameters ?? []) {
        if (parameter.in === 'header') continue;
        const address =
          parameter.in === 'path'
            ? fill(path, { [parameter.name]: '%ED%A0%80' })
            : `${fill(path)}?${encodeURIComponent(parameter.name)}=%ED%A0%80`;
        const { status, code } = await refusalOf(method, address);
        if (status !== 400 || code !== 'URL_INVALID') wrong.push([name, parameter.name, status, code]);
      }
    }

    expect(wrong).toEqual([]);
  });

  it('rejects both in each text and each member name of its JSON body, with the place', async () => {
    const wrong: unknown[] = [];
    let count = 0;
    for (const { name, method, path, operation } of operations) {
      const { schema = {} } = operation.requestBody?.content['application/json'] ?? {};
      // A document that the handler parses has no documented members.
      const places = listStringPlaces(schema, document).filter((place) => place.length > 0);
      if (places.length === 0) continue;
      for (const place of places) {
        for (const text of TEXTS) {
          count += 1;
          const refusal = await refusalOf(method, fill(path), toBodyWith(place, text));
          const expected = { status: 400, code: 'BODY_INVALID', paths: [`/${place.join('/')}`] };
          if (JSON.stringify(refusal) !== JSON.stringify(expected)) wrong.push([name, place, refusal]);
        }
      }
      for (const text of TEXTS) {
        const { status, code } = await refusalOf(method, fill(path), { [text]: 1 });
        if (status !== 400 || code !== 'BODY_INVALID') wrong.push([name, 'a member name', status, code]);
      }
    }

    expect(wrong).toEqual([]);
    expect(count).toBeGreaterThan(100);
  });
});

describe('a document whose handler parses the body', () => {
  it.each(TEXTS)('is rejected for %j when it is VEX', async (text) => {
    const documents = [
      anOpenVex({ author: text }),
      anOpenVex({ '@id': text }),
      anOpenVex({ tooling: text }),
      anOpenVex({}, { vulnerability: { name: text } }),
      anOpenVex({}, { products: [{ '@id': text }] }),
      anOpenVex({}, { status_notes: text, impact_statement: text, action_statement: text }),
      anOpenVex({}, { justification: text }),
    ];
    for (const body of documents) {
      const response = await assay.request('/api/v2/vex', { method: 'POST', body: JSON.stringify(body) });
      expect(await response.json()).toMatchObject({ code: 'VEX_INVALID' });
    }
  });

  it.each(TEXTS)('is accepted or rejected for %j when it is a document of a profile', async (text) => {
    await assay.request('/api/v2/service/runtime/version/1/sbom', {
      method: 'POST',
      body: JSON.stringify(aCycloneDx()),
    });
    await assay.request('/api/v2/service/runtime/profile/web', {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ fields: {} }),
    });
    const documents = [
      JSON.stringify({ defaultAction: 'SCMP_ACT_ERRNO', syscalls: [{ names: [text], action: 'SCMP_ACT_ALLOW' }] }),
      JSON.stringify({ defaultAction: text, syscalls: [] }),
      `profile ${text} { /bin/${text} r, }`,
      JSON.stringify({ services: { [text]: { image: text, user: text, ports: [text] } } }),
      JSON.stringify({
        apiVersion: 'v1',
        kind: 'Pod',
        metadata: { labels: { [text]: text } },
        spec: { containers: [{ image: text }] },
      }),
      `FROM ${text}\nUSER ${text}\n`,
    ];
    for (const body of documents) {
      const path = '/api/v2/service/runtime/profile/web/document';
      const response = await assay.request(path, { method: 'PUT', body });
      expect([body, response.status]).toEqual([body, expect.toBeOneOf([200, 400])]);
    }
  });
});
