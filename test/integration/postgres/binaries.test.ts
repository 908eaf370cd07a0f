import { existsSync } from 'node:fs';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { CLUSTER_VERSION_DIFFERS, POSTGRES_FOLDER_UNUSABLE } from '../../../src/postgres/errors.ts';
import { copyNative, listLibraryLinks, removeLibraryLinks } from './native-copy.ts';
import { ask, cleanUpAfterwards, makeDataFolder, makeFolder, readText, start } from './test-folder.ts';

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

  it('are checked again only when they have changed', async () => {
    const folder = await makeFolder();
    const { binDir, countChecks, change } = await countingBinaries(folder);
    const place = { dataDir: join(folder, 'data'), binDir };
    await (await start(place)).stop();
    const atFirst = await countChecks();
    expect(atFirst).toBeGreaterThan(0);

    await (await start(place)).stop();
    expect(await countChecks()).toBe(atFirst);

    await change();
    const changed = await start(place);
    expect(await countChecks()).toBe(2 * atFirst);
    expect(await ask(changed.url, 'select 1')).toEqual([1]);
  });

  it.each(['', '{', '[]', '{"binDir": 1, "mode": "self"}'])(
    'are checked again if the file about the last start is broken: %j',
    async (text) => {
      const dataDir = await makeDataFolder();
      const file = join(dataDir, 'binaries.json');
      await (await start({ dataDir })).stop();
      const written = await readText(file);
      await writeFile(file, text);

      const postgres = await start({ dataDir });

      expect(await ask(postgres.url, 'select 1')).toEqual([1]);
      expect(await readText(file)).toBe(written);
    },
  );

  it('are checked again if those of the last start no longer run', async () => {
    const folder = await makeFolder();
    const place = { dataDir: join(folder, 'data'), binDir: await copyNative(folder) };
    await (await start(place)).stop();
    const removed = await removeLibraryLinks(place.binDir);

    const postgres = await start(place);

    expect(await ask(postgres.url, 'select 1')).toEqual([1]);
    expect(await listLibraryLinks(place.binDir)).toHaveLength(removed);
  });
});

/** Binaries of which `postgres` notes every call with `--version`. */
async function countingBinaries(folder: string) {
  const native = await copyNative(folder);
  const binDir = join(folder, 'counting');
  const log = join(folder, 'checks');
  await mkdir(binDir, { mode: 0o755 });
  await symlink(join(native, 'initdb'), join(binDir, 'initdb'));
  const program = join(binDir, 'postgres');
  const write = async (comment: string): Promise<void> => {
    const text = `#!/bin/sh\n# ${comment}\ncase "$1" in --version) echo check >>'${log}';; esac\nexec '${native}/postgres' "$@"\n`;
    await writeFile(program, text, { mode: 0o755 });
  };
  await writeFile(log, '', { mode: 0o666 });
  await write('first');
  return {
    binDir,
    countChecks: async () => (await readText(log)).split('\n').length - 1,
    change: async () => await write('second, which is longer'),
  };
}
