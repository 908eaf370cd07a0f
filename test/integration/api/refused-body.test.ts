import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aCycloneDx } from '../../support/documents.ts';
import { startTestAssay, type TestAssay } from '../../support/test-assay.ts';

let assay: TestAssay;
beforeAll(async () => {
  assay = await startTestAssay();
});
afterAll(async () => await assay.stop());

describe('a body that is rejected after it was read completely', () => {
  // A client would mistake a cut connection for a network error, and send the same document again and again.
  it.each([
    ['broken JSON', '{"bomFormat":', 'JSON_INVALID'],
    ['no SBOM', '{"hello": "world"}', 'SBOM_FORMAT_UNKNOWN'],
    [
      'an unknown version of the format',
      JSON.stringify(aCycloneDx({ specVersion: '9.9' })),
      'SBOM_VERSION_UNSUPPORTED',
    ],
  ])('gets a 400 response with its code: %s', async (_case, body, code) => {
    const response = await assay.request('/api/v2/service/shop/version/1.0/sbom', { method: 'POST', body });

    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ code, requestId: response.headers.get('x-request-id') });
  });
});
