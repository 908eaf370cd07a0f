/**
 * Writes an organization with many services and versions: some services are uploaded and analyzed like any other, and their rows are
 * then copied by the database under other ids and times, because uploads would take hours. The copies are what a publication has
 * written, whatever its tables contain. Components, sets and documents are stored once per organization, so copies share them.
 */
import pg from 'pg';
import { anAffected, anOsvRecord } from '../test/support/advisories.ts';
import { catchUpEvents } from '../src/store/delivery/positions.ts';
import type { ExportRecord } from '../test/support/osv-mirror.ts';
import { listNewest, withDatabase } from './fill-findings.ts';
import { withoutIndexes } from './without-indexes.ts';
import { settle, storeVersion, untilEmpty, type MeasuredServer } from './measured-server.ts';

export interface OrganizationSize {
  /** Uploaded services, and their builds. */
  readonly originals: number;
  readonly builds: number;
  /** Copied services, and the versions of each. */
  readonly services: number;
  readonly versions: number;
}

const COMPONENTS = 1_000;
/** Vulnerable packages of a build: some of all services, the others of one or two of the uploaded services. */
const VULNERABLE_COMMON = 20;
const VULNERABLE_OWN = 80;
/** Vulnerable packages that a build no longer has, and as many that are new in it. */
const CHANGED = 4;
const OWN_STEP = 60;
const RECORDS_UNUSED = 20_000;

/** One record per vulnerable package, and records of packages that no service has. */
export function listRecords({ originals }: OrganizationSize): ExportRecord[] {
  const used = [
    ...Array.from({ length: VULNERABLE_COMMON }, (_, n) => `common-${n}`),
    ...Array.from({ length: originals * OWN_STEP }, (_, n) => `own-${n}`),
  ];
  const unused = Array.from({ length: RECORDS_UNUSED }, (_, n) => `unused-${n}`);
  return [...used, ...unused].map((name, n) =>
    anOsvRecord({
      id: `GHSA-${String(n).padStart(4, '0')}-0000-0000`,
      aliases: [`CVE-${2015 + (n % 12)}-${100_000 + n}`],
      summary: `${WEAKNESSES[n % WEAKNESSES.length]} in ${name}`,
      severity: [{ type: 'CVSS_V3', score: VECTORS[n % VECTORS.length] }],
      affected: [anAffected({ name, events: [{ introduced: '0' }, ...(n % 5 === 0 ? [] : [{ fixed: '2.0.0' }])] })],
    }),
  );
}

const WEAKNESSES = ['Improper neutralization of input', 'Out-of-bounds read', 'Path traversal', 'Use after free'];
const VECTORS = [
  'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H',
  'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:N/I:N/A:H',
  'CVSS:3.1/AV:N/AC:H/PR:N/UI:R/S:U/C:L/I:L/A:N',
  'CVSS:3.1/AV:L/AC:H/PR:H/UI:R/S:U/C:L/I:N/A:N',
];

export async function fillOrganization(server: MeasuredServer, size: OrganizationSize): Promise<void> {
  await uploadOriginals(server, size);
  const url = await server.installation.databaseUrl();
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ id: string }>('select distinct org_id as id from service');
    // Copied events follow events with a position.
    for (const { id } of rows) await withDatabase(url, async (database) => void (await catchUpEvents(database, id)));
    // Foreign keys hold by construction; checking them ten million times is not needed.
    for (const setting of SETTINGS) await client.query(`set ${setting}`);
    for (const statement of toMaps(size)) await client.query(statement);
    await withoutIndexes(client, ['finding', 'version_finding', 'event', 'finding_detail'], async () => {
      for (const copy of COPIES) await client.query(await toStatement(client, copy));
    });
    for (const statement of COUNTERS) await client.query(statement);
    for (const { id } of rows) await listNewest(url, id);
    await client.query('vacuum analyze');
  } finally {
    await client.end();
  }
}

async function uploadOriginals(server: MeasuredServer, { originals, builds }: OrganizationSize): Promise<void> {
  await settle(server);
  for (let build = 0; build < builds; build += 1) {
    for (let original = 0; original < originals; original += 1)
      await storeVersion(server, {
        service: `original-${original}`,
        version: `${build}`,
        body: aBuild(original, build),
      });
    await settle(server);
  }
  await untilEmpty(server, UNPLANNED, 100);
}

const UNPLANNED = 'select 1 from service_version where planned_generation < generation limit 1';

/** With a dependency graph of three levels; some packages are optional, and some are for development only. */
function aBuild(original: number, build: number): Buffer {
  const first = original * OWN_STEP + build * CHANGED;
  const names = [
    ...Array.from({ length: VULNERABLE_COMMON }, (_, n) => `common-${n}`),
    ...Array.from({ length: VULNERABLE_OWN }, (_, n) => `own-${first + n}`),
    ...Array.from({ length: COMPONENTS - VULNERABLE_COMMON - VULNERABLE_OWN }, (_, n) => `safe-${original % 10}-${n}`),
  ];
  const purls = names.map((name) => `pkg:npm/${name}@1.0.0`);
  const components = names.map((name, n) => ({
    type: 'library',
    'bom-ref': purls[n],
    name,
    version: '1.0.0',
    purl: purls[n],
    ...(n % 20 === 7 && { scope: 'excluded' }),
    ...(n % 20 === 11 && { scope: 'optional' }),
  }));
  const parents = purls.slice(0, 30);
  const dependencies = [
    { ref: 'application', dependsOn: parents },
    ...parents.map((ref, n) => ({ ref, dependsOn: purls.slice(30).filter((_, m) => m % parents.length === n) })),
  ];
  const component = { type: 'application', 'bom-ref': 'application', name: `original-${original}` };
  return Buffer.from(
    JSON.stringify({
      bomFormat: 'CycloneDX',
      specVersion: '1.6',
      version: 1,
      metadata: { component },
      components,
      dependencies,
    }),
  );
}

const SETTINGS = [
  'session_replication_role = replica',
  'synchronous_commit = off',
  "maintenance_work_mem = '1GB'",
  "work_mem = '256MB'",
  'jit = off',
];

/** Temporary tables with the new id of every copied row. The last build of a service is also its last version. */
function toMaps({ originals, builds, services, versions }: OrganizationSize): readonly string[] {
  const map = (name: string, select: string): string[] => [
    `create temporary table ${name} as ${select}`,
    `analyze ${name}`,
  ];
  return [
    ...map(
      'new_service',
      `select s.org_id, s.id as from_id, gen_random_uuid() as id, 'service-' || n as name,
         interval '-1 day' * (91 + n % 300) as shift, ${versions} as version_count
       from generate_series(0, ${services - 1}) n join service s on s.name = 'original-' || n % ${originals}`,
    ),
    ...map(
      'new_version',
      `select v.org_id, v.id as from_id, gen_random_uuid() as id, m.id as service_id, m.from_id as from_service_id,
         '1.' || n as name, (select b.id from sbom b where b.version_id = v.id) as from_sbom_id, gen_random_uuid() as sbom_id,
         v.created_at + interval '-1 day' * ((${versions} - n) * 90.0 / ${versions}) as created_at,
         interval '-1 day' * ((${versions} - n) * 90.0 / ${versions}) as shift,
         row_number() over (partition by m.id, v.id order by n) = 1 as is_first
       from new_service m cross join generate_series(1, ${versions}) n
       join service_version v on v.service_id = m.from_id and v.name = (((n - 1) * ${builds}) / ${versions})::text`,
    ),
    ...map(
      'new_analysis',
      `select m.id as version_id, a.id as from_id, uuidv7(m.shift) as id from new_version m join analysis a on a.version_id = m.from_id`,
    ),
    ...map(
      'new_finding',
      `select f.org_id, f.id as from_id, gen_random_uuid() as id, m.id as service_id,
         first_value(v.id) over seen as first_seen_version_id, first_value(v.created_at) over seen as first_seen_at,
         row_number() over seen as n
       from new_service m join finding f on f.service_id = m.from_id
       join new_version v on v.service_id = m.id and v.from_id = f.first_seen_version_id
       window seen as (partition by m.id, f.id order by v.created_at)`,
    ),
    'delete from new_finding where n > 1',
    'analyze new_finding',
  ];
}

interface Copy {
  readonly table: string;
  /** Joins the table as `t` and the map as `m`, which has the columns of `set`. */
  readonly from: string;
  readonly set: Readonly<Record<string, string>>;
}

const PLACE = `sha256(t.place_sha256 || decode(replace(m.sbom_id::text, '-', ''), 'hex'))`;

/** All other columns keep their value, and times are shifted. */
const COPIES: readonly Copy[] = [
  {
    table: 'service',
    from: 'new_service m join service t on t.id = m.from_id',
    set: { id: 'm.id', name: 'm.name', version_count: 'm.version_count' },
  },
  {
    table: 'service_version',
    from: 'new_version m join service_version t on t.id = m.from_id',
    set: { id: 'm.id', service_id: 'm.service_id', name: 'm.name' },
  },
  {
    table: 'version_name',
    from: 'new_version m join version_name t on t.version_id = m.from_id',
    set: { service_id: 'm.service_id', name: 'm.name', version_id: 'm.id' },
  },
  {
    table: 'sbom',
    from: `new_version m join sbom t on t.version_id = m.from_id
      left join new_analysis a on a.version_id = m.id and a.from_id = t.analysis_id`,
    set: { id: 'm.sbom_id', version_id: 'm.id', analysis_id: 'a.id' },
  },
  {
    table: 'analysis',
    from: `new_version m join analysis t on t.version_id = m.from_id
      join new_analysis a on a.version_id = m.id and a.from_id = t.id`,
    set: { id: 'a.id', version_id: 'm.id' },
  },
  {
    table: 'remediation_plan',
    from: `new_version m join remediation_plan t on t.version_id = m.from_id
      join new_analysis a on a.version_id = m.id and a.from_id = t.analysis_id`,
    set: { version_id: 'm.id', analysis_id: 'a.id' },
  },
  {
    table: 'finding',
    from: "(select f.*, interval '0' as shift from new_finding f) m join finding t on t.id = m.from_id",
    set: {
      id: 'm.id',
      service_id: 'm.service_id',
      first_seen_version_id: 'm.first_seen_version_id',
      first_seen_at: 'm.first_seen_at',
      key_sha256: `sha256(t.key_sha256 || convert_to(m.service_id::text, 'UTF8'))`,
      fingerprint: `sha256(t.key_sha256 || convert_to(m.service_id::text, 'UTF8'))`,
    },
  },
  {
    table: 'finding_detail',
    from: `new_version m join (
        select distinct v.version_id, v.place_sha256, d.* from version_finding v
        join finding_detail d on d.org_id = v.org_id and d.sha256 = v.place_sha256
      ) t on t.version_id = m.from_id`,
    set: {
      sha256: PLACE,
      detail: 'replace(t.detail::text, m.from_sbom_id::text, m.sbom_id::text)::jsonb',
    },
  },
  {
    table: 'version_finding',
    from: `new_version m join version_finding t on t.version_id = m.from_id
      join new_finding f on f.service_id = m.service_id and f.from_id = t.finding_id`,
    set: {
      id: 'uuidv7(m.shift)',
      version_id: 'm.id',
      finding_id: 'f.id',
      first_seen_at: 'f.first_seen_at',
      sbom_ids: 'array[m.sbom_id]',
      place_sha256: PLACE,
    },
  },
  {
    table: 'event',
    // Only the first version with the content of a build introduced or resolved anything.
    from: `new_version m join event t on t.version_id = m.from_id and (m.is_first or t.finding_id is null)
      left join new_analysis a on a.version_id = m.id and a.from_id = t.analysis_id
      left join new_finding f on f.service_id = m.service_id and f.from_id = t.finding_id`,
    set: {
      id: 'uuidv7(m.shift)',
      service_id: 'm.service_id',
      version_id: 'm.id',
      sbom_id: 'case when t.sbom_id is not null then m.sbom_id end',
      analysis_id: 'a.id',
      finding_id: 'f.id',
      position: '(select max(position) from event) + row_number() over (order by t.at + m.shift)',
    },
  },
];

async function toStatement(client: pg.Client, { table, from, set }: Copy): Promise<string> {
  const { rows } = await client.query<{ name: string; type: string }>(
    `select attname as name, format_type(atttypid, null) as type from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = ''`,
    [table],
  );
  const values = rows.map(
    ({ name, type }) => set[name] ?? (type === 'timestamp with time zone' ? `t."${name}" + m.shift` : `t."${name}"`),
  );
  return `insert into ${table} (${rows.map(({ name }) => `"${name}"`).join(', ')}) select ${values.join(', ')} from ${from}`;
}

const COUNTERS = [
  'update event_clock c set position = (select coalesce(max(e.position), 0) from event e where e.org_id = c.org_id)',
  `update organization_usage u set services = (select count(*) from service s where s.org_id = u.org_id),
     versions = (select count(*) from service_version v where v.org_id = u.org_id),
     sboms = (select count(*) from sbom b where b.org_id = u.org_id),
     findings = (select count(*) from version_finding v where v.org_id = u.org_id and v.known_to is null)`,
];
