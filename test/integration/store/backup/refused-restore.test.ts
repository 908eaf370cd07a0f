import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BackupReader } from '../../../../src/store/backup/backup-reader.ts';
import {
  BACKUP_OF_OTHER_MIGRATION,
  COMMAND_INTERRUPTED,
  RESTORE_TARGET_NOT_EMPTY,
} from '../../../../src/store/backup/errors.ts';
import { requireRestorable, restoreBackup } from '../../../../src/store/backup/restore-backup.ts';
import { migrate } from '../../../../src/store/migrate.ts';
import { aDatabase, anEmptyDatabase } from '../../../support/test-database.ts';
import { aFilledAssay, aFolder, ask, back, requireEmpty, restore, type FilledAssay } from './filled-database.ts';

let filled: FilledAssay;

beforeAll(async () => {
  filled = await aFilledAssay();
});

afterAll(async () => await filled.assay.stop());

async function aBackup(): Promise<string> {
  const path = join(await aFolder(), 'backup');
  await back(filled.assay.databaseUrl, path);
  return path;
}

describe('a restore', () => {
  it('rejects a database with rows and leaves it unchanged', async () => {
    const path = await aBackup();
    const url = await aDatabase();
    await restore(url, path);

    await expect(restore(url, path)).rejects.toMatchObject({ code: RESTORE_TARGET_NOT_EMPTY.code });
    await expect(requireRestorable(url, 'any')).rejects.toMatchObject({ code: RESTORE_TARGET_NOT_EMPTY.code });

    await back(url, `${path}.again`);
    expect((await readFile(`${path}.again`)).equals(await readFile(path))).toBe(true);
  });

  it('rejects a database with foreign tables', async () => {
    const url = await anEmptyDatabase();
    await ask(url, 'create table theirs (id int primary key)');

    await expect(requireRestorable(url, 'any')).rejects.toMatchObject({
      code: RESTORE_TARGET_NOT_EMPTY.code,
      message: expect.stringContaining('"theirs"') as string,
    });
  });

  it('accepts a database without any table', async () => {
    const path = await aBackup();
    const url = await anEmptyDatabase();

    await requireRestorable(url, 'any');
    await migrate(url);

    expect(await restore(url, path)).toMatchObject({ organizations: 2 });
  });

  it('rejects a database at another migration', async () => {
    const path = await aBackup();
    const url = await aDatabase();
    const [newest] = await ask(
      url,
      'delete from kysely_migration where name = (select max(name) from kysely_migration) returning name',
    );

    const attempts = [restore(url, path), requireRestorable(url, String(newest?.[0]))];

    for (const result of await Promise.allSettled(attempts)) {
      expect(result).toMatchObject({ status: 'rejected', reason: { code: BACKUP_OF_OTHER_MIGRATION.code } });
    }
  });

  it('leaves nothing when it is interrupted in the middle', async () => {
    const backup = await BackupReader.open(await aBackup());
    const url = await aDatabase();
    const interruption = new AbortController();

    const attempt = restoreBackup({
      url,
      backup,
      signal: interruption.signal,
      onProgress: ({ table }) => table === 'blob_chunk' && interruption.abort(),
    });

    await expect(attempt).rejects.toMatchObject({ code: COMMAND_INTERRUPTED.code });
    await backup.close();
    await requireEmpty(url);
  });
});
