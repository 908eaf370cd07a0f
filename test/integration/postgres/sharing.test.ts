import { existsSync } from 'node:fs';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import { describe, expect, it } from 'vitest';
import { DATA_FOLDER_IN_USE } from '../../../src/postgres/errors.ts';
import { listServerProcesses, until } from '../../support/server-processes.ts';
import { type AssayProcess, startAssay } from './assay-process.ts';
import { ask, cleanUpAfterwards, findPid, makeDataFolder, makeFolder, readText, start } from './test-folder.ts';

cleanUpAfterwards();

describe('a second server in the same folder', () => {
  it('is rejected with the process id of the first', async () => {
    const dataDir = await makeDataFolder();
    const first = startAssay({ dataDir, purpose: 'serve' });
    const { url = '' } = await first.answer;

    const attempt = start({ dataDir });

    await expect(attempt).rejects.toMatchObject({ code: DATA_FOLDER_IN_USE.code });
    await expect(attempt).rejects.toThrow(`(pid ${first.pid})`);
    expect(await ask(url, 'select 1')).toEqual([1]);
  });

  it('loses the race for an empty folder', async () => {
    const dataDir = await makeFolder();

    const attempts = await Promise.allSettled([start({ dataDir }), start({ dataDir }), start({ dataDir })]);

    expect(attempts.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected', 'rejected']);
    const refused = attempts.filter((attempt) => attempt.status === 'rejected');
    expect(refused.map(({ reason }) => (reason as { code: string }).code)).toEqual(
      Array(2).fill(DATA_FOLDER_IN_USE.code),
    );
  });

  it('loses the race for a folder whose owner was killed', async () => {
    const dataDir = await makeFolder();
    const stale = '{"pid":2147483646,"processStart":"x"}';
    for (const name of ['owner.json', 'owner.json.2147483646.draft']) await writeFile(join(dataDir, name), stale);

    const attempts = await Promise.allSettled([start({ dataDir }), start({ dataDir }), start({ dataDir })]);

    expect(attempts.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected', 'rejected']);
    expect((await readdir(dataDir)).toSorted()).toEqual(['binaries.json', 'owner.json', 'pg', 's']);
  });
});

describe('a command', () => {
  it('uses the server of a running Assay and leaves it running', async () => {
    const dataDir = await makeDataFolder();
    const assay = startAssay({ dataDir, purpose: 'serve' });
    const { url } = await assay.answer;

    const command = await start({ dataDir, purpose: 'command' });
    await command.stop();

    expect(command).toMatchObject({ adopted: true, url });
    expect(await ask(command.url, 'show server_version')).toEqual([command.serverVersion]);
    expect(JSON.parse(await readText(join(dataDir, 'owner.json')))).toMatchObject({ pid: assay.pid });
  });

  it('waits for a server that is being created', async () => {
    const dataDir = await makeFolder();
    startAssay({ dataDir, purpose: 'serve' });
    await until(() => existsSync(join(dataDir, 'owner.json')));

    const command = await start({ dataDir, purpose: 'command' });

    expect(command.adopted).toBe(true);
  });

  it('starts its own server for as long as it runs', async () => {
    const dataDir = await makeDataFolder();

    const command = await start({ dataDir, purpose: 'command' });
    expect(command.adopted).toBe(false);
    await command.stop();

    expect(await listServerProcesses(dataDir)).toEqual([]);
  });

  it('does not stop the server while a second command uses it', async () => {
    const dataDir = await makeDataFolder();
    const first = startAssay({ dataDir, purpose: 'command' });
    await first.answer;
    const second = await start({ dataDir, purpose: 'command' });
    const client = new Client({ connectionString: second.url });
    await client.connect();

    const ended = first.end('SIGTERM');
    const answer = await client.query<{ n: number }>('select 1 as n from pg_sleep(0.5)');
    await client.end();

    expect(answer.rows).toEqual([{ n: 1 }]);
    expect(await ended).toEqual({ code: 0 });
  });
});

describe('a server without its owner', () => {
  it('is used by a command, but stopped and replaced by a new Assay', async () => {
    const dataDir = await makeDataFolder();
    const pid = await orphan(dataDir);

    const command = await start({ dataDir, purpose: 'command' });
    await command.stop();
    expect(command.adopted).toBe(true);
    expect(await findPid(dataDir)).toBe(pid);

    const postgres = await start({ dataDir });
    expect(postgres.adopted).toBe(false);
    expect(await findPid(dataDir)).not.toBe(pid);
    expect(await ask(postgres.url, 'select 1')).toEqual([1]);
  });
});

// A stopped process keeps the pipe open, so the watchdog does nothing; the owner file names a process that is gone.
async function orphan(dataDir: string): Promise<number> {
  const assay: AssayProcess = startAssay({ dataDir, purpose: 'serve' });
  await assay.answer;
  assay.child.kill('SIGSTOP');
  await writeFile(join(dataDir, 'owner.json'), '{"pid":2147483646,"processStart":"x"}');
  return findPid(dataDir);
}
