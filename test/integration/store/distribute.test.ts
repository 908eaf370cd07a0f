import { readdir, readFile } from 'node:fs/promises';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { expect, inject, it, onTestFinished } from 'vitest';
import { distribute } from '../../../src/store/distribute.ts';
import { migrate } from '../../../src/store/migrate.ts';
import { newId } from '../../../src/store/new-id.ts';
import { listWrongCoverages, listWrongFacets, listWrongOpenFindingCounts } from '../../support/newest-findings.ts';
import { aDatabase, anEmptyCluster } from '../../support/test-database.ts';

const isCluster = inject('postgresNodeUrls').length > 1;

it.skipIf(isCluster)('refuses to distribute the tables of a database without Citus', async () => {
  await expect(migrate(await aDatabase(), { citus: true })).rejects.toMatchObject({ code: 'CITUS_NOT_READY' });
});

it.runIf(isCluster)(
  'keeps an organization together, copies shared tables to every node, and leaves the queue',
  async () => {
    const url = await aDatabase();
    await migrate(url);
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    onTestFinished(async () => await client.end());
    const { rows } = await client.query<{ name: string; place: string | null; group: number; isProtected: boolean }>(`
    select c.relname as name, p.partmethod as place, p.colocationid as "group", c.relforcerowsecurity as "isProtected"
    from pg_class c left join pg_dist_partition p on p.logicalrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relpersistence = 'p'
      and c.relname !~ '^kysely|_[0-9]{6}$' order by c.relname`);
    const distributed = rows.filter(({ place }) => place === 'h');
    expect(new Set(distributed.map(({ group }) => group)).size).toBe(1);
    expect(distributed.filter(({ isProtected }) => !isProtected)).toEqual([]);
    expect(rows.filter(({ place, isProtected }) => place === 'n' && isProtected)).toEqual([]);
    const local = rows.filter(({ place }) => place === null).map(({ name }) => name);
    expect(local).toEqual(['queue_clock', 'queue_turn', 'webhook_due']);
  },
);

const MIGRATIONS = new URL('../../../src/store/migrations/', import.meta.url);
/** Added a table, columns of distributed and shared tables, and rows made from those of all organizations. */
const FIRST_LATER_MIGRATION = '0085';

it.runIf(isCluster)('applies later migrations to distributed tables with rows of several organizations', async () => {
  const url = await anEmptyCluster();
  await distributeOlder(url);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  onTestFinished(async () => await client.end());
  const organizations = Array.from({ length: 4 }, () => newId());
  for (const id of organizations) await insertPublished(client, id);

  const { applied } = await migrate(url);

  expect(applied.length).toBeGreaterThan(0);
  expect((await migrate(url)).applied).toEqual([]);
  const { rows: loose } = await client.query(`
    select relname from pg_class where relnamespace = 'public'::regnamespace and relforcerowsecurity
      and oid not in (select logicalrelid from pg_dist_partition where partmethod = 'h')`);
  expect(loose).toEqual([{ relname: 'queue_turn' }]);
  for (const id of organizations) {
    const query = async <Row extends object>(statement: string): Promise<Row[]> => {
      await client.query(`begin; set local assay.org_id = '${id}'`);
      const { rows } = await client.query<Row>(statement);
      await client.query('commit');
      return rows;
    };
    expect(await query('select "P1", high, exploited, hidden, risk from open_finding_count')).toEqual([
      { P1: 2, high: 2, exploited: 2, hidden: 1, risk: 25 },
    ]);
    expect(await query(`select listed_coverage from service`)).toEqual([{ listed_coverage: { components: 2 } }]);
    expect(await listWrongOpenFindingCounts({ query })).toEqual([]);
    expect(await listWrongFacets({ query })).toEqual([]);
    expect(await listWrongCoverages({ query })).toEqual([]);
  }
});

/** Distributes the tables of a version without the later migrations. */
async function distributeOlder(url: string): Promise<void> {
  const pool = new pg.Pool({ connectionString: url, max: 1 });
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  await pool.query('create table kysely_migration (name varchar(255) primary key, timestamp varchar(255) not null)');
  for (const file of (await readdir(MIGRATIONS)).toSorted()) {
    if (file >= FIRST_LATER_MIGRATION || !file.endsWith('.sql')) continue;
    await pool.query(await readFile(new URL(file, MIGRATIONS), 'utf8'));
    await pool.query(`insert into kysely_migration values ($1, '')`, [file.slice(0, -'.sql'.length)]);
  }
  await distribute(db);
  await db.destroy();
}

/** Inserts a published version with three findings, one of them not relevant. */
async function insertPublished(client: pg.Client, orgId: string): Promise<void> {
  await client.query(`insert into organization (id, name, created_at) values ($1, 'An organization', now())`, [orgId]);
  await client.query(`begin; set local assay.org_id = '${orgId}'`);
  const insert = async (table: string, columns: string, values: string): Promise<unknown> =>
    await client.query(`insert into ${table} (org_id, ${columns}) values ('${orgId}', ${values})`);
  const [service, version] = [newId(), newId()];
  await insert('service', 'id, name, created_at, listed_version_id', `'${service}', 's', now(), '${version}'`);
  await insert('service_version', 'id, service_id, name, created_at', `'${version}', '${service}', '1', now()`);
  await insert(
    'analysis',
    'id, version_id, trigger, status, stages, engine_version, created_at, coverage',
    `'${newId()}', '${version}', 'upload', 'completed', '[]', '1', now(), '{"components": 2}'`,
  );
  for (const [n, relevance] of ['relevant', 'deprioritized', 'not_relevant'].entries()) {
    const [component, finding] = [newId(), newId()];
    await insert(
      'finding',
      'id, service_id, key_sha256, fingerprint, package, group_id, first_seen_at, first_seen_version_id',
      `'${finding}', '${service}', '\\x0${n}', '\\x0${n}', 'p', 'CVE-${n}', now(), '${version}'`,
    );
    const columns = `finding_id, component_id, group_id, class, severity_rank, package_name, relevance, has_fix, risk, band,
      suggested, codes, kev, first_seen_at`;
    const values = `'${finding}', '${component}', 'CVE-${n}', 'vulnerability', 4, 'p', '${relevance}', true, 12.5, 'P1', false,
      '{}', true, '2026-01-01'`;
    await insert('newest_finding', `service_id, ${columns}`, `'${service}', ${values}`);
  }
  await client.query('commit');
}
