/** Of an organization that the statistics of the database do not know, each row is read once, whatever the plan. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase, type Database, type OrgTx } from '../../../src/store/database.ts';
import { listStaleComponents } from '../../../src/store/portfolio/component-matches.ts';
import { newOrganization } from '../../support/test-assay.ts';
import { createTestDatabase, type TestDatabase } from '../../support/test-database.ts';

const COMPONENTS = 6_000;
const SET = Buffer.alloc(32, 1);

let testDatabase: TestDatabase;
let database: Database;
beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = openDatabase({
    url: testDatabase.url,
    connectionsMax: 2,
    statementTimeoutMs: 30_000,
    remembersStatements: true,
    onIdleError: () => {},
  });
});
afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});

async function addComponents({ client, orgId }: OrgTx): Promise<void> {
  await client.query(`
    insert into component (org_id, id, component_sha256, name, unversioned)
      select '${orgId}', uuid_in(md5('${orgId}' || n)::cstring), sha256(n::text::bytea), 'name-' || n, 'name'
      from generate_series(1, ${COMPONENTS}) n;
    insert into component_set (org_id, sha256, position, component_id, scope, type)
      select '${orgId}', '\\x${SET.toString('hex')}', n - 1, uuid_in(md5('${orgId}' || n)::cstring), 'required', 'library'
      from generate_series(1, ${COMPONENTS}) n;
    insert into component_memo (org_id, component_id, evaluated_snapshot, engine_version)
      select '${orgId}', id, 1, 'engine' from component where org_id = '${orgId}'`);
}

describe('an organization whose first documents were just read', () => {
  it('has the answers of its components looked up in one pass', async () => {
    const [first, second] = [await newOrganization(database), await newOrganization(database)];
    await database.inOrg(first.id, addComponents);
    await database.reference(async ({ client }) => {
      await client.query('analyze component');
      await client.query('analyze component_set');
      await client.query('analyze component_memo');
    });
    await database.inOrg(second.id, addComponents);

    const read = await database.inOrg(second.id, async (tx) => {
      // Often enough for the database to remember how it does it.
      for (let times = 0; times < 12; times += 1) {
        const window = await listStaleComponents(tx, SET, 'engine', { from: 0, count: 2_000 });
        expect(window).toEqual({ stale: [], count: 2_000 });
      }
      const { rows } = await tx.client.query<{ read: string }>(
        `select idx_tup_fetch + seq_tup_read as read from pg_stat_xact_user_tables where relname = 'component_memo'`,
      );
      return Number(rows[0]?.read) / 12;
    });

    expect(read).toBeLessThanOrEqual(COMPONENTS * 2);
  });
});
