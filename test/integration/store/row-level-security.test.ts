/**
 * The second barrier between organizations. A statement without an organization filter reads and writes no row of another
 * organization, and a transaction without an organization fails. New tables are found in the catalog; a table without rows in the
 * fixture also fails these tests, because nothing would be proven about it.
 */
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTenantFixture, waitForRest, type TenantFixture } from '../../support/tenant-fixture.ts';
import { insertOpinionRows } from '../../support/opinion-rows.ts';
import {
  listForeignKeys,
  listIndexes,
  listPolicies,
  listTablesWithOrganization,
  type ForeignKey,
  type TableIndex,
} from '../../support/tenant-schema.ts';
import { recordUnusedSets } from '../../../src/store/portfolio/components/unused-components.ts';
import { startTestAssay, type TestAssay } from '../../support/test-assay.ts';
import { isOnCitus } from '../../support/test-database.ts';

/** Read before the organization is known. They reference an organization and contain none of its data. */
const DIRECTORY = [
  'invitation_directory',
  'membership',
  'organization',
  'password_reset',
  'session',
  'token_directory',
  'webhook_due',
];
const OWN_ROWS = "org_id = (current_setting('assay.org_id'::text))::uuid";

let assay: TestAssay;
let client: pg.Client;
let owner: TenantFixture;
let other: TenantFixture;
let tenantTables: string[];
let writableColumns: ReadonlyMap<string, string>;

beforeAll(async () => {
  assay = await startTestAssay();
  owner = await createTenantFixture(assay, 'owner');
  other = await createTenantFixture(assay, 'other');
  await assay.request('/api/v2/organization', {
    method: 'PATCH',
    token: owner.organization.token,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ autoCreateServices: false }),
  });
  await waitForRest(assay, owner);
  const { id, token } = owner.organization;
  // The first read of events creates their clock.
  await assay.request('/api/v2/event', { token });
  // A set is recorded as unused only while a document is parsed, and after its last document was removed.
  const since = new Date().toISOString();
  await assay.database.inOrg(id, async (tx) => await recordUnusedSets(tx, [Buffer.alloc(32)], since));
  await assay.database.inOrg(id, async (tx) => await insertOpinionRows(tx, owner));
  client = await connect();
  tenantTables = (await listTablesWithOrganization(client)).filter((table) => !DIRECTORY.includes(table));
  const { rows } = await client.query<{ name: string; columns: string }>(
    `select table_name as name, string_agg(quote_ident(column_name), ', ') as columns from information_schema.columns
     where table_schema = 'public' and is_generated = 'NEVER' group by 1`,
  );
  writableColumns = new Map(rows.map(({ name, columns }) => [name, columns]));
});
afterAll(async () => {
  await client.end();
  await assay.stop();
});

async function connect(): Promise<pg.Client> {
  const fresh = new pg.Client({ connectionString: assay.databaseUrl });
  await fresh.connect();
  return fresh;
}

/** Runs the statement in a transaction that is rolled back; without an organization when none is given. */
async function attempt(on: pg.Client, orgId: string | undefined, statement: string, values: unknown[] = []) {
  await on.query('begin');
  try {
    if (orgId !== undefined) await on.query(`set local assay.org_id = '${orgId}'`);
    return await on.query<Record<string, unknown>>(statement, values);
  } finally {
    await on.query('rollback');
  }
}

describe('the policies', () => {
  it('exist on every table that belongs to organizations, and on no other', async () => {
    const policies = await listPolicies(client);

    expect(tenantTables.length).toBeGreaterThan(8);
    expect(policies.map(({ tableName }) => tableName)).toEqual(tenantTables);
  });

  it('apply to reading and writing, also for the owner of the tables', async () => {
    const policies = await listPolicies(client);

    const rules = policies.map(({ command, using, enabled, forced }) => ({ command, using, enabled, forced }));
    expect(rules).toEqual(
      tenantTables.map(() => ({ command: 'ALL', using: `(${OWN_ROWS})`, enabled: true, forced: true })),
    );
  });
});

/** Statements need a row to work with; an insert copies one of the owner's. */
const STATEMENTS = {
  select: (table: string) => `select * from ${table}`,
  insert: (table: string) =>
    `insert into ${table} (${columnsOf(table)}) select ${columnsOf(table)} from jsonb_populate_record(null::${table}, $1)
     on conflict do nothing`,
  update: (table: string) => `update ${table} set org_id = org_id`,
  delete: (table: string) => `delete from ${table}`,
} as const;
const KINDS = Object.keys(STATEMENTS) as (keyof typeof STATEMENTS)[];

/** Excludes generated columns. */
function columnsOf(table: string): string {
  return writableColumns.get(table) ?? '*';
}

async function rowOfOwner(table: string): Promise<Record<string, unknown>> {
  const { rows } = await attempt(client, owner.organization.id, `select to_jsonb(t) as row from ${table} t limit 1`);
  const row = rows[0]?.['row'];
  if (row === undefined) throw new Error(`The fixture has no row in ${table}: add one, or nothing is proven about it.`);
  return row as Record<string, unknown>;
}

async function outcomeOf(on: pg.Client, orgId: string | undefined, kind: keyof typeof STATEMENTS, table: string) {
  const values = kind === 'insert' ? [await rowOfOwner(table)] : [];
  // Rows of the caller itself do not matter here.
  const narrowed = kind === 'insert' || orgId === undefined ? '' : ` where org_id <> '${orgId}'`;
  try {
    const { rowCount } = await attempt(on, orgId, STATEMENTS[kind](table) + narrowed, values);
    return `${rowCount} rows`;
  } catch (error) {
    return error instanceof pg.DatabaseError ? `error ${error.code}` : String(error);
  }
}

async function outcomes(on: pg.Client, orgId: string | undefined): Promise<Record<string, string>> {
  const all: Record<string, string> = {};
  for (const table of tenantTables)
    for (const kind of KINDS) all[`${kind} ${table}`] = await outcomeOf(on, orgId, kind, table);
  return all;
}

function expectedOf(outcome: (kind: keyof typeof STATEMENTS) => string): Record<string, string> {
  return Object.fromEntries(tenantTables.flatMap((table) => KINDS.map((kind) => [`${kind} ${table}`, outcome(kind)])));
}

const INSUFFICIENT_PRIVILEGE = 'error 42501';
const UNDEFINED_PARAMETER = 'error 42704';
const INVALID_UUID = 'error 22P02';

describe('the rows of an organization', () => {
  it('are visible to itself', async () => {
    for (const table of tenantTables) expect(await rowOfOwner(table)).toMatchObject({ org_id: owner.organization.id });
  });

  it('are inaccessible to another organization, on a fresh and on a used connection', async () => {
    const fresh = await connect();
    const used = await connect();
    await attempt(used, owner.organization.id, 'select 1 from service');

    const nothing = expectedOf((kind) => (kind === 'insert' ? INSUFFICIENT_PRIVILEGE : '0 rows'));
    expect(await outcomes(fresh, other.organization.id)).toEqual(nothing);
    expect(await outcomes(used, other.organization.id)).toEqual(nothing);
    await Promise.all([fresh.end(), used.end()]);
  });

  it('would be accessible if a policy were missing', async () => {
    const openDoor = 'alter table service disable row level security';
    await client.query('begin');
    await client.query(openDoor);
    await client.query(`set local assay.org_id = '${other.organization.id}'`);

    const { rowCount } = await client.query(`select * from service where org_id = '${owner.organization.id}'`);

    await client.query('rollback');
    expect(rowCount).toBe(1);
  });

  it('cause an error without an organization, on a fresh and on a used connection', async () => {
    const fresh = await connect();
    const used = await connect();
    await attempt(used, owner.organization.id, 'select 1 from service');

    expect(await outcomes(fresh, undefined)).toEqual(expectedOf(() => UNDEFINED_PARAMETER));
    // Once it was set, the parameter stays defined on the connection, and is empty. Workers of Citus have connections of their own.
    const expected = isOnCitus() ? [INVALID_UUID, UNDEFINED_PARAMETER] : [INVALID_UUID];
    for (const outcome of Object.values(await outcomes(used, undefined))) expect(expected).toContain(outcome);
    await Promise.all([fresh.end(), used.end()]);
  });
});

describe('the foreign keys', () => {
  it('lead from every table to its organization, so that no row can be written after its deletion', async () => {
    const keys = await listForeignKeys(client);
    const leading = new Set(['organization']);
    for (const _ of tenantTables) for (const key of keys) if (leading.has(key.toTable)) leading.add(key.fromTable);

    // Rows about components are only written while components are locked, which the deletion waits for, and new components with a
    // row that has a key. On Citus, a table on the coordinator has no foreign keys.
    expect(tenantTables.filter((table) => !leading.has(table))).toEqual([
      'component',
      'component_chunk',
      'component_key',
      'component_match',
      'component_memo',
      'component_set_chunk',
      ...(isOnCitus() ? ['queue_turn'] : []),
    ]);
  });
});

/** Returns true if the first columns of the index are those of the key, in any order. */
function isCovered({ fromTable, columns }: ForeignKey, indexes: readonly TableIndex[]): boolean {
  const wanted = columns.toSorted().join();
  return indexes.some(
    (index) =>
      index.tableName === fromTable &&
      !index.isPartial &&
      index.columns.slice(0, columns.length).toSorted().join() === wanted,
  );
}

describe('the keys', () => {
  it('have an index each if they are foreign', async () => {
    const [keys, indexes] = [await listForeignKeys(client), await listIndexes(client)];

    expect(keys.length).toBeGreaterThan(10);
    expect(
      keys.filter((key) => !isCovered(key, indexes)).map(({ fromTable, name }) => `${fromTable}: ${name}`),
    ).toEqual([]);
  });

  it('never lead from another table into those of an organization', async () => {
    const keys = await listForeignKeys(client);

    const inward = keys.filter(
      ({ fromTable, toTable }) => tenantTables.includes(toTable) && !tenantTables.includes(fromTable),
    );
    expect(inward).toEqual([]);
  });

  it('of tenant tables begin with the organization', async () => {
    const [keys, indexes] = [await listForeignKeys(client), await listIndexes(client)];
    const unique = indexes.filter(({ isUnique, tableName }) => isUnique && tenantTables.includes(tableName));
    const foreign = keys.filter(({ toTable }) => tenantTables.includes(toTable));

    expect([...unique, ...foreign].filter(({ columns }) => columns[0] !== 'org_id')).toEqual([]);
  });
});
