/**
 * Measures pages and counts of findings in a portfolio of a million: every list, in every sort order, at its start and deep
 * inside; common combinations of filters; and the summaries. Whole requests, with counts and coverage.
 */
import { fillFindings, type Portfolio } from './fill-findings.ts';
import { followPages, measurePath } from './measure-requests.ts';
import { withMeasuredServer } from './measured-server.ts';
import { inMs, judge, type BenchmarkOptions, type Table } from './report.ts';

const LISTS = {
  organization: '/api/v2/finding',
  'service, 50,000': '/api/v2/service/service-2/finding',
  'version, 50,000': '/api/v2/service/service-1/version/1/finding',
  'version, 1,167': '/api/v2/service/service-100/version/1/finding',
} as const;
/** In the other lists a filter has little effect. */
const FILTERED: readonly string[] = ['organization', 'version, 50,000'];
const SORTS = ['priority', 'severity', 'package', 'firstSeen'] as const;
const PAGES_DEEP = 50;
const P50_MS_MAX = 100;

export async function measureFindingPages({ quick, print, quiet }: BenchmarkOptions): Promise<readonly Table[]> {
  return await withMeasuredServer({ ASSAY_ROLE: 'web' }, async (server) => {
    const start = performance.now();
    const portfolio = await fillFindings(await server.installation.databaseUrl(), { share: quick ? 0.02 : 1 });
    print(`${portfolio.findings} findings written in ${Math.round((performance.now() - start) / 1000)} s`);
    const rows: string[][] = [];
    const measure = async (list: string, what: string, path: string, aim: boolean): Promise<void> => {
      const busy = await quiet();
      const { p50Ms, p95Ms, serverMs, databaseMs, failed } = await measurePath(server, path, quick);
      const target = aim ? judge(p50Ms <= P50_MS_MAX, `p50 <= ${P50_MS_MAX} ms`) : '';
      const cells = [...[p50Ms, p95Ms, serverMs, databaseMs].map(inMs), failed === '' ? target : `FAILED: ${failed}`];
      print(`${list}, ${what}: ${cells.join(', ')}; ${busy}`);
      rows.push([list, what, ...cells, busy]);
    };
    for (const [list, path] of Object.entries(LISTS))
      for (const sort of SORTS) {
        const page = `${path}?limit=100&sort=${sort}`;
        await measure(list, `by ${sort}`, page, true);
        if (quick) break;
        await measure(list, `by ${sort}, page ${PAGES_DEEP}`, await followPages(server, page, PAGES_DEEP), true);
      }
    for (const [list, path] of Object.entries(LISTS).filter(([name]) => FILTERED.includes(name)))
      for (const filter of quick ? [] : filtersOf(portfolio)) {
        if (list === 'organization' && filter.startsWith('newSince')) continue;
        await measure(list, filter, `${path}?limit=100&${filter}`, false);
        await measure(list, `summary, ${filter}`, `${path}/summary?${filter}`, false);
      }
    for (const [list, path] of Object.entries(LISTS)) await measure(list, 'summary', `${path}/summary`, false);
    return [toTable(portfolio, rows)];
  });
}

function filtersOf({ instant }: Portfolio): readonly string[] {
  return [
    'severity=critical,high',
    'kev=true',
    'fixable=false',
    'direct=true',
    'epssMin=0.9',
    'class=malicious',
    'package=package-77',
    'cve=CVE-2020-100077',
    'image=registry.example.com/service-1-2:1',
    'newSince=0',
    // A part of many names, words in a few titles, the start of a few ids, and no match at all.
    'q=package-77',
    'q=allows%20exfiltration',
    'q=CVE-2020-1000',
    'q=nothing-like-it',
    'relevance=not_relevant',
    'state=resolved',
    'kev=true&fixable=true&severity=high',
    `asOf=${instant}`,
    `asOf=${instant}&severity=critical`,
  ];
}

function toTable({ services, findings }: Portfolio, rows: readonly (readonly string[])[]): Table {
  return {
    title: `Finding pages and counts with ${findings} findings`,
    notes: [
      `${services} services: 5 with 50,000 findings, 45 with 5,000 and 450 with 1,167 in their latest version; a tenth of them has an earlier state.`,
      'Pages of 100 findings. Complete requests with counts and coverage, one client; CPU time of the server and of the database per request.',
    ],
    columns: ['list', 'request', 'p50', 'p95', 'server', 'database', 'target', 'load before'],
    rows,
  };
}
