import { afterAll, describe, expect, it } from 'vitest';
import { aCycloneDx, anSpdx } from '../../../test/support/documents.ts';
import { aLargeCycloneDxInventory } from '../../../test/support/large-inventory-document.ts';
import type { ComponentChunk, InventoryPart, InventorySummary } from './inventory-parts.ts';
import { PackedDocument } from './packed-document.ts';
import { parseInventory, startParsing } from './parse-inventory.ts';
import type { PartsRequest } from './parse-thread.ts';
import { createThreadPool } from '../pool/thread-pool.ts';

const pool = createThreadPool({ count: 1 });
const smallPool = createThreadPool({ count: 1, memoryMb: 64 });
afterAll(async () => {
  await Promise.all([pool.close(), smallPool.close()]);
});

const FORM = {
  format: 'cyclonedx',
  specVersion: '1.6',
  path: '',
  distroOverride: undefined,
  image: undefined,
} as const;

interface Parsed {
  readonly summary: InventorySummary;
  readonly document: PackedDocument;
  readonly components: readonly { readonly name: string; readonly version?: string; readonly purl?: string }[];
}

async function parse(
  document: string | Uint8Array,
  { threads = pool, ...form }: Partial<PartsRequest> & { readonly threads?: typeof pool } = {},
): Promise<Parsed> {
  const bytes = typeof document === 'string' ? new TextEncoder().encode(document) : document;
  const parts: InventoryPart[] = [];
  await parseInventory(threads, { ...FORM, ...form, bytes }, async (part) => {
    parts.push(part);
    return await Promise.resolve('go-on');
  });
  const [summary] = parts;
  if (summary?.kind !== 'summary') throw new Error('The summary comes first.');
  const components = parts.flatMap((part) =>
    part.kind === 'components' ? part.chunks.flatMap((chunk) => chunk.components.map(toComponent)) : [],
  );
  return { summary, document: new PackedDocument(Buffer.from(summary.packed)), components };
}

function toComponent(text: string): Parsed['components'][number] {
  return JSON.parse(text) as Parsed['components'][number];
}

describe('parseInventory', () => {
  it.each(['', '\ufeff'])('emits the parts of a document that starts with %j', async (mark) => {
    const { summary, document, components } = await parse(`${mark}${JSON.stringify(aCycloneDx())}`);

    expect(summary).toMatchObject({ graph: 'complete', warnings: [] });
    expect(document.subject).toMatchObject({ name: 'shop' });
    expect(document.graph().edges).toEqual(Int32Array.from([-1, 0]));
    expect(components).toMatchObject([{ name: 'left-pad', purl: 'pkg:npm/left-pad@1.3.0' }]);
  });

  it('parses a document wrapped by GitHub, and transfers the bytes', async () => {
    const bytes = new TextEncoder().encode(JSON.stringify({ sbom: anSpdx() }));
    const { document } = await parse(bytes, { format: 'spdx', specVersion: '2.3', path: '/sbom' });

    expect(document.subject).toMatchObject({ name: 'shop' });
    expect(bytes.byteLength).toBe(0);
  });

  it('stops when the receiver wants no more parts', async () => {
    const bytes = aLargeCycloneDxInventory({ components: 10_000, richness: 'tiny' });
    const kinds: string[] = [];

    await parseInventory(pool, { ...FORM, bytes }, async ({ kind }) => {
      kinds.push(kind);
      return await Promise.resolve(kinds.length === 2 ? 'stop' : 'go-on');
    });

    expect(kinds).toEqual(['summary', 'components']);
  });

  it('sends only the chunks that the receiver wants', async () => {
    const read = async (wanted?: ReadonlySet<number>): Promise<readonly ComponentChunk[]> => {
      const chunks: ComponentChunk[] = [];
      const bytes = aLargeCycloneDxInventory({ components: 10_000, richness: 'tiny' });
      await parseInventory(pool, { ...FORM, bytes }, async (part) => {
        if (part.kind === 'components') chunks.push(...part.chunks);
        return await Promise.resolve(part.kind === 'components' || wanted === undefined ? 'go-on' : { wanted });
      });
      return chunks;
    };
    const all = await read();

    expect(await read(new Set([0, 3, all.length - 1]))).toEqual([all[0], all[3], all.at(-1)]);
    expect(await read(new Set())).toEqual([]);
  });

  it.each(['{"secret', '', '\u0000'])('rejects invalid JSON without quoting it: %j', async (text) => {
    await expect(parse(text)).rejects.toMatchObject({
      code: 'SBOM_UNREADABLE',
      message: expect.not.stringContaining('secret') as string,
    });
  });
});

describe('startParsing', () => {
  const aRequest = (): PartsRequest => ({ ...FORM, bytes: new TextEncoder().encode(JSON.stringify(aCycloneDx())) });

  it('keeps the parts until there is a receiver', async () => {
    const kinds: string[] = [];
    const { finish, cancel } = startParsing(pool, aRequest());
    // The thread is busy with the first document until its parts are received.
    const second = parse(JSON.stringify(aCycloneDx()));

    await finish(async ({ kind }) => {
      kinds.push(kind);
      return await Promise.resolve('go-on');
    });
    cancel();

    expect(kinds).toEqual(['summary', 'components']);
    expect((await second).components).toHaveLength(1);
  });

  it('frees the thread when it is canceled', async () => {
    startParsing(pool, aRequest()).cancel();

    expect((await parse(JSON.stringify(aCycloneDx()))).components).toHaveLength(1);
  });

  it('throws the error of an invalid document when it is finished', async () => {
    const { finish } = startParsing(pool, { ...FORM, bytes: new TextEncoder().encode('{') });

    await expect(finish(async () => await Promise.resolve('go-on'))).rejects.toMatchObject({ code: 'SBOM_UNREADABLE' });
  });
});

describe('hostile documents', () => {
  it('with members named like prototype properties are parsed like any other', async () => {
    const text = '{"__proto__":{"components":[{"name":"b"}]},"components":[{"name":"a","__proto__":{"version":"1"}}]}';

    const [component, ...others] = (await parse(text)).components;

    expect(component).toMatchObject({ name: 'a' });
    expect(component?.version ?? null).toBeNull();
    expect(others).toEqual([]);
  });

  it('with a million edges are parsed completely', async () => {
    const refs = Array.from({ length: 1_000 }, (_, n) => `${n}`);
    const components = refs.map((ref) => ({ type: 'data', name: 'a', 'bom-ref': ref }));
    const dependencies = refs.map((ref) => ({ ref, dependsOn: refs }));

    const { document } = await parse(JSON.stringify({ components, dependencies }));

    expect(document.graph().edges).toHaveLength(2_000_000);
  });

  it('that exceed the memory are rejected, and the next document is parsed', async () => {
    const bomb = `{"components":[${'[],'.repeat(5_000_000)}[]]}`;

    await expect(parse(bomb, { threads: smallPool })).rejects.toMatchObject({ code: 'THREAD_OUT_OF_MEMORY' });

    expect((await parse(JSON.stringify(aCycloneDx()), { threads: smallPool })).components).toHaveLength(1);
  });
});
