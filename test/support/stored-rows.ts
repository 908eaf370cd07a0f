/**
 * Counts and hashes of the database content, to prove that a request left nothing behind or changed nothing. Tests are also
 * subject to row-level security, so each organization is read in its own transaction.
 */
import pg from 'pg';
import type { Database, OrgTx } from '../../src/store/database.ts';

export type RowCounts = Readonly<Record<string, number>>;

/**
 * Everything that an upload writes. Excludes rows that appear later by themselves: the end of an analysis that an earlier upload
 * requested, the plan that follows it, and scheduled jobs.
 */
const COUNTED: Readonly<Record<string, string>> = {
  service: 'select count(*) from service',
  service_version: 'select count(*) from service_version',
  version_name: 'select count(*) from version_name',
  sbom: 'select count(*) from sbom',
  blob: 'select count(*) from blob',
  blob_chunk: 'select count(*) from blob_chunk',
  analysis: 'select count(*) from analysis',
  audit_entry: 'select count(*) from audit_entry',
  event:
    "select count(*) from event where type not like 'analysis.%' and type not like 'advisories.%' and type not like 'remediation.%'",
  job: "select count(distinct data->>'versionId') from pgboss.job where data->>'orgId' = current_setting('assay.org_id')",
};

export async function countRows(database: Database): Promise<RowCounts> {
  const counts: Record<string, number> = {};
  const columns = Object.entries(COUNTED).map(([name, query]) => `(${query})::int as ${name}`);
  for (const orgId of await listOrganizationIds(database)) {
    const row = await database.inOrg(orgId, async (tx) => {
      const { rows } = await tx.client.query<Record<string, number>>(`select ${columns.join(', ')}`);
      return rows[0] ?? {};
    });
    for (const [name, count] of Object.entries(row)) counts[name] = (counts[name] ?? 0) + count;
  }
  return counts;
}

/** Returns one hash per table over all rows of the organization; equal hashes mean that nothing changed. */
export async function hashRows(database: Database, orgId: string): Promise<Readonly<Record<string, string>>> {
  return await database.inOrg(orgId, async (tx) => {
    const hashes: Record<string, string> = {};
    for (const table of await listTablesOfOrganizations(tx)) {
      const { rows } = await tx.client.query<{ hash: string }>(
        `select count(*) || ' rows, ' || coalesce(md5(string_agg(t::text, '|' order by t::text)), '') as hash
         from ${table} t where org_id = '${orgId}'`,
      );
      hashes[table] = rows[0]?.hash ?? '';
    }
    return hashes;
  });
}

/** Returns the text of all events and audit entries of all organizations. */
export async function readRecords(database: Database): Promise<string> {
  const texts: string[] = [];
  for (const orgId of await listOrganizationIds(database)) {
    const { rows } = await database.inOrg(
      orgId,
      async (tx) =>
        await tx.client.query<{ text: string }>(
          'select e::text as text from event e union all select a::text from audit_entry a',
        ),
    );
    texts.push(...rows.map(({ text }) => text));
  }
  return texts.join('\n');
}

async function listOrganizationIds(database: Database): Promise<string[]> {
  return await database.reference(async (tx) => {
    const { rows } = await tx.client.query<{ id: string }>('select id from organization');
    return rows.map(({ id }) => id);
  });
}

/** Includes tenant tables and directory tables. */
async function listTablesOfOrganizations(tx: OrgTx): Promise<string[]> {
  const { rows } = await tx.client.query<{ name: string }>(
    `select c.table_name as name from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
     where c.table_schema = 'public' and c.column_name = 'org_id' and t.table_type = 'BASE TABLE' order by 1`,
  );
  return rows.map(({ name }) => name);
}

/** Counts the rows of all Assay tables in all organizations. Excludes jobs: they are scheduled and finish by themselves. */
export async function countAllRows(databaseUrl: string): Promise<RowCounts> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows: tables } = await client.query<{ name: string }>(
      `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
       where table_type = 'BASE TABLE' and table_schema = 'public' order by 1`,
    );
    const counts: Record<string, number> = {};
    const { rows: organizations } = await client.query<{ id: string }>('select id from organization');
    for (const { id } of organizations) {
      // Tests are also subject to row-level security; tables without it are counted once per organization.
      await client.query(`select set_config('assay.org_id', $1, false)`, [id]);
      for (const { name } of tables) {
        const { rows } = await client.query<{ count: number }>(`select count(*)::int as count from ${name}`);
        counts[name] = (counts[name] ?? 0) + (rows[0]?.count ?? 0);
      }
    }
    return counts;
  } finally {
    await client.end();
  }
}
