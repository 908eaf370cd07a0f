import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readLines } from './read-lines.ts';

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-lines-'));
});

afterAll(async () => {
  await rm(folder, { recursive: true });
});

async function read(content: string | Uint8Array, inflatedBytesMax = 1_000_000): Promise<string[]> {
  const file = join(folder, 'lines');
  await writeFile(file, content);
  const lines: string[] = [];
  for await (const group of readLines(file, 'epss', { inflatedBytesMax, lineCharactersMax: 100 })) lines.push(...group);
  return lines;
}

describe('readLines', () => {
  it('returns every line of a file once, compressed or not', async () => {
    const line = fc.string({ maxLength: 100, unit: fc.constantFrom('a', '0', ',', '#', '.') });
    await fc.assert(
      fc.asyncProperty(fc.array(line, { maxLength: 2_000 }), async (lines) => {
        const text = lines.map((each) => `${each}\n`).join('');

        expect(await read(text)).toEqual(lines);
        expect(await read(gzipSync(text))).toEqual(lines);
      }),
      { numRuns: 20 },
    );
  });

  it.each<[string, (text: string) => string | Uint8Array]>([
    ['plain', (text) => text],
    ['packed', (text) => gzipSync(text)],
  ])('accepts a %s file of exactly the maximum size and rejects one byte more', async (_, pack) => {
    const text = `${'x'.repeat(99)}\n`.repeat(1_000);

    expect(await read(pack(text), 100_000)).toHaveLength(1_000);
    await expect(read(pack(`${text}\n`), 100_000)).rejects.toThrow('decompresses to more than 100000 bytes');
  });

  it('accepts a line of exactly the maximum length', async () => {
    expect(await read(`${'x'.repeat(100)}\n`)).toHaveLength(1);
    await expect(read(`${'x'.repeat(101)}\n`)).rejects.toThrow('longer than 100 characters');
  });

  it('rejects a missing file', async () => {
    const lines = readLines(join(folder, 'absent'), 'epss', { inflatedBytesMax: 1, lineCharactersMax: 1 });

    await expect(lines.next()).rejects.toMatchObject({ code: 'FEED_REJECTED' });
  });
});
