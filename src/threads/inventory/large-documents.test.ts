/**
 * Parses documents above the limit for whole parsing, in real threads. Whatever the document, the process survives and the next
 * one is parsed.
 */
import { afterAll, describe, expect, it } from 'vitest';
import { aCycloneDx } from '../../../test/support/documents.ts';
import { aLargeCycloneDxInventory, aLargeSpdxInventory } from '../../../test/support/large-inventory-document.ts';
import { LIMITS } from '../../core/limits.ts';
import type { InventoryPart } from './inventory-parts.ts';
import { parseInventory } from './parse-inventory.ts';
import type { PartsRequest } from './parse-thread.ts';
import { createThreadPool, type ThreadPool } from '../pool/thread-pool.ts';

const pool = createThreadPool({ count: 1 });
const smallPool = createThreadPool({ count: 1, memoryMb: 64 });
afterAll(async () => {
  await Promise.all([pool.close(), smallPool.close()]);
});

const MIB = 1024 * 1024;
/** Most of these documents count as large only because of this small limit: 64 MiB each would take minutes. */
const SMALL_LIMIT = { wholeParseBytesMax: 4 * MIB };
const TIMEOUT_MS = 60_000;
const HEAD = '{"bomFormat":"CycloneDX","specVersion":"1.6"';

async function parse(bytes: Uint8Array, { threads = pool, ...form }: Partial<PartsRequest> & { threads?: ThreadPool }) {
  const parts: InventoryPart[] = [];
  const request = { format: 'cyclonedx', specVersion: '1.6', path: '', distroOverride: undefined } as const;
  await parseInventory(threads, { ...request, image: undefined, ...form, bytes }, async (part) => {
    parts.push(part);
    return await Promise.resolve('go-on');
  });
  return parts;
}

function countComponents(parts: readonly InventoryPart[]): number {
  return parts.reduce((sum, part) => sum + (part.kind === 'components' ? part.count : 0), 0);
}

/** Builds `open`, as many elements as needed for this size, `close`. */
function aDocument(open: string, toElement: (n: number) => string, close: string, bytes = 8 * MIB): Buffer {
  const pieces = [Buffer.from(open)];
  let n = 0;
  for (let size = 0; size < bytes; size += pieces.at(-1)?.length ?? 0) {
    const elements = Array.from({ length: 10_000 }, (_, k) => toElement(n + k));
    pieces.push(Buffer.from(`${n === 0 ? '' : ','}${elements.join(',')}`));
    n += elements.length;
  }
  return Buffer.concat([...pieces, Buffer.from(close)]);
}

describe('large documents', () => {
  it.each([
    ['cyclonedx', '1.6', aLargeCycloneDxInventory],
    ['spdx', '2.3', aLargeSpdxInventory],
  ] as const)(
    'in %s are converted into an inventory',
    async (format, specVersion, make) => {
      const document = make({ components: 6_000, richness: 'rich' });
      expect(document.length).toBeGreaterThan(SMALL_LIMIT.wholeParseBytesMax);

      const parts = await parse(document, { format, specVersion, ...SMALL_LIMIT });

      expect(parts[0]).toMatchObject({ kind: 'summary', graph: 'complete', warnings: [] });
      expect(countComponents(parts)).toBe(6_000);
    },
    TIMEOUT_MS,
  );

  it(
    'are converted even if one component makes up nearly all of the document',
    async () => {
      const document = aDocument(
        `${HEAD},"components":[{"name":"a"},{"name":"b","properties":[`,
        (n) => `{"name":"${n}","value":"${'x'.repeat(2_000)}"}`,
        ']}]}',
        LIMITS.wholeParseBytesMax + MIB,
      );

      expect(countComponents(await parse(document, {}))).toBe(2);
    },
    TIMEOUT_MS,
  );
});

describe('large hostile documents', () => {
  it.each<[string, string]>([
    ['empty arrays', '[]'],
    ['numbers', '0'],
    ['deep arrays', '['.repeat(60) + ']'.repeat(60)],
  ])(
    'of %s are parsed',
    async (_, element) => {
      const parts = await parse(
        aDocument(`${HEAD},"components":[`, () => element, ']}'),
        SMALL_LIMIT,
      );

      expect(parts).toMatchObject([{ kind: 'summary', warnings: [{ code: 'COMPONENT_UNREADABLE' }] }]);
    },
    TIMEOUT_MS,
  );

  it.each<[string, Buffer, string]>([
    [
      'with one heavy component',
      aDocument(`${HEAD},"components":[{"name":"a"},{"name":"b","properties":[`, (n) => `{"name":"${n % 10}"}`, ']}]}'),
      'SBOM_TOO_LARGE_TO_READ',
    ],
    [
      'with very many references, which would abort the process when their map grows',
      aDocument(`${HEAD},"services":[`, (n) => `{"bom-ref":"${n}-xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"}`, ']}', 32 * MIB),
      'THREAD_OUT_OF_MEMORY',
    ],
    [
      'with more components than fit',
      aLargeCycloneDxInventory({ components: 150_000, richness: 'tiny' }),
      'THREAD_OUT_OF_MEMORY',
    ],
  ])(
    '%s are rejected, and the next document is parsed',
    async (_, document, code) => {
      await expect(parse(document, { threads: smallPool, ...SMALL_LIMIT })).rejects.toMatchObject({ code });

      const next = await parse(Buffer.from(JSON.stringify(aCycloneDx())), { threads: smallPool });
      expect(countComponents(next)).toBe(1);
    },
    TIMEOUT_MS,
  );
});
