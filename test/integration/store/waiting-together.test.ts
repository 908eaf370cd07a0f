/** Transactions that wait for the disk together: none has a result before its commit is on disk. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase, type Database, type OrgTx } from '../../../src/store/database.ts';
import { newOrganization } from '../../support/test-assay.ts';
import { createTestDatabase, skipOnCitus, type TestDatabase } from '../../support/test-database.ts';

const TOGETHER = { durable: 'together' } as const;

let testDatabase: TestDatabase;
let database: Database;
let orgId: string;
beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = openDatabase({
    url: testDatabase.url,
    connectionsMax: 12,
    statementTimeoutMs: 30_000,
    hasOneLog: true,
    onIdleError: () => {},
  });
  ({ id: orgId } = await newOrganization(database));
});
afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});
beforeEach((context) => skipOnCitus(context, 'Each server has its own log.'));

interface Written {
  /** Whether the commit itself waits for the disk. */
  readonly waits: boolean;
  /** The end of the log before the commit. */
  readonly position: string;
}

/** Every organization needs this row at the end of its uploads. */
async function write({ client }: OrgTx): Promise<Written> {
  await client.query(`
    insert into organization_usage as u (org_id, services) values ('${orgId}', 1)
    on conflict (org_id) do update set services = u.services + 1`);
  const { rows } = await client.query<Written>(
    `select current_setting('synchronous_commit') = 'on' as waits, pg_current_wal_insert_lsn()::text as position`,
  );
  return rows[0] ?? { waits: false, position: '' };
}

async function isOnDisk(position: string): Promise<boolean> {
  return await database.reference(async ({ client }) => {
    const asked = 'select pg_current_wal_flush_lsn() >= $1::pg_lsn as "isFlushed"';
    return (await client.query<{ isFlushed: boolean }>(asked, [position])).rows[0]?.isFlushed === true;
  });
}

describe('a transaction', () => {
  it('waits for the disk itself while there are no others', async () => {
    const { waits, position } = await database.inOrg(orgId, write, TOGETHER);

    expect(waits).toBe(true);
    expect(await isOnDisk(position)).toBe(true);
  });

  it('is on disk when it has a result, also among others', async () => {
    const results = await Promise.all(
      Array.from({ length: 8 }, async () => {
        const { waits, position } = await database.inOrg(orgId, write, TOGETHER);
        return { waits, isOnDisk: await isOnDisk(position) };
      }),
    );

    expect(results.map((result) => result.isOnDisk)).toEqual(results.map(() => true));
    expect(results.filter(({ waits }) => waits)).toHaveLength(1);
  });

  it('that only reads waits for what it has seen, which another process may have committed without waiting', async () => {
    const read = async ({ client }: OrgTx): Promise<string> => {
      const end = 'select pg_current_wal_insert_lsn()::text as position from organization_usage';
      return (await client.query<{ position: string }>(end)).rows[0]?.position ?? '';
    };
    await database.inOrg(orgId, write, { durable: false });

    expect(await isOnDisk(await database.inOrg(orgId, read, TOGETHER))).toBe(true);
  });
});
