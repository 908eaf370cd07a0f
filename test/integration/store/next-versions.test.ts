import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase, type Database } from '../../../src/store/database.ts';
import { betterPreviousVersion, previousVersion } from '../../../src/store/findings/history/version-side.ts';
import { newId } from '../../../src/store/new-id.ts';
import { insertOrganization } from '../../../src/store/people/organizations.ts';
import { createTestDatabase, type TestDatabase } from '../../support/test-database.ts';

const orgId = newId();
let testDatabase: TestDatabase;
let database: Database;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = openDatabase({ url: testDatabase.url, connectionsMax: 1, statementTimeoutMs: 0, onIdleError: () => {} });
});

afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});

describe('the next versions of a version', () => {
  it('are those whose previous version it is, with any branches and frozen or deleted versions', async () => {
    const createdAt = '2026-01-01T00:00:00.000Z';
    const serviceId = newId();

    const pairs = await database.inOrg(orgId, async (tx) => {
      await insertOrganization(tx, { id: orgId, name: 'Branches', createdAt });
      await sql`insert into service (org_id, id, name, created_at) values (${orgId}, ${serviceId}, 'api', ${createdAt})`.execute(
        tx.db,
      );
      // Two at a time are created at the same moment.
      await sql`
        insert into service_version (org_id, id, service_id, name, created_at, git_branch, frozen_at, deleted_at)
        select ${orgId}, gen_random_uuid(), ${serviceId}, n::text, ${createdAt}::timestamptz + (n / 2) * interval '1 day',
          (array['main', 'other', null])[1 + n * 7 % 3 * (n % 4 + 1) % 3], case when n < 20 and n % 4 = 0 then now() end, case when n % 9 = 0 then now() end
        from generate_series(1, 60) n on conflict do nothing`.execute(tx.db);
      const { rows } = await sql<{ isPrevious: boolean; isBest: boolean }>`
        select coalesce(o.id = (${previousVersion(tx)}), false) as "isPrevious",
          not exists (${betterPreviousVersion(tx)}) as "isBest"
        from service_version o
        join service_version v on v.org_id = o.org_id and v.service_id = o.service_id
          and (v.created_at, v.id) > (o.created_at, o.id)
        where o.org_id = ${orgId} and o.deleted_at is null`.execute(tx.db);
      return rows;
    });

    expect(pairs.filter(({ isPrevious, isBest }) => isPrevious !== isBest)).toEqual([]);
    expect(pairs.filter(({ isPrevious }) => isPrevious)).toHaveLength(59);
  });
});
