/** Reads from a standby server, which never show an older state than the primary server had when they began. */
import { existsSync, globSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase, type Database, type OrgTx } from '../../../src/store/database.ts';
import { migrate } from '../../../src/store/migrate.ts';
import { until } from '../../support/server-processes.ts';
import { createServerFolder, type ServerFolder, type ServerNode } from '../../support/server-nodes.ts';
import { newOrganization } from '../../support/test-assay.ts';

const bin = globSync('/usr/lib/postgresql/*/bin').find((folder) => existsSync(`${folder}/pg_basebackup`));
if (bin === undefined)
  console.warn('Reads from a standby are not tested: there is no PostgreSQL of the distribution with pg_basebackup.');

describe.runIf(bin !== undefined)('a read', () => {
  let folder: ServerFolder;
  let standby: ServerNode;
  let database: Database;
  let orgId: string;
  const troubles: unknown[] = [];

  beforeAll(async () => {
    folder = await createServerFolder(bin ?? '');
    const primary = await folder.add('');
    await primary.ask('postgres', 'create role assay login');
    await primary.ask('postgres', 'create database assay owner assay');
    const url = `postgres://assay@127.0.0.1:${primary.port}/assay`;
    await migrate(url);
    standby = await folder.addStandby(primary);
    database = openDatabase({
      url,
      connectionsMax: 2,
      orgShare: 1,
      statementTimeoutMs: 30_000,
      onIdleError: () => {},
      replica: {
        url: `postgres://assay@127.0.0.1:${standby.port}/assay`,
        onTrouble: (error) => void troubles.push(error),
      },
    });
    orgId = (await newOrganization(database)).id;
  }, 120_000);
  afterAll(async () => {
    await database?.close();
    await folder?.stop();
  });

  async function write(name: string): Promise<void> {
    await database.inOrg(orgId, async ({ client }) => {
      await client.query(
        'insert into service (org_id, id, name, created_at) values ($1, gen_random_uuid(), $2, now())',
        [orgId, name],
      );
    });
  }

  /** The names, and whether the standby has answered. */
  async function read({ client }: OrgTx): Promise<{ names: string[]; onStandby: boolean }> {
    const { rows } = await client.query<{ names: string[]; onStandby: boolean }>(
      `select array(select name from service order by name) as names, pg_is_in_recovery() as "onStandby"`,
    );
    return rows[0] ?? { names: [], onStandby: false };
  }

  async function isOnStandby(): Promise<boolean> {
    return (await database.readInOrg(orgId, read)).onStandby;
  }

  it('uses the standby and sees every earlier write', async () => {
    await until(isOnStandby);
    const names: string[] = [];
    for (let n = 0; n < 30; n += 1) {
      names.push(`service-${String(n).padStart(2, '0')}`);
      await write(names.at(-1) ?? '');
      const answers = await Promise.all([1, 2, 3].map(async () => await database.readInOrg(orgId, read)));
      expect(answers.map((answer) => answer.names)).toEqual([names, names, names]);
    }
    expect(troubles).toEqual([]);
  });

  it('uses the primary server while the standby is behind', async () => {
    await standby.ask('postgres', 'select pg_wal_replay_pause()');
    await write('shop');

    const { names, onStandby } = await database.readInOrg(orgId, read);

    expect(names).toContain('shop');
    expect(onStandby).toBe(false);
    await standby.ask('postgres', 'select pg_wal_replay_resume()');
    await until(isOnStandby);
  });

  it('reports its own failure, not one of the standby', async () => {
    const failing = database.readInOrg(orgId, async () => await Promise.reject(new Error('no such service')));

    await expect(failing).rejects.toThrow('no such service');
    expect(troubles).toEqual([]);
  });

  it('uses the primary server while the standby is down', async () => {
    await until(isOnStandby);
    await standby.kill();

    expect(await isOnStandby()).toBe(false);
    expect(troubles.length).toBeGreaterThan(0);
  });
});
