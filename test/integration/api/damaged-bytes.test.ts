import { createHash } from 'node:crypto';
import { zstdCompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aCycloneDx, aLargeCycloneDx } from '../../support/documents.ts';
import { startTestAssay, type TestAssay } from '../../support/test-assay.ts';

let assay: TestAssay;
beforeAll(async () => {
  assay = await startTestAssay();
});
afterAll(async () => await assay.stop());

/**
 * Replaces the stored bytes by others of the same length under the same hash, like corruption that the checksum of the
 * compression does not detect.
 */
async function uploadAndDamage(bytes: Buffer, version: string): Promise<string> {
  const response = await assay.request(`/api/v2/service/rot/version/${version}/sbom`, { method: 'POST', body: bytes });
  const { id } = (await response.json()) as { id: string };
  const other = Buffer.from(bytes);
  other[other.length - 20] = (other[other.length - 20] ?? 0) ^ 1;
  const organization = (await (await assay.request('/api/v2/organization')).json()) as { id: string };
  await assay.database.inOrg(organization.id, async ({ client }) => {
    const sha256 = createHash('sha256').update(bytes).digest();
    await client.query('delete from blob_chunk where sha256 = $1 and n > 0', [sha256]);
    await client.query('update blob_chunk set bytes = $2 where sha256 = $1', [sha256, zstdCompressSync(other)]);
  });
  return id;
}

describe('a download of corrupted bytes', () => {
  it.each([
    ['small', Buffer.from(JSON.stringify(aCycloneDx()))],
    ['large', aLargeCycloneDx(2_000_000)],
  ])('never looks complete to a client: %s', async (size, bytes) => {
    const id = await uploadAndDamage(bytes, size);

    const whole = await assay
      .request(`/api/v2/sbom/${id}/raw`)
      .then(async (response) => response.ok && (await response.arrayBuffer()).byteLength === bytes.length)
      .catch(() => false);

    expect(whole).toBe(false);
  });
});
