/** Reads of several statements, while others write. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase, type Database, type OrgTx } from '../../../src/store/database.ts';
import { newOrganization } from '../../support/test-assay.ts';
import { createTestDatabase, type TestDatabase } from '../../support/test-database.ts';

let testDatabase: TestDatabase;
let database: Database;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = openDatabase({
    url: testDatabase.url,
    connectionsMax: 2,
    orgShare: 1,
    statementTimeoutMs: 30_000,
    onIdleError: () => {},
  });
});
afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});

async function listNames({ client }: OrgTx): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>('select name from service order by name');
  return rows.map(({ name }) => name);
}

async function addService({ client, orgId }: OrgTx): Promise<void> {
  await client.query('insert into service (org_id, id, name, created_at) values ($1, gen_random_uuid(), $2, now())', [
    orgId,
    'shop',
  ]);
}

describe('a transaction that only reads', () => {
  it('sees the same state in every statement', async () => {
    const { id: orgId } = await newOrganization(database);

    const seen = await database.readInOrg(orgId, async (tx) => {
      const before = await listNames(tx);
      await database.inOrg(orgId, addService);
      return [before, await listNames(tx)];
    });

    expect(seen).toEqual([[], []]);
    expect(await database.readInOrg(orgId, listNames)).toEqual(['shop']);
  });

  it('cannot write', async () => {
    const { id: orgId } = await newOrganization(database);

    await expect(database.readInOrg(orgId, addService)).rejects.toMatchObject({ cause: { code: '25006' } });
  });
});
