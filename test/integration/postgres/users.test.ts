import { existsSync } from 'node:fs';
import { chmod, chown, mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { DATA_FOLDER_UNUSABLE, POSTGRES_REFUSES_ROOT } from '../../../src/postgres/errors.ts';
import { startAssay } from './assay-process.ts';
import { copyNative, listLibraryLinks, removeLibraryLinks } from './native-copy.ts';
import { ask, cleanUpAfterwards, makeFolder, start } from './test-folder.ts';

cleanUpAfterwards();

const NOBODY = { uid: 65_534, gid: 65_534 };

describe.runIf(process.getuid?.() === 0)('root', () => {
  it('keeps the files in a namespace, passes them to another user, and switches between the two', async () => {
    const dataDir = join(await makeFolder(), 'data');
    const first = await start({ dataDir, rootModes: ['user'] });
    await ask(first.url, 'create table kept as select 42 as answer');
    await first.stop();

    for (const mode of ['namespace', 'user', 'namespace'] as const) {
      const next = await start({ dataDir, rootModes: [mode] });
      expect(await ask(next.url, 'select answer from kept')).toEqual([42]);
      expect((await stat(join(dataDir, 'pg', 'base'))).uid === 0).toBe(mode === 'namespace');
      await next.stop();
    }
  });

  it.each(['namespace', 'user'] as const)('copies binaries from a private folder (%s)', async (mode) => {
    const folder = await makeFolder();
    const closed = join(folder, 'closed');
    await mkdir(closed);
    const binDir = await copyNative(closed);
    // Not owned by root: a namespace takes root's privileges away, but not its files.
    await chown(closed, 12_345, 12_345);
    await chmod(closed, 0o700);

    const postgres = await start({ dataDir: join(folder, 'data'), binDir, rootModes: [mode] });

    expect(await ask(postgres.url, 'select 1')).toEqual([1]);
    expect(existsSync(join(folder, 'data', 'native', 'bin', 'postgres'))).toBe(true);
  });

  it('works below its own private home folder without a copy', async () => {
    const home = join(await makeFolder(), 'home');
    await mkdir(home, { mode: 0o700 });
    const binDir = await copyNative(home);

    const postgres = await start({ dataDir: join(home, 'data'), binDir, rootModes: ['namespace'] });

    expect(await ask(postgres.url, 'select 1')).toEqual([1]);
    expect(existsSync(join(home, 'data', 'native'))).toBe(false);
  });

  it('is told what to do when no mode works', async () => {
    const home = join(await makeFolder(), 'home');
    await mkdir(home, { mode: 0o700 });
    const dataDir = join(home, 'data');

    const attempt = start({ dataDir, rootModes: ['user'] });

    await expect(attempt).rejects.toMatchObject({ code: POSTGRES_REFUSES_ROOT.code });
    expect((await stat(dataDir)).uid).toBe(0);
    expect(existsSync(join(dataDir, 'owner.json'))).toBe(false);
  });

  it('takes over the files that a normal user created', async () => {
    const dataDir = join(await makeFolder(), 'data');
    await mkdir(dataDir, { mode: 0o700 });
    await chown(dataDir, NOBODY.uid, NOBODY.gid);
    const assay = startAssay({ dataDir, purpose: 'serve' }, NOBODY);
    const { url = '' } = await assay.answer;
    await ask(url, 'create table kept as select 42 as answer');
    expect((await stat(join(dataDir, 'pg', 'base'))).uid).toBe(NOBODY.uid);
    await assay.end('SIGTERM');

    const postgres = await start({ dataDir });

    expect(await ask(postgres.url, 'select answer from kept')).toEqual([42]);
  });
});

describe.runIf(process.getuid?.() === 0)('a normal user', () => {
  it('gets a copy of binaries that lack links and are read-only', async () => {
    const folder = await makeFolder();
    const binDir = await copyNative(folder);
    await removeLibraryLinks(binDir);
    const dataDir = join(folder, 'data');
    await mkdir(dataDir, { mode: 0o700 });
    await chown(dataDir, NOBODY.uid, NOBODY.gid);

    const { url = '' } = await startAssay({ dataDir, purpose: 'serve', binDir }, NOBODY).answer;

    expect(await ask(url, 'select 1')).toEqual([1]);
    expect(await listLibraryLinks(binDir)).toEqual([]);
    expect((await listLibraryLinks(join(dataDir, 'native', 'bin'))).length).toBeGreaterThan(10);
  });

  it.each([
    ['may not write to', 0o755, 'serve'],
    ['may not enter', 0o700, 'serve'],
    ['may not enter', 0o700, 'command'],
  ] as const)('is told about a folder that it %s (%o, %s)', async (_, mode, purpose) => {
    const dataDir = join(await makeFolder(), 'data');
    await mkdir(dataDir);
    await chmod(dataDir, mode);

    const answer = await startAssay({ dataDir, purpose }, NOBODY).answer;

    expect(answer).toMatchObject({ code: DATA_FOLDER_UNUSABLE.code });
    expect(answer.message).toContain('permission denied');
  });
});
