import { readdir, readFile } from 'node:fs/promises';
import pg from 'pg';
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import { firstStart } from '../../../src/access/organizations/manage-organizations.ts';
import { deleteSbom } from '../../../src/pipeline/upload/change-sbom.ts';
import { migrateQueue } from '../../../src/queue/pg-boss-queue.ts';
import { openDatabase, type Database } from '../../../src/store/database.ts';
import { migrate } from '../../../src/store/migrate.ts';
import { newId } from '../../../src/store/new-id.ts';
import { DETAILED_FINDINGS } from '../../support/detailed-findings.ts';
import { aDatabase, anEmptyDatabase, skipOnCitus } from '../../support/test-database.ts';
import { startTestPipeline } from '../../support/test-pipeline.ts';
import { insertGeneratedFindings } from '../../support/generated-findings.ts';
import { insertManyVersions } from '../../support/many-versions.ts';
import {
  listWrongCoverages,
  listWrongFacets,
  listWrongNewestFindings,
  listWrongOpenFindingCounts,
} from '../../support/newest-findings.ts';
import { newOrganization } from '../../support/test-assay.ts';

/** Returns a connection to a database without the migration of this number and later ones. */
async function aDatabaseBefore(number: string, role: 'owner' | 'superuser'): Promise<pg.Client> {
  const { username, password } = new URL(inject('postgresAdminUrl'));
  const url = new URL(await anEmptyDatabase());
  if (role === 'superuser') Object.assign(url, { username, password });
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  onTestFinished(async () => await client.end());
  await applyMigrations(client, (each) => each < number);
  return client;
}

async function applyMigrations(client: pg.Client, isMeant: (number: string) => boolean): Promise<void> {
  const folder = new URL('../../../src/store/migrations/', import.meta.url);
  for (const file of (await readdir(folder)).toSorted())
    if (isMeant(file.slice(0, 4))) await client.query(await readFile(new URL(file, folder), 'utf8'));
}

function open(url: string): Database {
  const database = openDatabase({ url, connectionsMax: 5, statementTimeoutMs: 30_000, onIdleError: () => {} });
  onTestFinished(async () => await database.close());
  return database;
}

/** Why a migration that comes before the support of Citus is not tested there. */
const BEFORE_CITUS = 'The migration is older than the support of Citus, so it never runs in a distributed database.';

describe('migrate', () => {
  it('runs once with many concurrent starts, and changes nothing the second time', async () => {
    const url = await anEmptyDatabase();

    const reports = await Promise.all([migrate(url), migrate(url), migrate(url)]);
    await Promise.all([1, 2, 3].map(async () => await migrateQueue({ url, log: () => {} })));

    expect(reports.filter((report) => report.applied.length > 0)).toHaveLength(1);
    expect((await migrate(url)).applied).toEqual([]);
    expect(reports[0]?.server.rowSecurityBinds).toBe(true);
  });

  it('rejects a database that a newer Assay has used', async () => {
    const url = await aDatabase();
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.query("insert into kysely_migration (name, timestamp) values ('9999-future', 'x')");
    await client.end();

    await expect(migrate(url)).rejects.toMatchObject({
      code: 'DATABASE_TOO_NEW',
      message: expect.stringContaining('9999-future'),
    });
  });

  it('reports in one sentence that the server does not respond', async () => {
    await expect(migrate('postgres://unknown@127.0.0.1:1/none')).rejects.toMatchObject({ code: 'DATABASE_REFUSED' });
  });

  it('detects a role that bypasses row-level security', async () => {
    const adminUrl = inject('postgresAdminUrl');

    const { server } = await migrate(
      Object.assign(new URL(await aDatabase()), {
        username: new URL(adminUrl).username,
        password: new URL(adminUrl).password,
      }).href,
    );

    expect(server.rowSecurityBinds).toBe(false);
  });
});

describe('the migration of reason codes', () => {
  it('writes the codes with hyphens, for every row and in their order', async () => {
    const client = await aDatabaseBefore('0029', 'superuser');
    const detail = (codes: readonly string[]): unknown => ({
      vulnerability: { id: 'CVE-2024-1', title: 'in the_middle' },
      reasons: codes.map((code) => ({ code, text: 'of_a kind' })),
      priority: { riskModel: 'r1', reasons: codes.map((code) => ({ factor: 'threat', code, value: 1 })) },
    });
    const added = `insert into version_finding (org_id, id, version_id, finding_id, component_id, group_id, canonical_id, class,
      severity_rank, package_name, relevance, has_fix, detail, detail_sha256, known_from, first_seen_at)
      select i, i, i, i, i, i::text, 'CVE-2024-1', 'vulnerability', 3, 'x', 'relevant', false, $1, '', $2, now() from gen_random_uuid() i`;
    await client.query('set session_replication_role = replica');
    await client.query(added, [JSON.stringify(detail(['distro_minor', 'exploited', 'epss_missing'])), '2026-01-01']);
    await client.query(added, [JSON.stringify({ reasons: [] }), '2026-01-02']);

    await applyMigrations(client, (number) => number === '0029');

    const { rows } = await client.query<{ detail: unknown }>('select detail from version_finding order by known_from');
    expect(rows.map((row) => row.detail)).toEqual([
      detail(['distro-minor', 'exploited', 'epss-missing']),
      { reasons: [] },
    ]);
  });
});

describe('the migration of statistics', () => {
  it('makes the planner forget the organizations that it has seen', async () => {
    const client = await aDatabaseBefore('0046', 'superuser');
    await client.query('set session_replication_role = replica');
    await client.query(`insert into component_key (org_id, package_key, component_id)
      select '00000000-0000-0000-0000-000000000001', n::text, gen_random_uuid() from generate_series(1, 1000) n`);
    await client.query('analyze component_key');
    const seen = async (): Promise<number> => {
      const { rows } = await client.query(
        `select from pg_stats where tablename = 'component_key' and attname = 'org_id' and most_common_vals is not null`,
      );
      return rows.length;
    };
    expect(await seen()).toBe(1);

    await applyMigrations(client, (number) => number === '0046');
    await client.query('analyze component_key');

    const { rows } = await client.query<{ canForget: boolean }>(
      `select current_setting('server_version_num')::int >= 180000 as "canForget"`,
    );
    expect(await seen()).toBe(rows[0]?.canForget === true ? 0 : 1);
  });
});

describe('the migration of quotas', () => {
  it('counts the usage of each organization', async (context) => {
    skipOnCitus(context, BEFORE_CITUS);
    const pipeline = await startTestPipeline();
    onTestFinished(async () => await pipeline.close());
    const other = await pipeline.newOrganization();
    for (const version of ['1', '2']) await pipeline.upload(version, { serialNumber: `urn:uuid:${newId()}` });
    await pipeline.upload('2', { version: 2 });
    const { id } = await other.upload('1', {}, 'main', { service: 'mail' });
    await deleteSbom(pipeline.deps, other.caller, id);
    const statement = 'select services, versions, sboms, stored_bytes, findings from organization_usage';
    const readUsage = async (): Promise<object[]> => [
      ...(await pipeline.query(statement)),
      ...(await other.query(statement)),
    ];
    const before = await readUsage();
    const client = new pg.Client({ connectionString: pipeline.url });
    await client.connect();
    onTestFinished(async () => await client.end());

    await client.query('drop table organization_usage');
    await client.query(
      await readFile(new URL('../../../src/store/migrations/0041-quotas.sql', import.meta.url), 'utf8'),
    );

    expect(await readUsage()).toEqual(before);
    expect(before).toMatchObject([
      { services: '1', versions: '2', sboms: '3', findings: '0' },
      { services: '1', versions: '1', sboms: '0', findings: '0' },
    ]);
  });
});

describe('the migration of token owners', () => {
  it('takes the creator from the audit log, and never from a name', async (context) => {
    skipOnCitus(context, BEFORE_CITUS);
    const url = await aDatabase();
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    onTestFinished(async () => await client.end());
    const [org, ada, gone] = ['01', '02', '03'].map((n) => `00000000-0000-7000-8000-0000000000${n}`);
    const idOf = (n: number): string => `00000000-0000-7000-8000-0000000001${n}`;
    await client.query(`select set_config('assay.org_id', '${org}', false)`);
    await client.query(`
      alter table token drop column created_by_kind, drop column created_by_id, drop column owner_id, drop column expiry_notice_days;
      alter table session drop column device_sha256;
      insert into organization (id, name, created_at) values ('${org}', 'Ours', '2026-01-01');
      insert into person (id, email, password_hash, created_at, name) values ('${ada}', 'ada@example.com', '', now(), 'Ada');
      insert into membership (person_id, org_id, role, created_at) values ('${ada}', '${org}', 'owner', now())`);
    // The id, the time of creation, the name of the creator, and the actor of the audit entry.
    const tokens: readonly [number, string, string, [kind: string, id: string] | undefined][] = [
      [10, '2026-01-01', 'first start', undefined],
      [11, '2026-01-02', 'Ada', ['person', ada ?? '']],
      [12, '2026-01-03', 'child of 11', ['token', idOf(11)]],
      [13, '2026-01-04', 'grandchild of 11', ['token', idOf(12)]],
      [14, '2026-01-05', 'Ada', undefined],
      [15, '2026-01-06', 'first start', undefined],
      [16, '2026-01-07', 'command line', ['system', 'command-line']],
      [17, '2026-01-08', 'Ada', ['person', gone ?? '']],
    ];
    for (const [n, at, by, actor] of tokens) {
      await client.query(
        "insert into token (org_id, id, public_id, name, scopes, created_at, created_by) values ($1, $2, $3, 'x', '{read}', $4, $5)",
        [org, idOf(n), String(n), at, by],
      );
      if (actor === undefined) continue;
      await client.query(
        `insert into audit_entry (org_id, id, at, actor_kind, actor_id, actor_name, action, subject_kind, subject_id)
         values ($1, gen_random_uuid(), $2, $3, $4, $5, 'token.created', 'token', $6)`,
        [org, at, ...actor, by, idOf(n)],
      );
    }

    await client.query(
      await readFile(new URL('../../../src/store/migrations/0044-token-owners.sql', import.meta.url), 'utf8'),
    );

    const { rows } = await client.query<{ public_id: string; kind: string; by: string | null; owner: string | null }>(
      'select public_id, created_by_kind as kind, created_by_id as by, owner_id as owner from token order by id',
    );
    expect(rows.map(({ public_id: n, kind, by, owner }) => [Number(n), kind, by, owner])).toEqual([
      [10, 'operator', null, null],
      [11, 'person', ada, ada],
      [12, 'token', idOf(11), ada],
      [13, 'token', idOf(12), ada],
      [14, 'unrecorded', null, null],
      [15, 'unrecorded', null, null],
      [16, 'operator', null, null],
      [17, 'person', gone, null],
    ]);
  });
});

describe('the migration of finding details', () => {
  const VERSIONS = ['1.0', '2.0', '3.0'];
  const detailOf = (version: string): object => ({
    vulnerability: { id: 'CVE-2024-1', title: 'A' },
    component: { name: 'x', version, occurrences: [] },
    match: { confidence: 'high', evidence: [{ recordId: 'GHSA-1', testedVersion: version }] },
    reasons: [],
  });
  const began = { component: 'x', from: [], to: VERSIONS };
  const isOfDetails = (line: string): boolean =>
    /facts_sha256|place_sha256|began_detail|^detail |_detail_not_null/.test(line);

  /** Creates two organizations whose service has the same finding in three versions of a package, one of them in the past. */
  async function aFilledDatabase(): Promise<pg.Client> {
    const client = await aDatabaseBefore('0042', 'owner');
    for (const org of [newId(), newId()]) {
      await client.query(`set assay.org_id = '${org}'`);
      await client.query('insert into organization (id, name, created_at) values ($1, $2, now())', [org, org]);
      await client.query(`insert into service (org_id, id, name, created_at) values ($1, $1, 's', now())`, [org]);
      await client.query(
        `insert into service_version (org_id, id, service_id, name, created_at) values ($1, $1, $1, '1', now())`,
        [org],
      );
      await client.query(
        `insert into finding (org_id, id, service_id, key_sha256, fingerprint, package, group_id, first_seen_at, first_seen_version_id)
         values ($1, $1, $1, '', '', 'x', 'g', now(), $1)`,
        [org],
      );
      for (const [n, version] of VERSIONS.entries()) {
        const id = newId();
        await client.query(
          `insert into component (org_id, id, component_sha256, name, version) values ($1, $2, $3, 'x', $4)`,
          [org, id, Buffer.from([n]), version],
        );
        await client.query(
          `insert into version_finding (org_id, id, version_id, finding_id, component_id, group_id, canonical_id, class,
             severity_rank, package_name, relevance, has_fix, detail, detail_sha256, known_from, known_to, first_seen_at, began_by,
             began_detail)
           values ($1, $2, $1, $1, $2, 'g', 'CVE-2024-1', 'vulnerability', 3, 'x', 'relevant', false, $3, $4, now(), $5, now(),
             'code', $6)`,
          [
            org,
            id,
            JSON.stringify(detailOf(version)),
            Buffer.from([n]),
            n === 2 ? new Date() : null,
            JSON.stringify(began),
          ],
        );
      }
    }
    await client.query('reset assay.org_id');
    return client;
  }

  it('keeps every row and its details, and stores each content once per organization', async () => {
    const client = await aFilledDatabase();
    const listRows = async (columns: string, from: string): Promise<object[]> => {
      const { rows: organizations } = await client.query<{ id: string }>('select id from organization order by id');
      const rows: object[] = [];
      for (const { id } of organizations) {
        await client.query(`set assay.org_id = '${id}'`);
        rows.push(...(await client.query<object>(`select ${columns} from ${from} order by 1`)).rows);
      }
      await client.query('reset assay.org_id');
      return rows;
    };
    const identity = 'id, org_id, version_id, component_id, group_id, detail_sha256, known_from, known_to, began_by';
    const before = await listRows(identity, 'version_finding');

    await applyMigrations(client, (number) => number === '0042');

    expect(before).toHaveLength(6);
    expect(await listRows(identity, 'version_finding')).toEqual(before);
    const told = VERSIONS.map((version) => {
      const match = { confidence: 'high', evidence: [{ recordId: 'GHSA-1' }] };
      return { version, detail: { ...detailOf(version), match }, began_detail: began };
    });
    const columns = `detail #>> '{component,version}' as version, detail - 'began' as detail, began_detail`;
    expect(await listRows(columns, `${DETAILED_FINDINGS} v`)).toEqual([...told, ...told]);
    // The facts, and the place of each version of the package.
    expect(await listRows('count(*)::int', 'finding_detail')).toEqual([{ count: 4 }, { count: 4 }]);
  });

  it('preserves the indexes, defaults and policy of the table', async () => {
    const client = await aDatabaseBefore('0042', 'owner');
    const describeTable = async (): Promise<unknown> => {
      const { rows } = await client.query<{ line: string }>(`
        select indexdef as line from pg_indexes where tablename = 'version_finding'
        union all select conname || ' ' || pg_get_constraintdef(oid) from pg_constraint
          where conrelid = 'version_finding'::regclass
        union all select attname || ' ' || format_type(atttypid, atttypmod) || ' ' || coalesce(pg_get_expr(adbin, adrelid), '')
          from pg_attribute left join pg_attrdef on adrelid = attrelid and adnum = attnum
          where attrelid = 'version_finding'::regclass and attnum > 0 and not attisdropped
        union all select policyname || ' ' || qual from pg_policies where tablename = 'version_finding'
        union all select 'security ' || relrowsecurity || ' ' || relforcerowsecurity from pg_class
          where oid = 'version_finding'::regclass`);
      return rows
        .map(({ line }) => line)
        .filter((line) => !isOfDetails(line))
        .toSorted();
    };
    const before = await describeTable();

    await applyMigrations(client, (number) => number === '0042');

    expect(await describeTable()).toEqual(before);
  });
});

describe('the migration of fix-only feeds', () => {
  it('marks the releases, and numbers them so that their versions are analyzed again', async () => {
    const client = await aDatabaseBefore('0039', 'superuser');
    await client.query('set session_replication_role = replica');
    await client.query(`
      insert into advisory_clock (snapshot, told_snapshot) values (7, 7);
      insert into release_state (family, release, loaded, comprehensive, revision) values
        ('Alpine', 'v3.19', true, false, 3), ('Alpine', 'v3.2', false, false, 3), ('Wolfi', '', true, false, 3),
        ('Debian', '12', true, true, 3), ('Ubuntu', '22.04', true, false, 3), ('Ubuntu', '24.04', true, true, 3),
        ('npm', '', true, false, 3);
      insert into affected_entry (source, directory, record_id, n, package_key, entry) values
        ('osv', 'Debian', 'CVE-2024-1', 0, e'Debian\\x1f12\\x1fopenssl', '{}'),
        ('osv', 'Ubuntu', 'USN-1-1', 0, e'Ubuntu\\x1f22.04\\x1fopenssl', '{}'),
        ('osv', 'Ubuntu', 'UBUNTU-CVE-2024-1', 0, e'Ubuntu\\x1f24.04\\x1fopenssl', '{}')`);

    await applyMigrations(client, (number) => number === '0039');

    const { rows } = await client.query<{ release: string; fix_only: boolean; revision: string }>(
      `select concat_ws(' ', family, release) as release, fix_only, revision from release_state order by fix_only desc, 1`,
    );
    expect(rows.map(({ release, fix_only: fixOnly, revision }) => [release.trim(), fixOnly, Number(revision)])).toEqual(
      [
        ['Alpine v3.19', true, 8],
        ['Ubuntu 22.04', true, 8],
        ['Wolfi', true, 8],
        ['Alpine v3.2', false, 3],
        ['Debian 12', false, 3],
        ['Ubuntu 24.04', false, 3],
        ['npm', false, 3],
      ],
    );
    const clock = await client.query('select snapshot, told_snapshot from advisory_clock');
    expect(clock.rows).toEqual([{ snapshot: '8', told_snapshot: '8' }]);
  });
});

describe('the migration of names', () => {
  const OLD_NAMES =
    'model_reading|awaited_reading|_read_at|told_|_told|says_|speaks|stands_until|not_seen|premises|standing|running_out|_form_';

  /** Creates two organizations with a row in every table whose names or values change. */
  async function aFilledDatabase(): Promise<pg.Client> {
    const client = await aDatabaseBefore('0047', 'owner');
    await client.query(`
      insert into advisory_clock (snapshot, told_snapshot, stale_told) values (7, 6, '2026-01-01');
      insert into advisory_source (name, url, state) values ('osv', '', 'ready');
      insert into advisory_record (source, directory, id, modified, class, severity, title, details, cvss, cwes, "references",
        aliases, upstream, group_ids, projection_sha256, raw, snapshot)
        values ('osv', 'npm', 'GHSA-1', now(), 'vulnerability', 'high', '', '', '[]', '{}', '{}', '{}', '{}', '{}', '', '', 1);
      insert into affected_entry (source, directory, record_id, n, package_key, entry, own, speaks)
        values ('osv', 'npm', 'GHSA-1', 0, 'a', '{}', true, true), ('osv', 'npm', 'GHSA-1', 1, 'b', '{}', false, false)`);
    for (const org of [newId(), newId()]) {
      const insert = async (statement: string): Promise<unknown> =>
        await client.query(statement.replaceAll('$1', `'${org}'`));
      await client.query(`set assay.org_id = '${org}'`);
      await insert('insert into organization (id, name, created_at) values ($1, $1, now())');
      await insert(`insert into service (org_id, id, name, created_at) values ($1, $1, 's', now())`);
      await insert(
        `insert into service_version (org_id, id, service_id, name, created_at) values ($1, $1, $1, '1', now())`,
      );
      await insert(`insert into analysis (org_id, id, version_id, trigger, status, stages, engine_version, created_at, not_seen,
        not_seen_findings) values ($1, $1, $1, 'upload', 'completed', '[]', '1', now(), '[{"slot": "main"}]', array[$1::uuid])`);
      for (const action of ['not_affected', 'taken_back'])
        await insert(`insert into decision (org_id, id, finding_id, service_id, package, ids, scope, action, effect, premises,
          created_at, actor_kind, actor_id, actor_name)
          values ($1, gen_random_uuid(), $1, $1, 'x', '{}', 'service', '${action}', 'annotate', '{"kev": true}', now(), 'system', '', '')`);
      for (const action of ['decision.made', 'decision.taken_back'])
        await insert(`insert into audit_entry (org_id, id, at, actor_kind, actor_id, actor_name, action, subject_kind, subject_id)
          values ($1, gen_random_uuid(), now(), 'system', '', '', '${action}', 'finding', $1)`);
      await insert(`insert into model_answer (org_id, question_sha256, model, prompt_version, purpose, outcome, told_model,
        answered_at) values ($1, '', 'm', '1', 'facts', 'answered', 'm-2026', now())`);
      await insert(`insert into model_reading (org_id, service_id, package, component_version, group_id, questions, read_at)
        values ($1, $1, 'x', '1', 'g', '{}', '2026-01-02')`);
      await insert(
        `insert into awaited_reading (org_id, version_id, analysis_id, due_at, tries) values ($1, $1, $1, now(), 2)`,
      );
      await insert(`insert into remediation_plan (org_id, version_id, analysis_id, snapshot, at, form, input_sha256, says_sha256,
        packed_sha256, action_count, packed) values ($1, $1, $1, 1, now(), 2, '', '\\x01', '', 0, '')`);
      await insert(`insert into remediation_check (org_id, version_id, previous_id, analysis_id, at, form, says_sha256, packed)
        values ($1, $1, $1, $1, now(), 1, '\\x02', '')`);
    }
    await client.query('reset assay.org_id');
    return client;
  }

  it('keeps the rows of every organization and replaces the stored values', async () => {
    const client = await aFilledDatabase();

    await applyMigrations(client, (number) => number === '0047');

    const { rows: clock } = await client.query('select announced_snapshot, announced_stale_since from advisory_clock');
    expect(clock).toEqual([{ announced_snapshot: '6', announced_stale_since: new Date('2026-01-01') }]);
    const { rows: entries } = await client.query('select package_key, active from affected_entry order by n');
    expect(entries).toEqual([
      { package_key: 'a', active: true },
      { package_key: 'b', active: false },
    ]);
    const { rows: organizations } = await client.query<{ id: string }>('select id from organization');
    expect(organizations).toHaveLength(2);
    for (const { id } of organizations) {
      await client.query(`set assay.org_id = '${id}'`);
      const { rows } = await client.query(`
        select a.not_uploaded, a.not_uploaded_findings, m.reported_model, r.questions, r.assessed_at, w.tries,
          p.format_version as plan_format, encode(p.content_sha256, 'hex') as plan, c.format_version as check_format,
          encode(c.content_sha256, 'hex') as check,
          array(select d.action from decision d where d.conditions = '{"kev": true}' order by d.action) as decisions,
          array(select e.action from audit_entry e order by e.action) as audited
        from analysis a, model_answer m, ai_assessment r, pending_assessment w, remediation_plan p, remediation_check c`);
      expect(rows).toEqual([
        {
          not_uploaded: [{ slot: 'main' }],
          not_uploaded_findings: [id],
          reported_model: 'm-2026',
          questions: [],
          assessed_at: new Date('2026-01-02'),
          tries: 2,
          plan_format: 2,
          plan: '01',
          check_format: 1,
          check: '02',
          decisions: ['not_affected', 'reverted'],
          audited: ['decision.made', 'decision.reverted'],
        },
      ]);
      await expect(client.query(`update decision set action = 'taken_back'`)).rejects.toMatchObject({ code: '23514' });
    }
  });

  it('rewrites no table, keeps row-level security and leaves no old name behind', async () => {
    const client = await aFilledDatabase();
    const listTables = async (): Promise<object[]> => {
      const { rows } = await client.query<object>(
        `select oid, pg_relation_filenode(oid) as file, relrowsecurity, relforcerowsecurity,
           (select json_agg(p.polqual::text) from pg_policy p where p.polrelid = c.oid) as policies
         from pg_class c where relnamespace = 'public'::regnamespace and relkind = 'r' order by oid`,
      );
      return rows;
    };
    const before = await listTables();

    await applyMigrations(client, (number) => number === '0047');

    expect(await listTables()).toEqual(before);
    const { rows: old } = await client.query(
      `select name from (
         select relname from pg_class where relnamespace = 'public'::regnamespace
         union all select conname from pg_constraint where connamespace = 'public'::regnamespace
         union all select attname from pg_attribute a join pg_class c on c.oid = a.attrelid
           where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.attnum > 0) n (name)
       where name ~ $1`,
      [OLD_NAMES],
    );
    expect(old).toEqual([]);
  });

  it('moves queued jobs to the queues with the new names', async () => {
    const url = await anEmptyDatabase();
    await migrateQueue({ url, log: () => {} });
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    onTestFinished(async () => await client.end());
    await client.query(`
      update pgboss.queue set dead_letter = null;
      update pgboss.queue set name = case name when 'assess-version' then 'read-with-ai'
        when 'close-failed-analysis' then 'give-up-analysis' when 'close-failed-plan' then 'give-up-plan' else name end;
      insert into pgboss.job (name, dead_letter) values ('read-with-ai', null), ('analyze-version', 'give-up-analysis'),
        ('give-up-plan', null)`);

    await Promise.all([1, 2].map(async () => await migrateQueue({ url, log: () => {} })));

    const { rows: jobs } = await client.query('select name, dead_letter from pgboss.job order by name');
    expect(jobs).toEqual([
      { name: 'analyze-version', dead_letter: 'close-failed-analysis' },
      { name: 'assess-version', dead_letter: null },
      { name: 'close-failed-plan', dead_letter: null },
    ]);
    const { rows: queues } = await client.query(
      `select name, dead_letter from pgboss.queue where name ~ 'read-with|give-up' or dead_letter ~ 'give-up'`,
    );
    expect(queues).toEqual([]);
  });
});

describe('the facts for relevance', () => {
  it('are unknown for existing documents until they are parsed again', async (context) => {
    skipOnCitus(context, BEFORE_CITUS);
    const { username, password } = new URL(inject('postgresAdminUrl'));
    const url = Object.assign(new URL(await aDatabase()), { username, password }).href;
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    onTestFinished(async () => await client.end());
    await client.query('set session_replication_role = replica');
    await client.query(`
      alter table sbom drop column traits;
      drop view component_set;
      alter table component_chunk rename to component_set;
      alter table component_set drop column platform, drop column in_graph;
      alter table advisory_record drop column mentions;
      alter table staged_record drop column mentions;
      insert into component_set (org_id, sha256, position, component_id, scope, type)
        select i, '', 0, i, 'required', 'library' from gen_random_uuid() i;
      insert into advisory_record (source, directory, id, modified, class, severity, title, details, cvss, cwes, "references",
        aliases, upstream, group_ids, projection_sha256, raw, snapshot)
        values ('osv', 'npm', 'GHSA-1', now(), 'vulnerability', 'high', '', 'Windows only', '[]', '{}', '{}', '{}', '{}', '{}', '', '', 1)`);

    await client.query(
      await readFile(new URL('../../../src/store/migrations/0031-facts-for-relevance.sql', import.meta.url), 'utf8'),
    );

    const { rows } = await client.query(
      'select s.platform, s.in_graph, r.mentions from component_set s cross join advisory_record r',
    );
    expect(rows).toEqual([{ platform: null, in_graph: null, mentions: [] }]);
  });
});

describe('the migration to chunks of component sets', () => {
  it('keeps every member of every organization, with its owners', async (context) => {
    skipOnCitus(context, BEFORE_CITUS);
    const url = await aDatabase();
    const owner = new pg.Client({ connectionString: url });
    await owner.connect();
    onTestFinished(async () => await owner.end());
    const { username, password } = new URL(inject('postgresAdminUrl'));
    const admin = new pg.Client({ connectionString: Object.assign(new URL(url), { username, password }).href });
    await admin.connect();
    onTestFinished(async () => await admin.end());
    await owner.query(`
      drop view component_set;
      drop table component_set_chunk;
      alter table component_chunk rename to component_set;
      alter index component_chunk_pkey rename to component_set_pkey;
      alter index component_chunk_of_component rename to component_set_of_component`);
    await admin.query('set session_replication_role = replica');
    await admin.query(`
      insert into component_set (org_id, sha256, position, component_id, scope, type, owners, ownership)
      select md5('organization ' || o)::uuid, sha256(s::text::bytea), p, md5(concat(o, s, p))::uuid, 'required', 'library',
        case when p = 2 then array[0, 1] end, case when p = 2 then 'certain' end
      from generate_series(1, 2) o, generate_series(1, 3) s, generate_series(0, 4) p`);
    const members =
      'select org_id, sha256, position, component_id, scope, type, owners from component_set order by 1, 2, 3';
    const { rows: before } = await admin.query(members);

    await owner.query(
      await readFile(
        new URL('../../../src/store/migrations/0054-shared-chunks-of-component-sets.sql', import.meta.url),
        'utf8',
      ),
    );

    const { rows: after } = await admin.query(members);
    expect(before).toHaveLength(30);
    expect(after).toEqual(before);
  });
});

describe('the migration to findings of newest versions', () => {
  it('fills them for every organization', async (context) => {
    skipOnCitus(context, 'It undoes the migration, which a distributed table does not allow.');
    const url = await aDatabase();
    const database = open(url);
    const organizations = [await newOrganization(database), await newOrganization(database)];
    for (const [n, { id }] of organizations.entries())
      await (n === 0 ? insertManyVersions(database, id) : insertGeneratedFindings(database, id));
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    onTestFinished(async () => await client.end());
    await client.query(
      'drop table newest_finding, daily_change, open_finding_count; alter table service drop column listed_version_id, drop column listed_coverage',
    );

    await applyMigrations(client, (number) => ['0060', '0067', '0085', '0092'].includes(number));

    for (const { id } of organizations) {
      const query = async <Row extends object>(statement: string): Promise<Row[]> =>
        await database.inOrg(id, async (tx) => (await tx.client.query<Row>(statement)).rows);
      expect(await query('select from newest_finding limit 1')).toHaveLength(1);
      expect(await listWrongNewestFindings({ query })).toEqual([]);
      expect(await query('select from open_finding_count limit 1')).toHaveLength(1);
      expect(await listWrongOpenFindingCounts({ query })).toEqual([]);
      expect(await listWrongFacets({ query })).toEqual([]);
      expect(await listWrongCoverages({ query })).toEqual([]);
    }
  });
});

describe('the first start', () => {
  it('happens once, however many processes start concurrently', async () => {
    const database = open(await aDatabase());
    const options = {
      ownerEmail: 'Owner@Example.com',
      ownerPassword: undefined,
      bootstrapToken: undefined,
      now: Date.now,
      newId,
    };

    const starts = await Promise.all(Array.from({ length: 4 }, async () => await firstStart(database, options)));

    const made = starts.filter((start) => start !== undefined);
    expect(made).toHaveLength(1);
    expect(made[0]).toMatchObject({
      ownerEmail: 'owner@example.com',
      generatedPassword: expect.any(String),
      generatedToken: expect.any(String),
    });
    expect(await firstStart(database, options)).toBeUndefined();
  });
});
