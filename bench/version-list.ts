/** Measures pages of the list of versions, near its start and far into it, for a service with 100,000 versions. */
import { withMeasuredServer, type MeasuredServer } from './measured-server.ts';
import { inMs, judge, type BenchmarkOptions, type Table } from './report.ts';

const SERVICE = 'service-0';
const PAGES = [
  { offset: 0, p99MsMax: 30 },
  { offset: 90_000, p99MsMax: 150 },
] as const;

export async function measureVersionList({ quick, print, quiet }: BenchmarkOptions): Promise<readonly Table[]> {
  return await withMeasuredServer({ ASSAY_ROLE: 'web' }, async (server) => {
    await addVersions(server, 100_000);
    const rows: string[][] = [];
    for (const { offset, p99MsMax } of PAGES) {
      for (const clients of [1, 16]) {
        const busy = await quiet();
        const path = `/api/v2/service/${SERVICE}/version?limit=100&offset=${offset}`;
        const timeMaxMs = quick ? 1500 : 5000;
        const result = await server.load({
          kind: 'read',
          path,
          clients,
          timeMaxMs,
          countMax: 100_000,
          warmUpCount: 200,
        });
        const failed = Object.values(result.failures).reduce((sum, count) => sum + count, 0);
        const times = [result.p50Ms, result.p99Ms].map(inMs);
        print(`list at ${offset}, ${clients} clients: p50, p99 ${times.join(', ')}; ${busy}`);
        const aim = clients === 1 ? judge(result.p99Ms <= p99MsMax, `p99 <= ${p99MsMax} ms`) : '';
        const rate = `${(result.answered / result.seconds).toFixed(0)}/s`;
        rows.push([String(offset), String(clients), rate, ...times, String(failed), aim, busy]);
      }
    }
    return [
      {
        title: 'Version list: pages of 100 of 100,000 versions',
        notes: ['`GET /api/v2/service/{service}/version?limit=100&offset=...` of one service.'],
        columns: ['offset', 'clients', 'pages', 'p50', 'p99', 'failed', 'target', 'load before'],
        rows,
      },
    ];
  });
}

/** Writes to the database directly, because the API would take minutes: one uploaded version, and copies of it. */
async function addVersions(server: MeasuredServer, count: number): Promise<void> {
  await server.load({
    kind: 'upload',
    clients: 1,
    bodyBytes: 1000,
    timeMaxMs: 10_000,
    countMax: 1,
    warmUpCount: 0,
    services: 1,
    run: 1,
  });
  await server.installation.ask(
    `with made as (
       insert into service_version (org_id, id, service_id, name, created_at, tags, git_branch, git_commit_sha)
       select s.org_id, gen_random_uuid(), s.id, 'build-' || n, s.created_at - n * interval '1 minute',
         array['team-a', 'nightly'], 'main', md5(n::text)
       from service s, generate_series(2, $1::integer) n where s.name = $2
       returning org_id, service_id, name, id, created_at)
     insert into version_name (org_id, service_id, name, version_id, kind, created_at)
     select org_id, service_id, name, id, 'name', created_at from made`,
    [count, SERVICE],
  );
  await server.installation.ask('update service set version_count = $1 where name = $2', [count, SERVICE]);
  await server.installation.ask('vacuum analyze');
}
