import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CLUSTER_UNREADABLE, DATA_FOLDER_UNUSABLE, POSTGRES_NOT_DURABLE } from '../../../src/postgres/errors.ts';
import { openSession } from '../../../src/postgres/server-queries.ts';
import { type RunningPostgres, startPostgres } from '../../../src/postgres/start-postgres.ts';
import { listServerProcesses, until } from '../../support/server-processes.ts';
import { startAssay } from './assay-process.ts';
import { ask, cleanUpAfterwards, findPid, makeDataFolder, makeFolder, readText, start } from './test-folder.ts';

cleanUpAfterwards();

const ASLEEP = `select 1 from pg_stat_activity where wait_event = 'PgSleep'`;

describe('a started server', () => {
  let folder = '';
  let dataDir = '';
  let postgres: RunningPostgres;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'assay-test-'));
    dataDir = join(folder, 'new', 'data');
    postgres = await startPostgres({ dataDir, purpose: 'serve', log: () => undefined });
  });
  afterAll(async () => {
    await postgres.stop();
    await rm(folder, { recursive: true });
  });

  it('is the embedded one and reports its version', async () => {
    expect(postgres.adopted).toBe(false);
    expect(await ask(postgres.url, 'show server_version')).toEqual([postgres.serverVersion]);
  });

  it('has an ordinary role that owns its database', async () => {
    const role = 'select rolsuper or rolbypassrls from pg_roles where rolname = current_user';
    const database = 'select datdba::regrole::text from pg_database where datname = current_database()';

    expect(await ask(postgres.url, role)).toEqual([false]);
    expect(await ask(postgres.url, database)).toEqual(['assay']);
  });

  it('is reachable only through its socket, in private folders', async () => {
    expect(await ask(postgres.url, 'show listen_addresses')).toEqual(['']);
    expect((await stat(dataDir)).mode & 0o777).toBe(0o700);
    expect((await stat(join(dataDir, 's'))).mode & 0o777).toBe(0o700);
  });

  it('answers a session on one connection, and on another when that was lost', async () => {
    const session = openSession(postgres.url, { isKept: true });
    const findBackend = async (): Promise<string | undefined> =>
      (await session.ask('select pg_backend_pid()::text as pid'))[0]?.['pid'];
    const first = await findBackend();

    expect(await findBackend()).toBe(first);
    await ask(postgres.adminUrl, `select pg_terminate_backend(${first})`);
    await until(async () => {
      const now = await findBackend().catch(() => undefined);
      return now !== undefined && now !== first;
    });
    await session.close();
  });

  it.each(['fsync', 'full_page_writes', 'synchronous_commit', 'data_checksums'])('has %s on', async (name) => {
    expect(await ask(postgres.url, `show ${name}`)).toEqual(['on']);
  });

  it('sorts and stores text and time the same way on every machine', async () => {
    const order = `select x from unnest(array['b', 'ä', 'B', 'a']) x order by x`;

    expect(await ask(postgres.url, order)).toEqual(['B', 'a', 'b', 'ä']);
    expect(await ask(postgres.url, `select upper('ä')`)).toEqual(['Ä']);
    expect(await ask(postgres.url, 'show server_encoding')).toEqual(['UTF8']);
    expect(await ask(postgres.url, 'show timezone')).toEqual(['UTC']);
  });

  it('is recorded with its owner and its mode', async () => {
    expect(JSON.parse(await readText(join(dataDir, 'owner.json')))).toMatchObject({
      pid: process.pid,
      mode: process.getuid?.() === 0 ? 'namespace' : 'self',
    });
  });
});

describe('a start', () => {
  it('reports the launch of its own server while that is not ready, and none for a server that runs already', async () => {
    const dataDir = await makeDataFolder();
    const launches: boolean[] = [];
    const onLaunch = (): void => void launches.push(existsSync(join(dataDir, 's', '.s.PGSQL.5432')));

    const own = await start({ dataDir, purpose: 'command', onLaunch });
    const adopted = await start({ dataDir, purpose: 'command', onLaunch });

    expect([own.adopted, adopted.adopted]).toEqual([false, true]);
    expect(launches).toEqual([false]);
  });

  it('finds the data of an earlier start', async () => {
    const dataDir = await makeFolder();
    const first = await start({ dataDir });
    await ask(first.url, 'create table kept as select 42 as answer');
    await first.stop();
    expect(existsSync(join(dataDir, 'owner.json'))).toBe(false);
    expect(await listServerProcesses(dataDir)).toEqual([]);

    const second = await start({ dataDir });

    expect(await ask(second.url, 'select answer from kept')).toEqual([42]);
  });

  it('works in a folder with any name', async () => {
    const postgres = await start({ dataDir: join(await makeFolder(), `a, "b" %41 o'clock $HOME ü`) });

    expect(await ask(postgres.url, 'select 1')).toEqual([1]);
  });

  it('puts the socket under the temporary folder when its path is too long, and removes it', async () => {
    const dataDir = join(await makeFolder(), 'x'.repeat(100));

    const postgres = await start({ dataDir });
    const socketDir = await readSocketDir(dataDir);
    const command = await start({ dataDir, purpose: 'command' });

    expect(await ask(command.url, 'select 1')).toEqual([1]);
    expect((await stat(socketDir)).mode & 0o777).toBe(0o700);
    await postgres.stop();
    expect(existsSync(socketDir)).toBe(false);
  });

  it('removes the temporary socket folder of an owner that was killed', async () => {
    const dataDir = join(await makeFolder(), 'x'.repeat(100));
    const assay = startAssay({ dataDir, purpose: 'serve' });
    await assay.answer;
    const socketDir = await readSocketDir(dataDir);
    await assay.end('SIGKILL');

    await start({ dataDir });

    expect(existsSync(socketDir)).toBe(false);
  });

  it('completes an interrupted creation', async () => {
    const dataDir = await makeFolder();
    for (const name of ['pg.new', 'pg.new-abc123']) {
      await mkdir(join(dataDir, name));
      await writeFile(join(dataDir, name, 'PG_VERSION'), '18\n');
    }

    const postgres = await start({ dataDir });

    expect(await ask(postgres.url, 'select 1')).toEqual([1]);
    expect(existsSync(join(dataDir, 'pg.new'))).toBe(false);
    expect(existsSync(join(dataDir, 'pg.new-abc123'))).toBe(false);
  });

  it('creates the database when the first start ended before that', async () => {
    const dataDir = await makeDataFolder();
    const first = await start({ dataDir });
    await ask(first.adminUrl, 'drop database assay');
    await ask(first.adminUrl, 'drop role assay');
    await first.stop();

    const second = await start({ dataDir });

    expect(await ask(second.url, 'select current_user::text')).toEqual(['assay']);
  });

  it('ignores a lock file whose process id now belongs to another process', async () => {
    const dataDir = await makeDataFolder();
    await (await start({ dataDir })).stop();
    const lock = `${process.pid}\n${dataDir}/pg\n1794714777\n5432\n${dataDir}/s\n\n  9978034         4\nready   \n`;
    await writeFile(join(dataDir, 'pg', 'postmaster.pid'), lock);
    await writeFile(join(dataDir, 's', '.s.PGSQL.5432.lock'), lock);

    const postgres = await start({ dataDir });

    expect(await ask(postgres.url, 'select 1')).toEqual([1]);
    expect(await findPid(dataDir)).not.toBe(process.pid);
  });
});

describe('a stop', () => {
  it('can be requested twice and disconnects clients', async () => {
    const dataDir = await makeDataFolder();
    const postgres = await start({ dataDir });
    const sleeping = ask(postgres.url, 'select pg_sleep(60)');
    await until(async () => (await ask(postgres.url, ASLEEP)).length > 0);

    const [client] = await Promise.allSettled([sleeping, postgres.stop(), postgres.stop()]);

    expect(client).toMatchObject({ status: 'rejected', reason: { code: '57P01' } });
    expect(existsSync(join(dataDir, 'pg', 'postmaster.pid'))).toBe(false);
  });
});

describe('a rejected start', () => {
  it('names the setting that would lose data', async () => {
    const dataDir = await makeDataFolder();
    const first = await start({ dataDir });
    await ask(first.adminUrl, 'alter role assay set synchronous_commit = off');
    await first.stop();

    const attempt = start({ dataDir, durable: true });

    await expect(attempt).rejects.toMatchObject({ code: POSTGRES_NOT_DURABLE.code });
    await expect(attempt).rejects.toThrow('synchronous_commit off');
    expect(await listServerProcesses(dataDir)).toEqual([]);
    expect(existsSync(join(dataDir, 'owner.json'))).toBe(false);
  });

  it('does not treat another folder as a cluster, nor delete it', async () => {
    const dataDir = await makeFolder();
    await mkdir(join(dataDir, 'pg'));
    await writeFile(join(dataDir, 'pg', 'letter.txt'), 'precious');

    await expect(start({ dataDir })).rejects.toMatchObject({ code: CLUSTER_UNREADABLE.code });

    expect(await readText(join(dataDir, 'pg', 'letter.txt'))).toBe('precious');
  });

  it.each([
    ['is a file', ''],
    ['lies in a file', '/data'],
  ])('reports in one line that the folder %s', async (_, rest) => {
    const file = join(await makeFolder(), 'file');
    await writeFile(file, '');

    const attempt = start({ dataDir: file + rest });

    await expect(attempt).rejects.toMatchObject({ code: DATA_FOLDER_UNUSABLE.code });
    await expect(attempt).rejects.toThrow('file');
  });
});

async function readSocketDir(dataDir: string): Promise<string> {
  return (JSON.parse(await readText(join(dataDir, 'owner.json'))) as { socketDir: string }).socketDir;
}
