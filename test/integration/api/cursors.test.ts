/** Cursors are valid for one organization, one list and one filter. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApiClient, type ApiClient } from '../../support/api-client.ts';
import { aCycloneDx } from '../../support/documents.ts';
import { startTestAssay, type TestAssay, type TestOrganization } from '../../support/test-assay.ts';

const VERSIONS = '/api/v2/service/shop/version';
const COMPONENTS = `${VERSIONS}/1/component`;

let assay: TestAssay;
let api: ApiClient;
let other: TestOrganization;

beforeAll(async () => {
  assay = await startTestAssay();
  api = createApiClient(assay);
  other = await assay.newOrganization();
  const components = ['a', 'b', 'c'].map((name) => ({ type: 'library', name, purl: `pkg:npm/${name}@1` }));
  const body = JSON.stringify(aCycloneDx({ components }));
  for (const token of [assay.token, other.token]) {
    for (const path of [1, 2, 3].flatMap((n) => [`shop/version/${n}`, `cart/version/${n}`])) {
      await assay.request(`/api/v2/service/${path}/sbom?wait=30`, { method: 'POST', token, body });
    }
  }
});
afterAll(async () => await assay.stop());

async function cursorOf(path: string): Promise<string> {
  const { headers } = await api.call('GET', path);
  const next = /<([^>]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1] ?? '';
  return new URLSearchParams(next.split('?')[1]).get('cursor') ?? '';
}

async function follow(path: string, cursor: string, token?: string): Promise<unknown> {
  const separator = path.includes('?') ? '&' : '?';
  const address = `${path}${separator}cursor=${encodeURIComponent(cursor)}`;
  const { status, body } = await api.call('GET', address, token === undefined ? {} : { token });
  return status === 200 ? (body as { name: string }[]).map(({ name }) => name) : [status, body];
}

const REFUSED = [400, expect.objectContaining({ code: 'CURSOR_INVALID' })];

describe('a cursor', () => {
  it('leads to the next page, also with another page size', async () => {
    expect(await follow(VERSIONS, await cursorOf(`${VERSIONS}?limit=1`))).toEqual(['2', '1']);
    expect(await follow(`${COMPONENTS}?limit=5`, await cursorOf(`${COMPONENTS}?limit=2`))).toEqual(['c']);
  });

  it('is rejected in another organization', async () => {
    expect(await follow(VERSIONS, await cursorOf(`${VERSIONS}?limit=1`), other.token)).toEqual(REFUSED);
  });

  it('is rejected in another list', async () => {
    const cursor = await cursorOf(`${VERSIONS}?limit=1`);

    expect(await follow('/api/v2/service/cart/version', cursor)).toEqual(REFUSED);
  });

  it('is rejected with another filter, and accepted with the same filter in another order', async () => {
    const cursor = await cursorOf(`${COMPONENTS}?limit=1&scope=required&ecosystem=npm`);

    expect(await follow(`${COMPONENTS}?ecosystem=npm&scope=required`, cursor)).toEqual(['b', 'c']);
    expect(await follow(`${COMPONENTS}?scope=required`, cursor)).toEqual(REFUSED);
  });

  it('is rejected when one character is changed', async () => {
    const cursor = await cursorOf(`${VERSIONS}?limit=1`);
    for (let at = 0; at < cursor.length; at += 1) {
      const altered = cursor.slice(0, at) + (cursor[at] === 'A' ? 'B' : 'A') + cursor.slice(at + 1);
      expect(await follow(VERSIONS, altered)).toEqual(REFUSED);
    }
  });

  it.each(['', '.', 'x', 'MTIz', `${Buffer.from('1 01890a5d-ac96-774b-bcce-b302099a8057').toString('base64url')}.`])(
    'is rejected as %j',
    async (text) => {
      expect(await follow(VERSIONS, text)).toEqual(REFUSED);
    },
  );
});
