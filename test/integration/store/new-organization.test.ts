/**
 * For an organization that is not in the database statistics yet, queries read each row a few times, not once for every other
 * row.
 */
import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase, type Database, type OrgTx } from '../../../src/store/database.ts';
import { hasChangedSince, listOutdatedVersions } from '../../../src/store/findings/publication/outdated-versions.ts';
import { listComponentsById, listStaleComponents } from '../../../src/store/portfolio/components/component-matches.ts';
import { saveComponents } from '../../../src/store/portfolio/components/components.ts';
import { listPositionedComponents } from '../../../src/store/remediation/plan-inputs.ts';
import { newOrganization } from '../../support/test-assay.ts';
import { createTestDatabase, skipOnCitus, type TestDatabase } from '../../support/test-database.ts';

const COMPONENTS = 6_000;
const TABLES = ['component', 'component_chunk', 'component_set_chunk', 'component_key', 'component_memo'];
const SET = Buffer.alloc(32, 1);

let testDatabase: TestDatabase;
let database: Database;
let orgId: string;
beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = openDatabase({
    url: testDatabase.url,
    connectionsMax: 2,
    statementTimeoutMs: 30_000,
    remembersStatements: 'all',
    onIdleError: () => {},
  });
  const known = await newOrganization(database);
  await database.inOrg(known.id, async (tx) => await addComponents(tx, COMPONENTS / 10));
  await database.reference(async ({ client }) => {
    await client.query(`insert into release_state (family, release, loaded, comprehensive, revision)
      select 'debian', n::text, true, true, 1 from generate_series(1, 30) n`);
    for (const table of TABLES) await client.query(`analyze ${table}`);
  });
  // Often enough for the database to cache the plan that suits few components.
  for (let time = 0; time < 12; time += 1) {
    await database.inOrg(known.id, async (tx) => {
      await listStaleComponents(tx, SET, { engineVersion: 'newer engine', from: 0, count: COMPONENTS });
    });
  }
  const unknown = await newOrganization(database);
  orgId = unknown.id;
  await database.inOrg(orgId, async (tx) => await addComponents(tx, COMPONENTS));
});
afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});

async function addComponents({ client, orgId }: OrgTx, count: number): Promise<void> {
  await client.query(`
    insert into service (org_id, id, name, created_at) values ('${orgId}', '${orgId}', 'service', now());
    insert into service_version (org_id, id, service_id, name, created_at, watched)
      values ('${orgId}', '${orgId}', '${orgId}', '1', now(), true);
    insert into sbom (org_id, id, version_id, slot, sha256, set_sha256, size_bytes, format, spec_version, status, component_count,
        file_count, edge_count, created_at, created_by, raw_removed_at)
      values ('${orgId}', '${orgId}', '${orgId}', '', '\\x00', '\\x${SET.toString('hex')}', 1, 'cyclonedx', '1.6', 'analyzed',
        ${count}, 0, 0, now(), 'test', now());
    insert into component (org_id, id, component_sha256, name, unversioned, package)
      select '${orgId}', uuid_in(md5('${orgId}' || n)::cstring), sha256(n::text::bytea), 'name-' || n, 'name', '{}'
      from generate_series(1, ${count}) n on conflict do nothing;
    insert into component_chunk (org_id, sha256, position, component_id, scope, type)
      select '${orgId}', sha256((n / 8)::text::bytea), n % 8, uuid_in(md5('${orgId}' || n + 1)::cstring), 'required', 'library'
      from generate_series(0, ${count} - 1) n on conflict do nothing;
    insert into component_set_chunk (org_id, set_sha256, start, chunk_sha256)
      select '${orgId}', '\\x${SET.toString('hex')}', n * 8, sha256(n::text::bytea)
      from generate_series(0, (${count} - 1) / 8) n on conflict do nothing;
    insert into component_key (org_id, package_key, component_id)
      select org_id, e'npm\\x1f\\x1fname-' || id, id from component where org_id = '${orgId}' on conflict do nothing;
    insert into component_memo (org_id, component_id, evaluated_snapshot, engine_version)
      select '${orgId}', id, 1, 'engine' from component where org_id = '${orgId}' on conflict do nothing`);
}

/** Counts the rows that the transaction has read so far. */
async function countRead({ client }: OrgTx): Promise<number> {
  const { rows } = await client.query<{ read: string }>(
    'select sum(idx_tup_fetch + seq_tup_read) as read from pg_stat_xact_user_tables where relname = any($1)',
    [TABLES],
  );
  return Number(rows[0]?.read);
}

const ROWS_ARE_READ_BY_WORKERS = 'The coordinator does not count the rows that a worker reads.';

describe('an organization whose first documents were just parsed', () => {
  it('has the stored results of its components looked up in one pass', async (context) => {
    skipOnCitus(context, ROWS_ARE_READ_BY_WORKERS);
    // Often enough for the database to cache the plan.
    const times = 12;

    const read = await database.inOrg(orgId, async (tx) => {
      for (let time = 0; time < times; time += 1) {
        const window = await listStaleComponents(tx, SET, { engineVersion: 'engine', from: 0, count: 2_000 });
        expect(window).toEqual({ ids: [], count: 2_000, isLast: false });
      }
      return await countRead(tx);
    });

    expect(read / times).toBeLessThanOrEqual(COMPONENTS * 10);
  });

  it('has the components at some positions looked up one by one', async (context) => {
    skipOnCitus(context, ROWS_ARE_READ_BY_WORKERS);
    const places = Array.from({ length: 200 }, (_, n) => ({ set: SET.toString('hex'), position: 7 * n }));
    const times = 12;

    const read = await database.inOrg(orgId, async (tx) => {
      const before = await countRead(tx);
      for (let time = 0; time < times; time += 1) {
        expect(await listPositionedComponents(tx, places)).toHaveLength(places.length);
      }
      return (await countRead(tx)) - before;
    });

    expect(read / times).toBeLessThanOrEqual(places.length * 10);
  });

  it('has the packages of its components read in one pass before they are matched', async (context) => {
    skipOnCitus(context, ROWS_ARE_READ_BY_WORKERS);
    const read = await database.inOrg(orgId, async (tx) => {
      const before = await countRead(tx);
      const { ids } = await listStaleComponents(tx, SET, { engineVersion: 'newer engine', from: 0, count: 2_000 });
      expect(await listComponentsById(tx, ids)).toHaveLength(2_000);
      return (await countRead(tx)) - before;
    });

    expect(read).toBeLessThanOrEqual(COMPONENTS * 10);
  });

  it('has only the components of a new build looked up, not all that it has', async (context) => {
    skipOnCitus(context, ROWS_ARE_READ_BY_WORKERS);
    const members = Array.from({ length: 200 }, (_, position) => ({
      sha256: createHash('sha256')
        .update(`${position + 1}`)
        .digest('hex'),
      not_checked: null,
      position,
      scope: 'required',
      direct: null,
      type: 'library',
      purl: null,
    }));
    const chunk = {
      sha256: SET.toString('hex'),
      start: 0,
      components: members.map((member) => JSON.stringify(member)),
      members: JSON.stringify(members),
    };

    const read = await database.inOrg(orgId, async (tx) => {
      // The counts include transactions that the connection has not reported yet.
      const before = await countRead(tx);
      await saveComponents(tx, Buffer.alloc(32, 2), [chunk], randomUUID);
      return (await countRead(tx)) - before;
    });

    expect(read).toBeLessThanOrEqual(members.length * 5);
  });

  it('has its components looked up once for each release whose state has changed', async (context) => {
    skipOnCitus(context, ROWS_ARE_READ_BY_WORKERS);
    const read = await database.inOrg(orgId, async (tx) => {
      expect(await listOutdatedVersions(tx, 0, { after: undefined, limit: 10 })).toEqual([]);
      expect(await hasChangedSince(tx, orgId, 0)).toBe(false);
      return await countRead(tx);
    });

    expect(read).toBeLessThanOrEqual(COMPONENTS * 30 * 10);
  });
});
