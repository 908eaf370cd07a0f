/**
 * Under row-level security, an index serves only leakproof comparisons; with any other, a statement reads all rows of the
 * organization. Every statement of an upload, its analysis and the lists of the API is planned twice: as it is, and as if every function were
 * leakproof. Both plans must use the same index conditions.
 */
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { captureStatements, type Statement } from '../../support/sql/captured-statements.ts';
import type { TestAssay } from '../../support/test-assay.ts';
import { isOnCitus } from '../../support/test-database.ts';

describe.skipIf(isOnCitus())('under row-level security', () => {
  let assay: TestAssay;
  let client: pg.Client;
  let plan: (statements: Iterable<Statement>, preparation?: string) => Promise<ReadonlyMap<string, readonly string[]>>;
  let statements: readonly Statement[];
  let failed: readonly string[];

  beforeAll(async () => {
    let organizationId: string;
    ({ assay, organizationId, statements, failed } = await captureStatements());
    const url = new URL(inject('postgresAdminUrl'));
    url.pathname = new URL(assay.databaseUrl).pathname;
    client = new pg.Client({ connectionString: url.href });
    await client.connect();
    const role = new URL(assay.databaseUrl).username;
    const limits = `set local role ${role}; set local assay.org_id = '${organizationId}'; ${ONLY_INDEXES}`;
    plan = async (all, preparation = '') =>
      await listIndexConditions(client, all, `${LARGE_TABLES}; ${preparation}; ${limits}`);
  });
  afterAll(async () => {
    await client.end();
    await assay.stop();
  });

  it('no statement loses an index condition', async () => {
    const actual = await plan(statements);
    const ideal = await plan(statements, ALL_LEAKPROOF);

    expect(failed).toEqual([]);
    expect(actual.size).toBeGreaterThan(200);
    for (const [text, conditions] of ideal) expect([text, actual.get(text)]).toEqual([text, conditions]);
  });

  it('a comparison with a function of another column does, so this test would notice', async () => {
    const text = `select 1 from jsonb_to_recordset('[]') e(hash text)
      join version_finding v on v.place_sha256 = decode(e.hash, 'hex')`;

    const conditionsOf = async (preparation?: string): Promise<string> =>
      String((await plan([{ text, values: [] }], preparation)).get(text));
    expect(await conditionsOf()).not.toContain('place_sha256 =');
    expect(await conditionsOf(ALL_LEAKPROOF)).toContain('place_sha256 =');
  });
});

/** These are rolled back after planning. */
const ALL_LEAKPROOF = 'update pg_proc set proleakproof = true where not proleakproof';
const LARGE_TABLES = `delete from pg_statistic;
  update pg_class set relpages = 1, reltuples = 1000000 where relkind = 'r' and relnamespace = 'public'::regnamespace`;
/** Methods that would use fewer index conditions than there could be. */
const ONLY_INDEXES = ['seqscan', 'bitmapscan', 'hashjoin', 'mergejoin']
  .map((method) => `set local enable_${method} = off`)
  .join('; ');

/** Returns the index conditions in the plan of each statement, sorted. */
async function listIndexConditions(
  client: pg.Client,
  statements: Iterable<Statement>,
  preparation: string,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const found = new Map<string, readonly string[]>();
  await client.query(`begin; ${preparation}`);
  try {
    for (const { text, values } of statements) {
      const explained = { text: `explain (format json) ${text}`, values: [...values] };
      const { rows } = await client.query<{ 'QUERY PLAN': readonly Explained[] }>(explained);
      found.set(text, (rows[0]?.['QUERY PLAN'] ?? []).flatMap((each) => conditionsOf(each.Plan)).toSorted());
    }
    return found;
  } finally {
    await client.query('rollback');
  }
}

interface Explained {
  readonly Plan: PlanNode;
}

interface PlanNode {
  readonly 'Index Name'?: string;
  readonly 'Index Cond'?: string;
  readonly Plans?: readonly PlanNode[];
}

function conditionsOf({ 'Index Name': index, 'Index Cond': condition, Plans = [] }: PlanNode): string[] {
  const inner = Plans.flatMap(conditionsOf);
  return condition === undefined ? inner : [`${index}: ${condition}`, ...inner];
}
