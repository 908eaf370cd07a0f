/**
 * Writes a portfolio with a million findings directly to the database, because the API would take hours: rows as written by a
 * publication, generated from number series. As in real portfolios, a few versions are very large and most are small. Indexes are
 * created afterwards: that is faster than updating thirteen of them for every row.
 */
import pg from 'pg';
import { openDatabase, type Database } from '../src/store/database.ts';
import { copyAllNewestFindings } from '../test/support/newest-findings.ts';
import { withoutIndexes } from './without-indexes.ts';

export interface Portfolio {
  readonly services: number;
  readonly findings: number;
  /** A time in the past at which a tenth of the findings were known differently. */
  readonly instant: string;
}

/** How many services have how many findings each, in the order of their numbers. */
const SIZES: readonly { readonly services: number; readonly findings: number }[] = [
  { services: 5, findings: 50_000 },
  { services: 45, findings: 5_000 },
  { services: 450, findings: 1_167 },
];
const VULNERABILITIES = 60_000;
/** The earlier version `0` of `service-1`, without the last tenth. */
const EARLIER_SHARE = 0.9;

export async function fillFindings(databaseUrl: string, { share }: { readonly share: number }): Promise<Portfolio> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    // Foreign keys hold by construction; checking them a million times is not needed.
    for (const setting of SETTINGS) await client.query(`set ${setting}`);
    const { rows: organizations } = await client.query<{ id: string }>('select id from organization');
    const orgId = organizations[0]?.id ?? '';
    const sizes = SIZES.map(({ services, findings }) => ({ services, findings: Math.ceil(findings * share) }));
    await client.query(PLAN, [JSON.stringify(sizes)]);
    for (const statement of REFERENCE) await client.query(statement);
    for (const statement of PORTFOLIO) await client.query(statement.replaceAll('$org', `'${orgId}'::uuid`));
    await withoutIndexes(client, ['finding', 'version_finding'], async () => {
      for (const statement of FINDINGS) await client.query(statement.replaceAll('$org', `'${orgId}'::uuid`));
    });
    await listNewest(databaseUrl, orgId);
    await client.query('vacuum analyze');
    const { rows } = await client.query<{ services: number; findings: number; instant: Date }>(
      `select (select count(*)::int from plan) as services, (select sum(size)::int from plan) as findings,
         now() - interval '2 days' as instant`,
    );
    const { services = 0, findings = 0, instant } = rows[0] ?? {};
    return { services, findings, instant: instant?.toISOString() ?? '' };
  } finally {
    await client.end();
  }
}

export async function listNewest(databaseUrl: string, orgId: string): Promise<void> {
  await withDatabase(databaseUrl, async (database) => await database.inOrg(orgId, copyAllNewestFindings));
}

/** Runs work that uses functions of the store. */
export async function withDatabase(url: string, work: (database: Database) => Promise<void>): Promise<void> {
  const database = openDatabase({ url, connectionsMax: 1, statementTimeoutMs: 0, onIdleError: () => {} });
  try {
    await work(database);
  } finally {
    await database.close();
  }
}

const SETTINGS = [
  'session_replication_role = replica',
  'synchronous_commit = off',
  "maintenance_work_mem = '512MB'",
  "work_mem = '128MB'",
];

const PLAN = `
  create temporary table plan as
  select row_number() over (order by t.position, n) as number, t.size, gen_random_uuid() as service_id,
    gen_random_uuid() as earlier_id, gen_random_uuid() as version_id
  from jsonb_array_elements($1::jsonb) with ordinality as a(entry, position),
    lateral (select position, (entry->>'findings')::int as size) t, generate_series(1, (entry->>'services')::int) n`;

/** Vulnerabilities of the sources, with their displayed fields. */
const REFERENCE = [
  `create temporary table vulnerability as
   select n, 'CVE-' || 2015 + n % 12 || '-' || 100000 + n as id, 'GHSA-' || substr(md5(n::text), 1, 4) || '-' || substr(md5(n::text), 5, 4)
       || '-' || substr(md5(n::text), 9, 4) as alias,
     n % 8000 as package, (hashtext(n::text) & 1023) / 10.24 as risk, 2 + (hashtext(n::text) & 3) as severity_rank,
     hashtext(n::text) % 200 = 0 as kev, hashtext(n::text) % 5 <> 0 as has_fix, (hashtext(n::text) & 1023) / 1023.0 as epss,
     (array['Improper neutralization of input', 'Out-of-bounds read', 'Deserialization of untrusted data', 'Uncontrolled recursion',
       'Path traversal', 'Race condition', 'Use after free'])[1 + n % 7] || ' in the ' || (array['parser', 'server', 'client',
       'decoder', 'template', 'session'])[1 + n % 6] || ' of component ' || n % 8000
       || case when n % 10000 = 77 then ' allows exfiltration' else '' end as title
   from generate_series(1, ${VULNERABILITIES}) n`,
  `insert into advisory_source (name, url, state) values ('osv', 'off', 'ready') on conflict do nothing`,
  `insert into advisory_record (source, directory, id, modified, class, severity, title, details, cvss, cwes, "references", aliases,
     upstream, group_ids, projection_sha256, raw, snapshot)
   select 'osv', 'npm', alias, now(), 'vulnerability', 'high', title, '', '[]', '{}', '{}', array[id], '{}', array[id], '\\x01', '\\x01', 1
   from vulnerability`,
  `insert into alias (id, group_id, canonical_id)
   select id, id, id from vulnerability union all select alias, id, id from vulnerability`,
];

const PORTFOLIO = [
  `insert into service (org_id, id, name, created_at, version_count)
   select $org, service_id, 'service-' || number, now() - interval '90 days', 2 from plan`,
  `insert into service_version (org_id, id, service_id, name, created_at)
   select $org, earlier_id, service_id, '0', now() - interval '90 days' from plan
   union all select $org, version_id, service_id, '1', now() - interval '60 days' from plan`,
  `insert into version_name (org_id, service_id, name, version_id, kind, created_at)
   select org_id, service_id, name, id, 'name', created_at from service_version`,
  `insert into component (org_id, id, component_sha256, purl, name, version, ecosystem, unversioned, sort_key)
   select $org, ('00000000-0000-7000-8000-' || lpad(to_hex(p * 3 + v), 12, '0'))::uuid, sha256((p || ' ' || v)::bytea), 'pkg:npm/package-' || p || '@1.' || v,
     'package-' || p, '1.' || v, 'npm', 'npm' || e'\\x1f' || 'package-' || p, 'package-' || p || e'\\x1f' || '1.' || v
   from generate_series(0, 7999) p, generate_series(0, 2) v`,
  `insert into analysis (org_id, id, version_id, trigger, status, generation, stages, engine_version, created_at, started_at,
     finished_at, coverage, snapshot)
   select org_id, gen_random_uuid(), id, 'upload', 'completed', 0, '[]', '1', created_at, created_at, created_at,
     '{"components": 500, "checked": 480, "notChecked": [{"reason": "no-version", "count": 20}]}', 1 from service_version`,
];

const ROWS = `
  select $org, uuidv7(), %version%, f.id, ('00000000-0000-7000-8000-' || lpad(to_hex(u.package * 3 + p.number % 3), 12, '0'))::uuid, u.id, u.id, 'vulnerability',
    u.severity_rank, 'package-' || u.package,
    case when hashtext(f.id::text) % 20 = 0 then 'not_relevant' when hashtext(f.id::text) % 20 = 1 then 'deprioritized' else 'relevant' end,
    u.has_fix, s.sha256, h.sha256, '\\x01', %known%, u.risk,
    case when u.risk > 90 then 'P0' when u.risk > 70 then 'P1' when u.risk > 40 then 'P2' else 'P3' end,
    f.first_seen_at, array[u.id, upper(u.alias)], u.kev, u.epss, u.n % 10 = 0,
    array['registry.example.com/service-' || p.number || '-' || u.n % 4 || ':1'], 'code'
  from finding f
  join plan p on p.service_id = f.service_id
  join vulnerability u on u.id = f.group_id
  join shown s on s.n = u.n
  join held h on h.package = u.package`;
const COLUMNS = `(org_id, id, version_id, finding_id, component_id, group_id, canonical_id, class, severity_rank, package_name,
  relevance, has_fix, facts_sha256, place_sha256, detail_sha256, known_from, known_to, risk, band, first_seen_at, ids, kev, epss, direct, images, began_by)`;

function rows(version: string, known: string, condition: string): string {
  return `insert into version_finding ${COLUMNS} ${ROWS.replace('%version%', version).replace('%known%', known)} where ${condition}`;
}

const FINDINGS = [
  `create temporary table shown as
   select n, jsonb_build_object(
     'vulnerability', jsonb_build_object('id', id, 'aliases', array[alias], 'title', title, 'severity', 'high',
       'cvss', '[{"version": "3.1", "vector": "CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H", "score": 9.8}]'::jsonb, 'cwes', array['CWE-79'],
       'references', array['https://example.org/advisory/' || n, 'https://example.org/commit/' || md5(n::text)],
       'epss', jsonb_build_object('score', epss, 'percentile', epss, 'date', '2026-11-01'), 'kev', null, 'ssvc', null,
       'publishedAt', '2024-01-01T00:00:00.000Z', 'modifiedAt', '2024-02-01T00:00:00.000Z', 'withdrawnAt', null),
     'match', jsonb_build_object('confidence', 'high', 'assumptions', '[]'::jsonb, 'evidence', jsonb_build_array(jsonb_build_object(
       'recordId', alias, 'source', 'osv', 'via', 'direct', 'matchedName', 'package-' || package, 'scheme', 'semver',
       'range', '< 2', 'outcome', 'affected'))),
     'fix', '{"state": "fixed", "versions": ["2"]}'::jsonb, 'reasons', '[]'::jsonb, 'priority', jsonb_build_object(
       'riskModel', 'r1', 'deadline', null, 'reasons', jsonb_build_array(
         jsonb_build_object('factor', 'severity', 'code', 'cvss', 'value', 0.98, 'from', 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H'),
         jsonb_build_object('factor', 'threat', 'code', 'epss', 'value', epss, 'from', epss),
         jsonb_build_object('factor', 'exposure', 'code', 'exposure-unknown', 'value', 1, 'from', null)))) as detail, sha256(n::text::bytea)
   from vulnerability`,
  `create temporary table held as
   select p as package, jsonb_build_object('purl', 'pkg:npm/package-' || p || '@1.0', 'name', 'package-' || p, 'version', '1.0',
     'scope', 'required', 'direct', false, 'occurrences', '[{"sbomId": "0199f0a0-0000-7000-8000-000000000001", "image": null, "bomRef": "a"}]'::jsonb)
     as detail, sha256(('held ' || p)::bytea)
   from generate_series(0, 7999) p`,
  `insert into finding_detail (org_id, sha256, detail)
   select $org, sha256, detail from shown union all select $org, sha256, detail from held`,
  `insert into finding (org_id, id, service_id, key_sha256, fingerprint, package, group_id, first_seen_at, first_seen_version_id)
   select $org, uuidv7(), p.service_id, h.sha, h.sha, 'npm' || e'\\x1f' || 'package-' || u.package, u.id,
     now() - interval '60 days' - u.n * interval '1 minute', p.version_id
   from plan p cross join lateral generate_series(1, p.size) k
   join vulnerability u on u.n = 1 + (p.number * 37 + k::bigint * 7919) % ${VULNERABILITIES}
   cross join lateral (select sha256((p.number || ' ' || u.n)::bytea) as sha) h`,
  rows('p.version_id', "now() - interval '1 day' * (case when u.n % 10 = 3 then 1 else 60 end), null", 'true'),
  // The earlier state of a tenth of the rows, before the advisory was revised.
  rows('p.version_id', "now() - interval '60 days', now() - interval '1 day'", 'u.n % 10 = 3'),
  rows(
    'p.earlier_id',
    "now() - interval '90 days', null",
    `p.number = 1 and hashtext(f.id::text) & 1023 < ${1024 * EARLIER_SHARE}`,
  ),
];
