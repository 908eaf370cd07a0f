import { afterAll, describe, expect, it } from 'vitest';
import { aCycloneDx, anSpdx } from '../../test/support/documents.ts';
import { LIMITS } from '../core/limits.ts';
import { parseInventory } from './parse-inventory.ts';
import { createThreadPool } from './pool.ts';

const pool = createThreadPool({ count: 1 });
const smallPool = createThreadPool({ count: 1, memoryMb: 64 });
afterAll(async () => {
  await Promise.all([pool.close(), smallPool.close()]);
});

const CYCLONEDX = { format: 'cyclonedx', specVersion: '1.6', wrapped: false } as const;

async function parse(text: string, threads = pool) {
  return await parseInventory(threads, { ...CYCLONEDX, bytes: new TextEncoder().encode(text) });
}

describe('parseInventory', () => {
  it.each(['', '\ufeff'])('gives the inventory of a document that begins with %j', async (mark) => {
    expect(await parse(`${mark}${JSON.stringify(aCycloneDx())}`)).toMatchObject({
      subject: { name: 'shop' },
      components: [{ name: 'left-pad', purls: ['pkg:npm/left-pad@1.3.0'] }],
      edges: Int32Array.from([-1, 0]),
      graph: 'complete',
    });
  });

  it('reads what GitHub wraps', async () => {
    const bytes = new TextEncoder().encode(JSON.stringify({ sbom: anSpdx() }));
    const inventory = await parseInventory(pool, { format: 'spdx', specVersion: '2.3', wrapped: true, bytes });

    expect(inventory.subject?.ref).toBe('SPDXRef-shop');
    expect(bytes.byteLength).toBe(0);
  });

  it('refuses what is larger than it can read, before anything is read', async () => {
    const bytes = new Uint8Array(LIMITS.wholeParseBytesMax + 1);

    await expect(parseInventory(pool, { ...CYCLONEDX, bytes })).rejects.toMatchObject({
      code: 'SBOM_TOO_LARGE_TO_READ',
    });
  });

  it.each(['{"secret', '', '\u0000'])('refuses what is no JSON without quoting it: %j', async (text) => {
    await expect(parse(text)).rejects.toMatchObject({
      code: 'SBOM_UNREADABLE',
      message: expect.not.stringContaining('secret') as string,
    });
  });
});

describe('a hostile document', () => {
  it('with members named like parts of a prototype is read like any other', async () => {
    const text = '{"__proto__":{"components":[{"name":"b"}]},"components":[{"name":"a","__proto__":{"version":"1"}}]}';

    expect((await parse(text)).components).toMatchObject([{ name: 'a', version: undefined }]);
  });

  it('with a million edges comes back as a whole', async () => {
    const refs = Array.from({ length: 1_000 }, (_, n) => `${n}`);
    const components = refs.map((ref) => ({ type: 'data', name: 'a', 'bom-ref': ref }));
    const dependencies = refs.map((ref) => ({ ref, dependsOn: refs }));

    expect((await parse(JSON.stringify({ components, dependencies }))).edges).toHaveLength(2_000_000);
  });

  it('that would not fit into memory is refused, and the next one is read', async () => {
    const bomb = `{"components":[${'[],'.repeat(5_000_000)}[]]}`;

    await expect(parse(bomb, smallPool)).rejects.toMatchObject({ code: 'THREAD_OUT_OF_MEMORY' });

    expect((await parse(JSON.stringify(aCycloneDx()), smallPool)).components).toHaveLength(1);
  });
});
