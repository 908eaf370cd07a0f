/** Manipulated backup files whose checksums are all valid. */
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BackupReader } from '../../../../src/store/backup/backup-reader.ts';
import { BackupWriter } from '../../../../src/store/backup/backup-writer.ts';
import { BACKUP_DAMAGED } from '../../../../src/store/backup/errors.ts';
import type { Manifest, Stream } from '../../../../src/store/backup/file-format.ts';
import { aDatabase } from '../../../support/test-database.ts';
import {
  aFilledAssay,
  aFolder,
  ask,
  back,
  requireEmpty,
  restore,
  toSuperuser,
  type FilledAssay,
} from './filled-database.ts';

let filled: FilledAssay;

beforeAll(async () => {
  filled = await aFilledAssay();
});

afterAll(async () => await filled.assay.stop());

interface Change {
  readonly keeps?: (stream: Stream) => boolean;
  readonly content?: (text: string, stream: Stream) => string;
  readonly tables?: (tables: Manifest['tables']) => Manifest['tables'];
}

/** Returns the backup of the filled database with one change, and with every checksum recalculated. */
async function forge(change: Change): Promise<string> {
  const folder = await aFolder();
  await back(filled.assay.databaseUrl, join(folder, 'good'));
  const reader = await BackupReader.open(join(folder, 'good'));
  const writer = await BackupWriter.create(join(folder, 'forged'));
  const { streams, tables, ...facts } = reader.manifest;
  for (const stream of streams) {
    if (change.keeps?.(stream) === false) continue;
    await writer.add(stream, changed(reader, stream, change), () => {});
  }
  await writer.finish({ ...facts, tables: change.tables?.(tables) ?? tables });
  await reader.close();
  return join(folder, 'forged');
}

async function* changed(reader: BackupReader, stream: Stream, { content }: Change): AsyncGenerator<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of reader.read(stream)) pieces.push(piece);
  const text = Buffer.concat(pieces).toString();
  yield Buffer.from(content?.(text, stream) ?? text);
}

const inTable = (name: string, change: (text: string) => string): Change => ({
  content: (text, { table }) => (table === name ? change(text) : text),
});

const CHANGES: readonly [string, RegExp, Change][] = [
  ['leaves out a table', /every table exactly once/, { keeps: ({ table }) => table !== 'sbom' }],
  ['leaves out the organizations', /every table exactly once/, { keeps: ({ table }) => table !== 'organization' }],
  ['has no organization for its rows', /foreign key/, inTable('organization', () => '')],
  [
    'names a table that is not there',
    /do not match its migration/,
    { tables: (all) => [...all, { name: 'x', tenant: false, columns: ['y'] }] },
  ],
  [
    'names SQL for a column',
    /do not match its migration/,
    { tables: (all) => all.map((table) => ({ ...table, columns: ['"; drop table token; --'] })) },
  ],
  ['has no rows where others refer to them', /foreign key/, inTable('service', () => '')],
  ['has rows that are none', /invalid input syntax/, inTable('service', () => 'x\ty\n')],
  ['has a row twice', /duplicate key/, inTable('event', (text) => text + text)],
  ['ends a table early', /./, inTable('event', (text) => `\\.\n${text}`)],
];

describe('a forged backup', () => {
  it('would be restored if nothing in it were wrong', async () => {
    expect(await restore(await aDatabase(), await forge({}))).toMatchObject({ organizations: 2 });
  });

  it.each(CHANGES)('is rejected when it %s', async (_, problem, change) => {
    const path = await forge(change);
    const url = await aDatabase();

    await expect(restore(url, path)).rejects.toMatchObject({
      code: BACKUP_DAMAGED.code,
      message: expect.stringMatching(problem) as string,
    });

    await requireEmpty(url);
  });

  it.each(['an ordinary role', 'a superuser'])(
    'cannot add rows of another organization when restored by %s',
    async (role) => {
      const ids = await ask(filled.assay.databaseUrl, 'select id from organization order by id');
      const [mine, other] = ids.map(([id]) => String(id));
      const path = await forge({
        content: (text, { table, organization }) =>
          table === 'setting' && organization === mine ? `${other}\tforged\t{}\t2026-01-01\n` : text,
      });
      const url = await aDatabase();

      const attempt = restore(role === 'a superuser' ? toSuperuser(url) : url, path);

      await expect(attempt).rejects.toMatchObject({ code: BACKUP_DAMAGED.code });
      await requireEmpty(url);
    },
  );

  it('is rejected when it contains a document whose bytes were changed', async () => {
    const broken = await aDatabase();
    const path = await forge({});
    await restore(broken, path);
    const half = 'length(bytes) / 2';
    const flip = `set_byte(bytes, ${half}, 255 - get_byte(bytes, ${half}))`;
    await ask(toSuperuser(broken), `update blob_chunk set bytes = ${flip} where n = 1`);
    await back(broken, path);
    const url = await aDatabase();

    await expect(restore(url, path)).rejects.toMatchObject({
      code: BACKUP_DAMAGED.code,
      message: expect.stringMatching(/document [0-9a-f]{64} does not match its SHA-256/) as string,
    });

    await requireEmpty(url);
  });
});
