import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readdir, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import { describe, expect, it } from 'vitest';
import type { PostgresState } from '../../../src/postgres/supervisor.ts';
import { listServerProcesses, until } from '../../support/server-processes.ts';
import { type AssayProcess, startAssay } from './assay-process.ts';
import { ask, cleanUpAfterwards, findPid, makeDataFolder, makeFolder, start } from './test-folder.ts';

cleanUpAfterwards();

describe('when Assay is killed', () => {
  it('shuts PostgreSQL down cleanly and keeps all data for the next start', async () => {
    const dataDir = await makeDataFolder();
    const assay = startAssay({ dataDir, purpose: 'serve' });
    await ask(await urlOf(assay), 'create table kept as select 42 as answer');

    await assay.end('SIGKILL');
    await until(async () => (await listServerProcesses(dataDir)).length === 0);

    expect(existsSync(join(dataDir, 'pg', 'postmaster.pid'))).toBe(false);
    const next = await start({ dataDir });
    expect(await ask(next.url, 'select answer from kept')).toEqual([42]);
  });

  it('leaves no half-created cluster', async () => {
    const dataDir = await makeFolder();
    const assay = startAssay({ dataDir, purpose: 'serve' });
    await until(async () => (await readdir(dataDir)).some((name) => name.startsWith('pg.new')));
    await assay.end('SIGKILL');
    expect(existsSync(join(dataDir, 'pg'))).toBe(false);

    const next = await start({ dataDir });

    expect(await ask(next.url, 'select 1')).toEqual([1]);
    expect((await readdir(dataDir)).filter((name) => name.startsWith('pg.new'))).toEqual([]);
  });

  it('leaves no server that was about to start', async () => {
    const dataDir = await makeDataFolder();
    const assay = startAssay({ dataDir, purpose: 'serve' });
    await until(() => existsSync(join(dataDir, 's')));
    await until(async () => (await listServerProcesses(dataDir)).length > 0);
    await assay.end('SIGKILL');

    await until(async () => (await listServerProcesses(dataDir)).length === 0);

    const next = await start({ dataDir });
    expect(await ask(next.url, 'select 1')).toEqual([1]);
  });

  it('together with the postmaster, recovers at the next start', async () => {
    const dataDir = await makeDataFolder();
    const assay = startAssay({ dataDir, purpose: 'serve', durable: true });
    await ask(await urlOf(assay), 'create table kept as select 42 as answer');

    process.kill(await findPid(dataDir), 'SIGKILL');
    await assay.end('SIGKILL');

    const next = await start({ dataDir });
    expect(await ask(next.url, 'select answer from kept')).toEqual([42]);
  });
});

describe('when the postmaster is killed', () => {
  it('restarts it under the same URL and reports it', async () => {
    const dataDir = await makeDataFolder();
    const states: PostgresState[] = [];
    const onState = (state: PostgresState): number => states.push(state);
    const postgres = await start({ dataDir, durable: true, onState, restartDelaysMs: [10] });
    await ask(postgres.url, 'create table kept as select 42 as answer');

    process.kill(await findPid(dataDir), 'SIGKILL');
    await until(() => states.length === 2);

    expect(states).toEqual(['down', 'up']);
    expect(await ask(postgres.url, 'select answer from kept')).toEqual([42]);
  });

  it('waits for backends that have not noticed before it restarts it', async () => {
    const dataDir = await makeDataFolder();
    const states: PostgresState[] = [];
    const postgres = await start({ dataDir, onState: (state) => states.push(state), restartDelaysMs: [10] });
    // A loop never waits, so this backend does not notice that its postmaster is gone.
    const client = new Client({ connectionString: postgres.url });
    client.on('error', () => undefined);
    await client.connect();
    const begun = once(client, 'notice');
    const busy = client.query(
      `do $$ declare t timestamptz := clock_timestamp(); begin raise notice 'begun';
         while clock_timestamp() < t + interval '1500 ms' loop end loop; end $$`,
    );
    busy.catch(() => undefined);
    await begun;

    process.kill(await findPid(dataDir), 'SIGKILL');
    await until(() => states.length === 2);

    expect(states).toEqual(['down', 'up']);
    await busy.catch(() => undefined);
    await client.end().catch(() => undefined);
  });

  it('can be stopped while it waits for the restart', async () => {
    const dataDir = await makeDataFolder();
    const states: PostgresState[] = [];
    const postgres = await start({ dataDir, onState: (state) => states.push(state), restartDelaysMs: [600_000] });

    process.kill(await findPid(dataDir), 'SIGKILL');
    await until(() => states.length === 1);
    await postgres.stop();

    expect(states).toEqual(['down']);
    expect(await ask((await start({ dataDir })).url, 'select 1')).toEqual([1]);
  });

  it('gives up when it cannot be started any more', async () => {
    const dataDir = await makeDataFolder();
    const states: PostgresState[] = [];
    const onState = (state: PostgresState): number => states.push(state);
    const postgres = await start({ dataDir, onState, restartDelaysMs: [10, 10] });
    const control = join(dataDir, 'pg', 'global', 'pg_control');

    await rename(control, `${control}.away`);
    process.kill(await findPid(dataDir), 'SIGKILL');
    await until(() => states.length === 2);
    await postgres.stop();

    expect(states).toEqual(['down', 'failed']);
    await rename(`${control}.away`, control);
    expect(await ask((await start({ dataDir })).url, 'select 1')).toEqual([1]);
  });
});

describe('when the postmaster is killed more often than the limit of failed starts', () => {
  it('restarts it each time', async () => {
    const dataDir = await makeDataFolder();
    const states: PostgresState[] = [];
    const postgres = await start({ dataDir, onState: (state) => states.push(state), restartDelaysMs: [10, 10] });

    for (let kills = 1; kills <= 4; kills += 1) {
      process.kill(await findPid(dataDir), 'SIGKILL');
      await until(() => states.length === 2 * kills);
    }

    expect(states).toEqual(Array.from({ length: 4 }, () => ['down', 'up']).flat());
    expect(await ask(postgres.url, 'select 1')).toEqual([1]);
  });
});

describe('when the watchdog is killed', () => {
  it('replaces the server that is no longer watched', async () => {
    const dataDir = await makeDataFolder();
    const states: PostgresState[] = [];
    const postgres = await start({ dataDir, onState: (state) => states.push(state), restartDelaysMs: [10] });
    const before = await findPid(dataDir);

    process.kill(await findParent(before), 'SIGKILL');
    await until(() => states.length === 2);

    expect(states).toEqual(['down', 'up']);
    expect(await findPid(dataDir)).not.toBe(before);
    expect(await ask(postgres.url, 'select 1')).toEqual([1]);
  });
});

describe('SIGTERM', () => {
  it.each([
    ['stops PostgreSQL under load', false],
    ['to a process that does not listen ends PostgreSQL as well', true],
  ])('%s, without losing acknowledged writes', async (_, deaf) => {
    const dataDir = await makeDataFolder();
    const assay = startAssay({ dataDir, purpose: 'serve', deaf });
    const url = await urlOf(assay);
    await ask(url, 'create table kept (n int)');
    const acknowledged: number[] = [];
    const writer = keepWriting(url, acknowledged);
    await until(() => acknowledged.length > 50);

    const { code } = await assay.end('SIGTERM');
    await writer;
    await until(async () => (await listServerProcesses(dataDir)).length === 0);

    if (!deaf) expect(code).toBe(0);
    const next = await start({ dataDir });
    const kept = new Set(await ask(next.url, 'select n from kept'));
    expect(acknowledged.filter((n) => !kept.has(n))).toEqual([]);
  });
});

async function urlOf(assay: AssayProcess): Promise<string> {
  const answer = await assay.answer;
  if (answer.url === undefined) throw new Error(answer.message);
  return answer.url;
}

async function keepWriting(url: string, acknowledged: number[]): Promise<void> {
  const client = new Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    for (let n = 0; ; n += 1) {
      await client.query('insert into kept values ($1)', [n]);
      acknowledged.push(n);
    }
  } catch {
    await client.end().catch(() => undefined);
  }
}

async function findParent(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/^PPid:\t([0-9]+)$/m.exec(status)?.[1]);
}
