import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase, type Database } from '../../../src/store/database.ts';
import { pipelined } from '../../../src/store/pipelined.ts';
import { createTestDatabase, type TestDatabase } from '../../support/test-database.ts';

let testDatabase: TestDatabase;
let database: Database;
beforeAll(async () => {
  testDatabase = await createTestDatabase();
  const { url } = testDatabase;
  database = openDatabase({ url, connectionsMax: 2, statementTimeoutMs: 30_000, onIdleError: () => {} });
});
afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});

describe('together', () => {
  it('fails with the statement that broke the transaction, however late its failure arrives', async () => {
    const result = database.reference(async ({ client }) => {
      const slow = (async () => {
        try {
          await client.query(`do $$ begin raise exception 'too late' using errcode = '55P03'; end $$`);
        } catch (error) {
          await new Promise((resolve) => setTimeout(resolve, 20));
          throw error;
        }
      })();
      await pipelined([slow, client.query('select 1')]);
    });

    await expect(result).rejects.toMatchObject({ code: 'DATABASE_BUSY' });
  });
});
