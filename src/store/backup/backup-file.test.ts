import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { zstdCompressSync } from 'node:zlib';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LIMITS } from '../../core/limits.ts';
import { BackupReader } from './backup-reader.ts';
import { BackupWriter } from './backup-writer.ts';
import { BACKUP_DAMAGED, BACKUP_FILE_UNUSABLE } from './errors.ts';
import { END_MARK, START_MARK, toLengthBytes, type Manifest, type Stream } from './file-format.ts';

const ORGANIZATION = '01890000-0000-7000-8000-000000000001';
const FACTS = { format: 1, migration: '0001-x', tables: [] } as const;
const REFUSALS = [BACKUP_DAMAGED.code, BACKUP_FILE_UNUSABLE.code];

let folder: string;
let path: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-backup-'));
  path = join(folder, 'backup');
});

afterEach(async () => await rm(folder, { recursive: true, force: true }));

async function write(contents: readonly string[]): Promise<Buffer> {
  const writer = await BackupWriter.create(path);
  for (const content of contents) {
    const stream = { organization: ORGANIZATION, table: 'service' };
    await writer.add(stream, iterate(content), () => {});
  }
  await writer.finish({ ...FACTS, tables: [] });
  return await readFile(path);
}

async function* iterate(content: string): AsyncGenerator<Buffer> {
  if (content !== '') yield Buffer.from(content);
}

async function read(): Promise<string[]> {
  const reader = await BackupReader.open(path);
  try {
    const contents: string[] = [];
    for (const stream of reader.manifest.streams) {
      const pieces: Buffer[] = [];
      for await (const piece of reader.read(stream)) pieces.push(piece);
      contents.push(Buffer.concat(pieces).toString());
    }
    return contents;
  } finally {
    await reader.close();
  }
}

async function refusalOf(bytes: Buffer): Promise<string> {
  await writeFile(path, bytes);
  return await read().then(
    () => 'none',
    (error: { code: string }) => error.code,
  );
}

/** Returns a file with valid checksums and arbitrary content. */
function assemble(pieces: Buffer, manifest: unknown): Buffer {
  const list = Buffer.from(typeof manifest === 'string' ? manifest : JSON.stringify(manifest));
  const hashed = Buffer.concat([START_MARK, pieces, list, toLengthBytes(list.length)]);
  return Buffer.concat([hashed, createHash('sha256').update(hashed).digest(), END_MARK]);
}

function aManifest(stream: Partial<Stream>): Manifest {
  const whole = { organization: null, table: 'service', rows: 1, bytes: 1, sha256: '0'.repeat(64), storedBytes: 1 };
  return { ...FACTS, tables: [], streams: [{ ...whole, ...stream }] };
}

function toPiece(content: Buffer): Buffer {
  const stored = zstdCompressSync(content);
  return Buffer.concat([toLengthBytes(stored.length), stored]);
}

describe('a backup file', () => {
  it('returns what was written, in one or several pieces', async () => {
    const contents = ['', 'one row\n', `${'a row that is long enough\n'.repeat(100_000)}`, ''];

    await write(contents);

    expect(await read()).toEqual(contents);
    expect(await readdir(folder)).toEqual(['backup']);
  });

  it('contains the number of rows of each stream', async () => {
    await write(['a\nb\nc\n', '']);

    const reader = await BackupReader.open(path);
    await reader.close();

    expect(reader.manifest.streams.map(({ rows, bytes }) => [rows, bytes])).toEqual([
      [3, 6],
      [0, 0],
    ]);
  });

  it('is rejected wherever it is truncated', async () => {
    const whole = await write(['a row\n', 'another\n']);

    for (let length = 0; length < whole.length; length += 1) {
      expect(REFUSALS).toContain(await refusalOf(whole.subarray(0, length)));
    }
  });

  it('is rejected whichever bit is flipped', async () => {
    const whole = await write(['a row\n', 'another\n']);

    await fc.assert(
      fc.asyncProperty(fc.nat(whole.length * 8 - 1), async (bit) => {
        const changed = Buffer.from(whole);
        changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
        expect(REFUSALS).toContain(await refusalOf(changed));
      }),
    );
  });

  it('is rejected when bytes were appended', async () => {
    const whole = await write(['a row\n']);

    expect(await refusalOf(Buffer.concat([whole, Buffer.from('x')]))).toBe(BACKUP_DAMAGED.code);
    expect(await refusalOf(Buffer.concat([whole, whole]))).toBe(BACKUP_DAMAGED.code);
  });

  it.each(['', 'ASSAY', 'no backup at all', '{ "format": 1 }'])('is rejected when it is %j', async (text) => {
    expect(await refusalOf(Buffer.from(text))).toBe(BACKUP_FILE_UNUSABLE.code);
  });

  it('is rejected when a piece decompresses to more than the maximum size', async () => {
    const piece = toPiece(Buffer.alloc(LIMITS.backupPieceBytes + 1));

    expect(await refusalOf(assemble(piece, aManifest({ storedBytes: piece.length })))).toBe(BACKUP_DAMAGED.code);
  });

  it.each([
    ['is longer than its stream', toLengthBytes(100)],
    ['is longer than any piece', Buffer.concat([toLengthBytes(0xffff_ffff), Buffer.alloc(2_000_000)])],
    ['is not zstd', Buffer.concat([toLengthBytes(4), Buffer.from('zstd')])],
    ['has no length', Buffer.from('x')],
  ])('is rejected when a piece %s', async (_, pieces) => {
    expect(await refusalOf(assemble(pieces, aManifest({ storedBytes: pieces.length })))).toBe(BACKUP_DAMAGED.code);
  });

  it.each([
    ['is not JSON', '{'],
    ['is of a later format', { ...FACTS, format: 2, streams: [] }],
    ['does not reach to itself', aManifest({ storedBytes: 1 })],
    ['declares negative sizes', aManifest({ storedBytes: -1 })],
    ['names an organization that is none', aManifest({ storedBytes: 0, organization: `' or true` })],
    ['has other rows than declared', aManifest({ storedBytes: 0, bytes: 10 })],
    ['has another SHA-256 than declared', aManifest({ storedBytes: 0, bytes: 0 })],
  ])('is rejected when its manifest %s', async (_, manifest) => {
    expect(await refusalOf(assemble(Buffer.alloc(0), manifest))).toBe(BACKUP_DAMAGED.code);
  });

  it.each([
    ['in a folder that is not there', 'missing/backup'],
    ['in the place of a folder', '.'],
  ])('is not created %s', async (_, name) => {
    await expect(BackupWriter.create(join(folder, name))).rejects.toMatchObject({ code: BACKUP_FILE_UNUSABLE.code });

    expect(await readdir(folder)).toEqual([]);
  });
});
