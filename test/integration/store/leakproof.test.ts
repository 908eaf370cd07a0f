/**
 * Under row-level security, an index serves only leakproof comparisons; with any other, a statement reads all rows of the
 * organization. Every statement of an upload, its analysis and the lists of the API is planned twice: as it is, and as if every function were
 * leakproof. Both plans must use the same index conditions.
 */
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { createTenantFixture, waitForRest, type TenantFixture } from '../../support/tenant-fixture.ts';
import { startTestAssay, type TestAssay } from '../../support/test-assay.ts';
import { isOnCitus } from '../../support/test-database.ts';

interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** Lists of the API with their filters; names in braces stand for those of the fixture. */
const READS = [
  '/overview?since=2020-01-01T00:00:00Z',
  '/overview/change?since=2020-01-01T00:00:00Z',
  '/service?q=s&tag=t&state=failed&severity=critical&inactiveDays=1',
  '/finding',
  '/finding?severity=critical,high&kev=true&fixable=true&direct=true&band=P0&sort=package',
  '/finding?package=lodash&epssMin=0.5&class=malicious&relevance=not_relevant',
  '/finding?cve=CVE-2021-23337',
  '/finding?q=lodash',
  '/finding?state=resolved',
  '/finding/summary?q=lodash',
  '/finding/vulnerability',
  '/finding/vulnerability?q=lodash',
  '/finding/group?groupBy=fix',
  '/finding/group?groupBy=component&q=lodash',
  '/finding/{finding}',
  '/finding/{finding}/history',
  '/finding/{finding}/decision',
  '/finding/{finding}/comment',
  '/finding?assignee=none&firstSeenAfter=2020-01-01T00:00:00Z',
  '/finding?decisionExpiresBefore=2030-01-01T00:00:00Z',
  '/component?q=lodash&unchecked=true',
  '/component/{component}',
  '/vulnerability/CVE-2021-23337',
  '/search?q=lodash',
  '/search?q=CVE-2021',
  '/event?service={service}&type=finding.resolved',
  '/audit?q=token',
  '/organization/usage',
  '/service/{service}/version',
  '/service/{service}/finding?sort=firstSeen',
  '/service/{service}/history',
  '/service/{service}/history/age',
  '/service/{service}/cve/CVE-2021-23337/history',
  '/service/{service}/diff?base={version}&head={version}',
  '/service/{service}/profile',
  '/service/{service}/version/{version}/finding?newSince={version}',
  '/service/{service}/version/{version}/finding?asOf=2020-01-01T00:00:00Z',
  '/service/{service}/version/{version}/finding/group',
  '/service/{service}/version/{version}/finding/group?groupBy=component&component={component}',
  '/service/{service}/version/{version}/finding/group?groupBy=fix&fix=no_fix',
  '/service/{service}/version/{version}/component?q=lodash',
  '/service/{service}/version/{version}/sbom',
  '/service/{service}/version/{version}/analysis',
  '/service/{service}/version/{version}/gate',
  '/service/{service}/version/{version}/remediation',
  '/service/{service}/version/{version}/vex',
  '/sbom/{sbom}/component',
];

describe.skipIf(isOnCitus())('under row-level security', () => {
  let assay: TestAssay;
  let client: pg.Client;
  let plan: (statements: Iterable<Statement>, preparation?: string) => Promise<ReadonlyMap<string, readonly string[]>>;
  const statements = new Map<string, Statement>();
  const statuses = new Map<string, number>();

  beforeAll(async () => {
    const queries = pg.Client.prototype as { query: (...sent: unknown[]) => unknown };
    const sendQuery = queries.query;
    const spy = vi.spyOn(queries, 'query').mockImplementation(function (this: pg.Client, ...sent) {
      const statement = toStatement(sent);
      if (ABOUT_ROWS.test(statement.text)) statements.set(statement.text, statement);
      return sendQuery.apply(this, sent);
    });
    assay = await startTestAssay();
    const fixture = await createTenantFixture(assay, 'owner');
    const { id, token } = fixture.organization;
    await waitForRest(assay, fixture);
    for (const path of READS) {
      const { status } = await assay.request(`/api/v2${toAddress(path, fixture)}`, { token });
      statuses.set(path, status);
    }
    spy.mockRestore();
    const url = new URL(inject('postgresAdminUrl'));
    url.pathname = new URL(assay.databaseUrl).pathname;
    client = new pg.Client({ connectionString: url.href });
    await client.connect();
    const role = new URL(assay.databaseUrl).username;
    const limits = `set local role ${role}; set local assay.org_id = '${id}'; ${ONLY_INDEXES}`;
    plan = async (all, preparation = '') =>
      await listIndexConditions(client, all, `${LARGE_TABLES}; ${preparation}; ${limits}`);
  });
  afterAll(async () => {
    await client.end();
    await assay.stop();
  });

  it('no statement loses an index condition', async () => {
    const actual = await plan(statements.values());
    const ideal = await plan(statements.values(), ALL_LEAKPROOF);

    expect([...statuses]).toEqual(READS.map((path) => [path, 200]));
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

const ABOUT_ROWS = /^\s*(?:with|select|insert|update|delete)\b/iu;

function toStatement([first, second]: readonly unknown[]): Statement {
  const { text, values } = typeof first === 'string' ? { text: first, values: second } : (first as Statement);
  return { text, values: Array.isArray(values) ? values : [] };
}

function toAddress(path: string, { serviceName, versionName, findingId, componentId, sbomId }: TenantFixture): string {
  const ids = new Map([
    ['service', serviceName],
    ['version', versionName],
    ['finding', findingId],
    ['component', componentId],
    ['sbom', sbomId],
  ]);
  return path.replaceAll(/\{([a-z]+)\}/gu, (_, name: string) => ids.get(name) ?? '');
}

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
