/**
 * Measures every list of the API, at its start and deep inside, and the overview, in an organization with 2,000 services, 100,000
 * versions and ten million findings: complete requests, and the size of the database.
 */
import { fillOrganization, listRecords, type OrganizationSize } from './fill-organization.ts';
import { followPages, measurePath } from './measure-requests.ts';
import { withAdvisoryServer, type MeasuredServer } from './measured-server.ts';
import { GIB, inMs, judge, type BenchmarkOptions, type Table } from './report.ts';
import { DAY_MS } from '../src/core/calendar.ts';

const SIZE: OrganizationSize = { originals: 40, builds: 5, services: 2_000, versions: 50 };
const QUICK: OrganizationSize = { originals: 2, builds: 2, services: 20, versions: 5 };
const LIST_MS_MAX = 100;
const OVERVIEW_MS_MAX = 300;
const PAGES_DEEP = 20;

interface Requests {
  readonly list: string;
  readonly path: string;
  /** Parameters of further requests for the same list. */
  readonly filters?: readonly string[];
  readonly p50MsMax?: number;
  /** Whether pages deep inside are measured, by their cursor or offset. */
  readonly isDeep?: boolean;
}

export async function measureOrganization({ quick, print, quiet }: BenchmarkOptions): Promise<readonly Table[]> {
  const size = quick ? QUICK : SIZE;
  return await withAdvisoryServer(listRecords(size), async (server) => {
    const start = performance.now();
    await fillOrganization(server, size);
    const filled = await countRows(server);
    print(
      `${filled.versions} versions and ${filled.findings} findings written in ${Math.round((performance.now() - start) / 1000)} s`,
    );
    const rows: string[][] = [];
    for (const requests of await listRequests(server, size)) {
      const busy = await quiet();
      for (const { what, path, p50MsMax } of await toPaths(server, requests, quick)) {
        const { p50Ms, p95Ms, serverMs, databaseMs, failed } = await measurePath(server, path, quick);
        const target = failed === '' ? judge(p50Ms <= p50MsMax, `p50 <= ${p50MsMax} ms`) : `FAILED: ${failed}`;
        const cells = [...[p50Ms, p95Ms, serverMs, databaseMs].map(inMs), target, busy];
        print(`${requests.list}, ${what}: ${cells.join(', ')}`);
        rows.push([requests.list, what, ...cells]);
      }
    }
    return [
      {
        title: `Lists of an organization with ${COUNT.format(filled.versions)} versions and ${COUNT.format(filled.findings)} findings`,
        notes: [
          `${COUNT.format(filled.services)} services. The database has ${(filled.bytes / GIB).toFixed(1)} GiB, ${COUNT.format(Math.round(filled.bytes / filled.findings))} bytes per finding.`,
          `${size.originals} services were uploaded with ${size.builds} builds of 1,000 components each, and their rows copied.`,
          'Complete requests, one client; CPU time of the server and of the database per request.',
        ],
        columns: ['list', 'request', 'p50', 'p95', 'server', 'database', 'target', 'load before'],
        rows,
      },
    ];
  });
}

const COUNT = new Intl.NumberFormat('en-US');

interface Counts {
  readonly services: number;
  readonly versions: number;
  readonly findings: number;
  readonly bytes: number;
}

async function countRows({ installation }: MeasuredServer): Promise<Counts> {
  const [row] = await installation.ask<{ [Name in keyof Counts]: string }>(
    `select (select count(*) from service) as services, (select count(*) from service_version) as versions,
       (select count(*) from version_finding) as findings, pg_database_size(current_database()) as bytes`,
  );
  const { services = 0, versions = 0, findings = 0, bytes = 0 } = row ?? {};
  return { services: Number(services), versions: Number(versions), findings: Number(findings), bytes: Number(bytes) };
}

interface Place {
  readonly component: string;
  readonly sbom: string;
  readonly finding: string;
  /** A vulnerability of all services, and one of a few. */
  readonly common: string;
  readonly rare: string;
}

/** Every list of the API and every request of the portal's pages, in the middle of the organization. */
async function listRequests(
  server: MeasuredServer,
  { services, versions }: OrganizationSize,
): Promise<readonly Requests[]> {
  const service = `/service/service-${Math.floor(services / 2)}`;
  const version = `${service}/version/1.${versions}`;
  const { component, sbom, finding, common, rare } = await findPlace(server, services, versions);
  const yesterday = new Date(Date.now() - DAY_MS).toISOString();
  const lastMonth = new Date(Date.now() - 30 * DAY_MS).toISOString();
  return [
    { list: 'overview', path: '/overview', p50MsMax: OVERVIEW_MS_MAX },
    { list: 'overview, changes of a day', path: `/overview?since=${yesterday}`, p50MsMax: OVERVIEW_MS_MAX },
    { list: 'overview, changes of a month', path: `/overview?since=${lastMonth}`, p50MsMax: OVERVIEW_MS_MAX },
    { list: 'changes', path: `/overview/change?since=${lastMonth}`, filters: ['kind=resolved'], isDeep: true },
    { list: 'services', path: '/service?limit=100', filters: SERVICE_FILTERS, isDeep: true },
    { list: 'versions', path: `${service}/version?limit=100` },
    { list: 'service', path: service },
    { list: 'version', path: version },
    { list: 'findings', path: '/finding?limit=100', filters: [...FINDING_FILTERS, ...PORTFOLIO_FILTERS], isDeep: true },
    { list: 'finding counts', path: '/finding/summary', filters: FINDING_FILTERS },
    {
      list: 'findings by vulnerability',
      path: '/finding/vulnerability?limit=50',
      filters: FINDING_FILTERS,
      isDeep: true,
    },
    { list: 'findings by fix', path: '/finding/group?groupBy=fix&limit=50', filters: FINDING_FILTERS, isDeep: true },
    {
      list: 'findings by component',
      path: '/finding/group?groupBy=component&limit=50',
      filters: FINDING_FILTERS,
      isDeep: true,
    },
    { list: 'findings of a service', path: `${service}/finding?limit=100`, filters: [...SORTS, 'severity=critical'] },
    { list: 'finding counts of a service', path: `${service}/finding/summary` },
    {
      list: 'findings of a version',
      path: `${version}/finding?limit=100`,
      filters: [...SORTS, ...FINDING_FILTERS, 'newSince=1.1', `asOf=${lastMonth}`],
    },
    { list: 'finding counts of a version', path: `${version}/finding/summary`, filters: ['newSince=1.1'] },
    { list: 'a finding', path: `/finding/${finding}` },
    { list: 'history of a finding', path: `/finding/${finding}/history` },
    { list: 'decisions of a finding', path: `/finding/${finding}/decision` },
    { list: 'components', path: '/component?limit=200', filters: COMPONENT_FILTERS, isDeep: true },
    { list: 'uses of a component', path: `/component/${component}` },
    { list: 'components of a version', path: `${version}/component?limit=200`, filters: ['q=own', 'unchecked=true'] },
    { list: 'a component of a version', path: `${version}/component/${component}` },
    { list: 'documents of a version', path: `${version}/sbom` },
    { list: 'components of a document', path: `/sbom/${sbom}/component?limit=200`, isDeep: true },
    { list: 'analyses of a version', path: `${version}/analysis` },
    { list: 'vulnerabilities', path: '/vulnerability?limit=100&q=CVE-20', isDeep: true },
    { list: 'a vulnerability of all services', path: `/vulnerability/${common}` },
    { list: 'a vulnerability of some services', path: `/vulnerability/${rare}` },
    { list: 'history of a vulnerability', path: `${service}/cve/${common}/history?limit=100` },
    { list: 'history of a service', path: `${service}/history`, filters: [`from=${lastMonth.slice(0, 10)}`] },
    { list: 'finding ages', path: `${service}/history/age` },
    { list: 'comparison of versions', path: `${service}/diff?base=1.1&head=1.${versions}` },
    { list: 'gate', path: `${version}/gate` },
    { list: 'plan', path: `${version}/remediation?limit=50` },
    { list: 'VEX of a version', path: `${version}/vex` },
    { list: 'profiles', path: `${service}/profile` },
    { list: 'search for a service', path: '/search?q=service-19' },
    { list: 'search for a version', path: '/search?q=1.4' },
    { list: 'search for a vulnerability', path: '/search?q=CVE-2020-1000' },
    { list: 'search for a package', path: '/search?q=own-1' },
    { list: 'search without a result', path: '/search?q=nothing-like-it' },
    { list: 'events', path: '/event?limit=100', filters: ['type=finding.resolved', `service=service-7`], isDeep: true },
    { list: 'audit log', path: '/audit?limit=100', filters: ['q=token'] },
    { list: 'usage', path: '/organization/usage' },
    { list: 'advisory sources', path: '/advisory-source' },
  ];
}

const SERVICE_FILTERS = ['q=service-19', 'state=failed', 'severity=critical', 'inactiveDays=30', 'tag=nightly'];
const SORTS = ['sort=severity', 'sort=package', 'sort=firstSeen'];
const FINDING_FILTERS = [
  'severity=critical,high',
  'kev=true',
  'fixable=false',
  'direct=true',
  'package=common-7',
  'package=own-77',
  'relevance=not_relevant',
  'band=P0,P1',
  'q=traversal',
  'q=own-7',
];
const PORTFOLIO_FILTERS = [
  ...SORTS,
  'epssMin=0.9',
  'class=malicious',
  'cve=CVE-2020-100077',
  'q=nothing-like-it',
  'state=resolved',
];
const COMPONENT_FILTERS = ['q=own-1', 'q=common-7', 'ecosystem=npm', 'unchecked=true'];

async function findPlace({ installation }: MeasuredServer, services: number, versions: number): Promise<Place> {
  const [row] = await installation.ask<Place>(
    `select f.component_id as component, f.sbom_ids[1] as sbom, f.id as finding,
       (select canonical_id from version_finding where package_name = 'common-7' limit 1) as common,
       (select canonical_id from version_finding where package_name = 'own-77' limit 1) as rare
     from service s join service_version v on v.service_id = s.id and v.name = $2
     join version_finding f on f.version_id = v.id and f.package_name = 'common-7' where s.name = $1`,
    [`service-${Math.floor(services / 2)}`, `1.${versions}`],
  );
  if (row === undefined) throw new Error('The organization was not filled.');
  return row;
}

async function toPaths(
  server: MeasuredServer,
  { path, filters = [], p50MsMax = LIST_MS_MAX, isDeep = false }: Requests,
  quick: boolean,
): Promise<readonly { readonly what: string; readonly path: string; readonly p50MsMax: number }[]> {
  const first = `/api/v2${path}`;
  const joined = (parameter: string): string => `${first}${first.includes('?') ? '&' : '?'}${parameter}`;
  const deep =
    isDeep && !quick ? [{ what: `page ${PAGES_DEEP}`, path: await followPages(server, first, PAGES_DEEP) }] : [];
  const filtered = filters.map((filter) => ({ what: decodeURIComponent(filter), path: joined(filter) }));
  return [{ what: '', path: first }, ...deep, ...filtered].map((each) => ({ ...each, p50MsMax }));
}
