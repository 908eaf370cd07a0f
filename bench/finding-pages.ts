/** Pages of the findings of an organization and of a version, in every order that is offered, at a million findings. */
import { startMeasuredServer, type MeasuredServer } from './measured-server.ts';
import { inMs, judge, type BenchmarkOptions, type Table } from './report.ts';

const SERVICES = 500;
const FINDINGS_EACH = 2_000;
const SORTS = ['priority', 'severity', 'package', 'firstSeen'] as const;
const P50_MS_MAX = 100;

export async function measureFindingPages({ quick, print, quiet }: BenchmarkOptions): Promise<readonly Table[]> {
  const server = await startMeasuredServer({ environment: { ASSAY_ROLE: 'web' } });
  try {
    const services = quick ? 20 : SERVICES;
    await addFindings(server, services);
    const rows: string[][] = [];
    for (const [place, path] of [
      ['organization', '/api/v2/finding'],
      ['one version', '/api/v2/service/service-7/version/1/finding'],
    ] as const) {
      for (const sort of SORTS) {
        const busy = await quiet();
        const result = await server.load({
          kind: 'read',
          path: `${path}?limit=100&sort=${sort}`,
          clients: 1,
          timeMaxMs: quick ? 1_000 : 4_000,
          countMax: 1_000,
          warmUpCount: 5,
        });
        const times = [result.p50Ms, result.p99Ms].map(inMs);
        print(`${place} by ${sort}: p50, p99 ${times.join(', ')}; ${busy}`);
        rows.push([place, sort, ...times, judge(result.p50Ms <= P50_MS_MAX, `p50 <= ${P50_MS_MAX} ms`), busy]);
      }
    }
    return [
      {
        title: `A page of 100 of ${services * FINDINGS_EACH} findings`,
        notes: [
          `${services} services with one version of ${FINDINGS_EACH} findings each. The whole request with its counts and its coverage, one client.`,
        ],
        columns: ['list', 'order', 'p50', 'p99', 'aim', 'machine before'],
        rows,
      },
    ];
  } finally {
    await server.stop();
  }
}

/** Past the API, which would take hours: rows as publishing writes them, all with the detail of one. */
async function addFindings(server: MeasuredServer, services: number): Promise<void> {
  const { installation } = server;
  const [org] = await installation.ask<{ id: string }>('select id from organization');
  const orgId = org?.id ?? '';
  await installation.ask(
    `with made as (
       insert into service (org_id, id, name, created_at, version_count)
       select $1, gen_random_uuid(), 'service-' || n, now(), 1 from generate_series(1, $2::integer) n
       returning org_id, id, created_at),
     versions as (
       insert into service_version (org_id, id, service_id, name, created_at, tags)
       select org_id, gen_random_uuid(), id, '1', created_at, '{}' from made returning org_id, id, service_id, created_at)
     insert into version_name (org_id, service_id, name, version_id, kind, created_at)
     select org_id, service_id, '1', id, 'name', created_at from versions`,
    [orgId, services],
  );
  await installation.ask(
    `insert into component (org_id, id, component_sha256, purl, name, version, ecosystem, unversioned, sort_key)
     values ($1, '00000000-0000-7000-8000-000000000001', '\\x01', 'pkg:npm/x@1', 'x', '1', 'npm', 'npm x', 'x 1')`,
    [orgId],
  );
  await installation.ask(
    `insert into finding (org_id, id, service_id, key_sha256, fingerprint, package, group_id, first_seen_at, first_seen_version_id)
     select v.org_id, gen_random_uuid(), v.service_id, sha256((v.id::text || n)::bytea), sha256((v.id::text || n)::bytea),
       'npm x', 'CVE-2024-' || n, now() - n * interval '1 minute', v.id
     from service_version v, generate_series(1, $1::integer) n`,
    [FINDINGS_EACH],
  );
  await installation.ask(
    `insert into version_finding (org_id, id, version_id, finding_id, component_id, group_id, canonical_id, class, severity_rank,
       package_name, relevance, has_fix, detail, detail_sha256, known_from, risk, band, first_seen_at, ids)
     select f.org_id, gen_random_uuid(), f.first_seen_version_id, f.id, '00000000-0000-7000-8000-000000000001', f.group_id,
       f.group_id, 'vulnerability', hashtext(f.id::text) & 3, 'package-' || (hashtext(f.id::text) & 1023), 'relevant', true,
       $1::jsonb, '\\x01', now(), (hashtext(f.id::text) & 1023) / 10.24, 'P3', f.first_seen_at, array[f.group_id]
     from finding f`,
    [JSON.stringify(DETAIL)],
  );
  await installation.ask('vacuum analyze');
}

const DETAIL = {
  vulnerability: {
    id: 'CVE-2024-1',
    aliases: ['GHSA-aaaa-bbbb-cccc'],
    title: 'Something that can be done to it from outside',
    severity: 'high',
    cvss: [{ version: '3.1', vector: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H', score: 9.8 }],
    cwes: ['CWE-79'],
    references: ['https://example.org/advisory'],
    publishedAt: null,
    modifiedAt: null,
    withdrawnAt: null,
  },
  component: { purl: 'pkg:npm/x@1', name: 'x', version: '1', scope: 'required', direct: true, occurrences: [] },
  match: {
    confidence: 'high',
    assumptions: [],
    evidence: [
      {
        ...{ recordId: 'GHSA-aaaa-bbbb-cccc', source: 'osv', via: 'direct', matchedName: 'x', scheme: 'semver' },
        ...{ testedVersion: '1', range: '< 2', outcome: 'affected' },
      },
    ],
  },
  fix: { state: 'fixed', versions: ['2'] },
  reasons: [],
};
