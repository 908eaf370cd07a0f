import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aCycloneDx } from '../../../../test/support/documents.ts';
import { quote } from '../../../core/errors.ts';
import { DEFAULT_LIMITS, LIMITS } from '../../../core/limits.ts';
import { readInput } from './read-input.ts';

const DOCUMENT = JSON.stringify(aCycloneDx());

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-scan-'));
});
afterAll(async () => await rm(folder, { recursive: true, force: true }));

async function read(content: string | Uint8Array, limits = DEFAULT_LIMITS): ReturnType<typeof readInput> {
  const file = join(folder, 'sbom.json');
  await writeFile(file, content);
  return await readInput(file, limits);
}

describe('readInput', () => {
  it.each([
    ['plain', DOCUMENT],
    ['with a byte order mark', `\ufeff${DOCUMENT}`],
    ['gzip', gzipSync(DOCUMENT)],
    ['zstd', zstdCompressSync(DOCUMENT)],
  ])('reads a document regardless of its file name: %s', async (_name, content) => {
    const document = await read(content);

    expect(document).toMatchObject({ inspected: { format: 'cyclonedx', specVersion: '1.6', componentCount: 1 } });
    expect(Buffer.from(document.bytes).toString('utf8')).toContain(DOCUMENT);
  });

  it('knows a lockfile by its name, and leaves its content to the parser', async () => {
    const file = join(folder, 'requirements.txt');
    await writeFile(file, 'requests==2.19.0\n');

    const { bytes, ...document } = await readInput(file, DEFAULT_LIMITS);

    expect(document).toEqual({ lockfile: 'requirements' });
    expect(Buffer.from(bytes).toString('utf8')).toBe('requests==2.19.0\n');
  });

  it.each([
    ['', 'the file is empty.'],
    ['#'.repeat(LIMITS.lockfileBytesMax + 1), `the lockfile exceeds the limit of ${LIMITS.lockfileBytesMax} bytes.`],
  ])('rejects a lockfile that is empty or too large', async (content, problem) => {
    const file = join(folder, 'requirements.txt');
    await writeFile(file, content);

    await expect(readInput(file, DEFAULT_LIMITS)).rejects.toThrow(`Cannot scan ${quote(file)}: ${problem}`);
  });

  it.each([
    ['broken JSON', '{"bomFormat": ', 'the document is not valid JSON:'],
    ['one byte', '{', 'the document is not valid JSON:'],
    ['an empty document', '', 'the file is empty.'],
    ['something else', '{"a": 1}', 'Unknown SBOM format'],
    ['XML', '<bom/>', 'the document looks like'],
    ['broken gzip', gzipSync(DOCUMENT).subarray(0, 60), 'the document is not valid gzip: it is truncated.'],
    ['two layers', gzipSync(gzipSync(DOCUMENT)), 'the file is an archive.'],
    ['an archive', Buffer.from('PK\u0003\u0004 and more of it'), 'the file is an archive.'],
  ])('rejects in one line: %s', async (_name, content, problem) => {
    await expect(read(content)).rejects.toMatchObject({
      code: 'SCAN_INPUT_REFUSED',
      message: expect.stringContaining(`Cannot scan ${quote(join(folder, 'sbom.json'))}: ${problem}`) as string,
      details: [],
    });
  });

  it.each([
    ['plain', DOCUMENT],
    ['unpacked', gzipSync(DOCUMENT)],
  ])('rejects a document above the upload limit: %s', async (_name, content) => {
    await expect(read(content, { ...DEFAULT_LIMITS, bodyInflatedBytesMax: 100 })).rejects.toThrow(
      /the document exceeds the limit of 100 bytes/,
    );
  });

  it.each([
    ['absent.json', 'file not found'],
    ['.', 'it is a directory'],
  ])('explains why %s cannot be read', async (name, reason) => {
    await expect(readInput(join(folder, name), DEFAULT_LIMITS)).rejects.toMatchObject({
      code: 'SCAN_INPUT_UNREADABLE',
      message: expect.stringContaining(`Cannot read ${quote(join(folder, name))}: ${reason}. Pass the path`) as string,
    });
  });
});
