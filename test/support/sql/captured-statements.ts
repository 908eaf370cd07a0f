/** The statements of an upload, its analysis and the lists of the API, as they are sent to the database, for tests of their plans. */
import pg from 'pg';
import { vi } from 'vitest';
import { createTenantFixture, waitForRest, type TenantFixture } from '../tenant-fixture.ts';
import { startTestAssay, type TestAssay } from '../test-assay.ts';

export interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}

interface CapturedStatements {
  readonly assay: TestAssay;
  readonly organizationId: string;
  readonly statements: readonly Statement[];
  /** Of the requests whose status was not 200. */
  readonly failed: readonly string[];
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

/** Starts an Assay, which the caller stops. */
export async function captureStatements(): Promise<CapturedStatements> {
  const queries = pg.Client.prototype as { query: (...sent: unknown[]) => unknown };
  const sendQuery = queries.query;
  const statements = new Map<string, Statement>();
  const spy = vi.spyOn(queries, 'query').mockImplementation(function (this: pg.Client, ...sent) {
    const statement = toStatement(sent);
    if (ABOUT_ROWS.test(statement.text)) statements.set(statement.text, statement);
    return sendQuery.apply(this, sent);
  });
  try {
    const assay = await startTestAssay();
    const fixture = await createTenantFixture(assay, 'owner');
    const { id, token } = fixture.organization;
    await waitForRest(assay, fixture);
    const failed: string[] = [];
    for (const path of READS) {
      const { status } = await assay.request(`/api/v2${toAddress(path, fixture)}`, { token });
      if (status !== 200) failed.push(`${path}: ${status}`);
    }
    return { assay, organizationId: id, statements: [...statements.values()], failed };
  } finally {
    spy.mockRestore();
  }
}

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
