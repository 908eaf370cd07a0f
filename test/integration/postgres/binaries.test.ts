import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CLUSTER_VERSION_DIFFERS, POSTGRES_FOLDER_UNUSABLE } from '../../../src/postgres/errors.ts';
import { copyNative, listLibraryLinks, removeLibraryLinks } from './native-copy.ts';
import { ask, cleanUpAfterwards, makeFolder, start } from './test-folder.ts';

cleanUpAfterwards();

const SYSTEM_15 = '/usr/lib/postgresql/15/bin';

describe('the binaries', () => {
  it('get the library links that the installation did not create', async () => {
    const folder = await makeFolder();
    const binDir = await copyNative(folder);
    const removed = await removeLibraryLinks(binDir);
    expect(removed).toBeGreaterThan(10);

    const postgres = await start({ dataDir: join(folder, 'data'), binDir });

    expect(await ask(postgres.url, 'select 1')).toEqual([1]);
    expect(await listLibraryLinks(binDir)).toHaveLength(removed);
    expect(existsSync(join(folder, 'data', 'native'))).toBe(false);
  });

  it('of another major version are rejected with both versions and a solution', async () => {
    const dataDir = await makeFolder();
    await mkdir(join(dataDir, 'pg'));
    await writeFile(join(dataDir, 'pg', 'PG_VERSION'), '12\n');

    const attempt = start({ dataDir });

    await expect(attempt).rejects.toMatchObject({ code: CLUSTER_VERSION_DIFFERS.code });
    for (const part of ['PostgreSQL 12', '18.', 'ASSAY_PG_BIN', 'assay backup', 'assay restore']) {
      await expect(attempt).rejects.toThrow(part);
    }
  });

  it('are not searched elsewhere when the configured folder has none', async () => {
    const folder = await makeFolder();

    const attempt = start({ dataDir: join(folder, 'data'), binDir: folder });

    await expect(attempt).rejects.toMatchObject({ code: POSTGRES_FOLDER_UNUSABLE.code });
    await expect(attempt).rejects.toThrow(folder.slice(0, 20));
  });

  it.runIf(existsSync(SYSTEM_15))('of an older major version are used when they created the cluster', async () => {
    const dataDir = await makeFolder();
    const first = await start({ dataDir, binDir: SYSTEM_15 });
    expect(first.serverVersion).toMatch(/^15/);
    await ask(first.url, 'create table kept as select 42 as answer');
    await first.stop();

    const second = await start({ dataDir });

    expect(second.serverVersion).toMatch(/^15/);
    expect(await ask(second.url, 'select answer from kept')).toEqual([42]);
  });
});
