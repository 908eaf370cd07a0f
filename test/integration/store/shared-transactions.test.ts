/** A shared transaction holds the locks of several pieces of work, which therefore can meet another transaction in any order. */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase, type Database, type OrgTx } from '../../../src/store/database.ts';
import { newId } from '../../../src/store/new-id.ts';
import { shareTransactions } from '../../../src/store/shared-transactions.ts';
import { until } from '../../support/server-processes.ts';
import { createTestDatabase, type TestDatabase } from '../../support/test-database.ts';

let testDatabase: TestDatabase;
let database: Database;
beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = openDatabase({
    url: testDatabase.url,
    connectionsMax: 4,
    statementTimeoutMs: 30_000,
    onIdleError: () => {},
  });
});
afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});

async function lock(tx: OrgTx, key: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(${key})`.execute(tx.db);
}

async function isWaitingFor(key: number): Promise<boolean> {
  return await database.reference(async ({ client }) => {
    const waiting = `select from pg_locks where locktype = 'advisory' and objid = ${key} and not granted`;
    return (await client.query(waiting)).rows.length > 0;
  });
}

describe('a shared transaction', () => {
  it('is repeated by each piece of work alone after a deadlock', async () => {
    const orgId = newId();
    const shared = shareTransactions(database);
    const isLocked = Promise.withResolvers<void>();
    const runs = [0, 0];

    // The server cancels who waited first.
    const other = database.inOrg(orgId, async (tx) => {
      await lock(tx, 2);
      isLocked.resolve();
      await until(async () => await isWaitingFor(2));
      await lock(tx, 1);
      return 'other';
    });
    await isLocked.promise;
    const works = [1, 2].map(
      async (key, n) =>
        await shared.inOrg(orgId, async (tx) => {
          runs[n] = (runs[n] ?? 0) + 1;
          await lock(tx, key);
          return key;
        }),
    );

    expect(await Promise.all([...works, other])).toEqual([1, 2, 'other']);
    expect(runs).toEqual([2, 2]);
  });
});
