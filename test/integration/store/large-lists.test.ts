/**
 * Lists that avoid reading every version return what a plain statement over all rows returns: with many services and versions, some of
 * them deleted, packages that occur twice in a version, and findings that ended.
 */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase, type Database, type OrgTx } from '../../../src/store/database.ts';
import type { Band } from '../../../src/core/vocabulary/priority.ts';
import { countFindings, countListed } from '../../../src/store/findings/lists/count-findings.ts';
import { resolveFilter, type FindingFilter } from '../../../src/store/findings/lists/finding-filter.ts';
import {
  listAffectedServices,
  listFoundVulnerabilities,
} from '../../../src/store/findings/lists/found-vulnerabilities.ts';
import { listFindings } from '../../../src/store/findings/lists/list-findings.ts';
import {
  findUsedComponent,
  listUsedComponents,
  listUses,
  type ComponentPage,
} from '../../../src/store/portfolio/components/list-components.ts';
import { searchComponents, searchVersions, searchVulnerabilityIds } from '../../../src/store/portfolio/search.ts';
import { insertManyVersions, type ManyVersions } from '../../support/many-versions.ts';
import { newOrganization } from '../../support/test-assay.ts';
import { createTestDatabase, type TestDatabase } from '../../support/test-database.ts';

let testDatabase: TestDatabase;
let database: Database;
let orgId: string;
let many: ManyVersions;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  database = openDatabase({
    url: testDatabase.url,
    connectionsMax: 2,
    statementTimeoutMs: 30_000,
    onIdleError: () => {},
  });
  orgId = (await newOrganization(database)).id;
  many = await insertManyVersions(database, orgId);
});
afterAll(async () => {
  await database.close();
  await testDatabase.drop();
});

async function ask<Result>(work: (tx: OrgTx) => Promise<Result>): Promise<Result> {
  return await database.inOrg(orgId, work);
}

/** Whether the name or the address of a component contains the text. */
async function hasName(componentId: string, text: string): Promise<boolean> {
  const { rows } = await ask(
    async (tx) =>
      await sql`select from component where org_id = ${orgId} and id = ${componentId} and concat(name, ' ', purl) ilike ${`%${text}%`}`.execute(
        tx.db,
      ),
  );
  return rows.length > 0;
}

/** All services, and some. */
const SCOPES = ['all', 'some'] as const;

function scopeOf(name: (typeof SCOPES)[number]): 'all' | readonly string[] {
  return name === 'all' ? 'all' : many.serviceIds.filter((_, n) => n % 3 !== 0);
}

describe.each(SCOPES)('with %s services', (name) => {
  const inScope = () => {
    const scope = scopeOf(name);
    return scope === 'all' ? sql`true` : sql`s.id = any(${scope}::uuid[])`;
  };

  it('lists the services that a vulnerability affects', async () => {
    for (const groupIds of [many.groupIds.slice(0, 1), many.groupIds.slice(1, 4), many.groupIds, ['CVE-1999-1']]) {
      const expected = await ask(async (tx) => await plainAffected(tx, groupIds, inScope()));
      for (const limit of [1_000, 3]) {
        const { items, total } = await ask(
          async (tx) => await listAffectedServices(tx, groupIds, scopeOf(name), limit),
        );

        expect(items).toEqual(expected.slice(0, limit));
        expect(total).toBe(expected.length);
      }
    }
  });

  it.each(['1.', '1.2', 'RELEASE', 'alias', '-', 'nothing'])('finds versions named "%s"', async (text) => {
    const { rows: expected } = await ask(
      async (tx) =>
        await sql<Record<string, unknown>>`
          select v.id, n.name as found, v.name, s.id as "serviceId", s.name as "serviceName"
          from version_name n
          join service_version v on v.org_id = n.org_id and v.id = n.version_id and v.deleted_at is null
          join service s on s.org_id = n.org_id and s.id = n.service_id and s.deleted_at is null and ${inScope()}
          where n.org_id = ${orgId} and strpos(lower(n.name), ${text.toLowerCase()}) > 0
          order by strpos(lower(n.name), ${text.toLowerCase()}) > 1, v.created_at desc, v.id desc, n.name collate "C"`.execute(
          tx.db,
        ),
    );
    for (const limit of [1_000, 20, 4, 1])
      expect(await ask(async (tx) => await searchVersions(tx, scopeOf(name), text, limit))).toEqual(
        expected.slice(0, limit),
      );
  });

  it('counts the services of a vulnerability in a search', async () => {
    const found = await ask(async (tx) => await searchVulnerabilityIds(tx, scopeOf(name), 'CVE-', 100));

    for (const { groupId, services } of found) {
      const affected = await ask(async (tx) => await plainAffected(tx, [groupId], inScope()));
      expect([groupId, services]).toEqual([groupId, new Set(affected.map((each) => each['serviceId'])).size]);
    }
    expect(found.length).toBe(many.groupIds.length);
    const affected = found.filter(({ services }) => services > 0);
    expect(found.slice(0, affected.length)).toEqual(affected);
    for (const limit of [affected.length + 1, affected.length, 2, 1])
      expect(await ask(async (tx) => await searchVulnerabilityIds(tx, scopeOf(name), 'CVE-', limit))).toEqual(
        found.slice(0, limit),
      );
  });

  it('lists the versions that contain a component', async () => {
    for (const componentId of many.componentIds) {
      const { rows: expected } = await ask(
        async (tx) =>
          await sql<{ id: string }>`
            select distinct on (v.created_at, v.id) v.id from component_set c
            join sbom b on b.org_id = c.org_id and b.set_sha256 = c.sha256 and b.superseded_by is null and b.deleted_at is null
            join service_version v on v.org_id = b.org_id and v.id = b.version_id and v.deleted_at is null
            join service s on s.org_id = v.org_id and s.id = v.service_id and s.deleted_at is null and ${inScope()}
            where c.component_id = ${componentId} order by v.created_at desc, v.id desc`.execute(tx.db),
      );
      const { items, total } = await ask(
        async (tx) => await listUses(tx, scopeOf(name), componentId, { limit: 5, offset: 0 }),
      );

      expect(items.map(({ versionId }) => versionId)).toEqual(expected.slice(0, 5).map(({ id }) => id));
      expect(total).toBe(expected.length);
      const used = await ask(
        async (tx) => await listUsedComponents(tx, scopeOf(name), { at: AT }, { limit: 100, offset: 0 }),
      );
      const isUsed = expected.length > 0;
      expect(used.items.some(({ id }) => id === componentId)).toBe(isUsed);
      const one = await ask(async (tx) => await findUsedComponent(tx, scopeOf(name), componentId, AT));
      expect(one !== undefined).toBe(isUsed);
      const found = await ask(async (tx) => await searchComponents(tx, scopeOf(name), 'a', 100));
      expect(found.some(({ id }) => id === componentId)).toBe(isUsed && (await hasName(componentId, 'a')));
      expect(used.total).toBe(used.items.length);
    }
  });

  it('pages components by offset and by cursor', async () => {
    const list = async (page: ComponentPage) =>
      await ask(async (tx) => await listUsedComponents(tx, scopeOf(name), { at: AT }, page));
    const { items, total } = await list({ limit: 100, offset: 0 });

    expect(await list({ limit: 2, offset: 1 })).toEqual({ items: items.slice(1, 3), total });
    expect(await list({ limit: 2, offset: 0, after: items[0] })).toEqual({ items: items.slice(1, 3), total });
    expect(await list({ limit: 2, offset: total })).toEqual({ items: [], total });
  });

  it('counts the findings, services and versions of each vulnerability', async () => {
    const { items } = await ask(
      async (tx) => await listFoundVulnerabilities(tx, scopeOf(name), {}, { limit: 100, offset: 0 }),
    );

    const { rows: expected } = await ask(
      async (tx) =>
        await sql<Record<string, unknown>>`
          select f.group_id as id, count(*) filter (where f.version_id = n.id)::int as findings,
            count(distinct n.id) filter (where f.version_id = n.id)::int as services,
            count(distinct f.package_name) filter (where f.version_id = n.id)::int as "packageCount",
            count(distinct f.version_id)::int as versions
          from version_finding f
          join service_version v on v.org_id = f.org_id and v.id = f.version_id and v.deleted_at is null
          join service s on s.org_id = v.org_id and s.id = v.service_id and s.deleted_at is null and ${inScope()}
          join lateral (select id from service_version o where o.org_id = ${orgId} and o.service_id = s.id and o.deleted_at is null
            order by o.created_at desc, o.id desc limit 1) n on true
          where f.org_id = ${orgId} and f.known_to is null and f.relevance <> 'not_relevant'
          group by f.group_id having bool_or(f.version_id = n.id)`.execute(tx.db),
    );
    const byId = (a: { id?: unknown }, b: { id?: unknown }): number => (String(a.id) < String(b.id) ? -1 : 1);
    expect(
      items
        .map(({ finding, findings, services, packageCount, versions }) => ({
          id: finding.canonicalId,
          findings,
          services,
          packageCount,
          versions,
        }))
        .toSorted(byId),
    ).toEqual(expected.toSorted(byId));
    expect(items.every(({ moreVersions }) => !moreVersions)).toBe(true);
  });

  it.each<FindingFilter>([
    {},
    { severity: ['medium', 'unknown'] },
    { kev: true },
    { kev: false, fixable: false },
    { fixable: true },
    { direct: true },
    { direct: false, band: ['P2', 'P3'] },
    { band: ['P0', 'P1'] },
    { relevance: ['deprioritized', 'not_relevant'] },
    { severity: ['low'], relevance: ['not_relevant'], fixable: true },
    { package: 'package-1' },
  ])('counts what it lists with the filter %j', async (filter) => {
    const whose = { newestOf: scopeOf(name) };
    const listed = async (relevance = filter.relevance) =>
      await ask(
        async (tx) =>
          await listFindings(tx, whose, { ...filter, relevance }, { limit: 10_000, offset: 0, sort: 'priority' }),
      );
    const { items } = await listed();
    const hidden = (await listed(['not_relevant'])).items.length;

    const counts = await ask(async (tx) => await countFindings(tx, whose, filter));
    expect(counts).toMatchObject({
      total: items.length,
      hidden,
      lowerPriority: items.filter(({ relevance }) => relevance === 'deprioritized').length,
    });
    expect([...counts.bySeverityRank.values()].reduce((sum, count) => sum + count, 0)).toBe(items.length);
    const found = Map.groupBy(items, ({ band }) => band);
    for (const [band, count] of counts.byBand)
      expect([band, count]).toEqual([band, found.get(band as Band)?.length ?? 0]);
    expect(await ask(async (tx) => await countListed(tx, whose, filter))).toEqual({
      total: items.length,
      more: false,
      hidden,
    });
  });

  it.each(['priority', 'severity', 'package', 'firstSeen'] as const)('pages by %s', async (sort) => {
    for (const q of [undefined, 'wrong', 'package-1']) {
      const filter = await ask(async (tx) => await resolveFilter(tx, { q }));
      const whole = await ask(
        async (tx) => await listFindings(tx, { newestOf: scopeOf(name) }, filter, { limit: 10_000, offset: 0, sort }),
      );
      const ids: string[] = [];
      for (let offset = 0; offset < whole.items.length; offset += 7) {
        const page = await ask(
          async (tx) => await listFindings(tx, { newestOf: scopeOf(name) }, filter, { limit: 7, offset, sort }),
        );
        ids.push(...page.items.map(({ id }) => id));
      }

      expect(ids).toEqual(whole.items.map(({ id }) => id));
      expect(new Set(ids)).toEqual(new Set(many.listNewest(scopeOf(name), q)));
    }
  });
});

const AT = '2026-07-01T00:00:00.000Z';

async function plainAffected(
  tx: OrgTx,
  groupIds: readonly string[],
  inScope: ReturnType<typeof sql>,
): Promise<Record<string, unknown>[]> {
  const { rows } = await sql<Record<string, unknown> & { firstSeenAt: Date }>`
    select a."serviceId", a."serviceName", a."versionId", a."versionName", a."versionCount", a.package, a."packageVersion",
      a.relevance, a."firstSeenAt", not exists (
        select 1 from service_version n where n.org_id = ${orgId} and n.service_id = a."serviceId" and n.deleted_at is null
          and (n.created_at, n.id) > (a.created_at, a."versionId")) as "isNewest"
    from (
      select distinct on (s.name collate "C", s.id, f.package_name collate "C")
        s.id as "serviceId", s.name as "serviceName", v.id as "versionId", v.name as "versionName", v.created_at,
        (dense_rank() over held_by + dense_rank() over held_by_backwards - 1)::int as "versionCount",
        f.package_name as package, c.version as "packageVersion", f.relevance,
        min(f.first_seen_at) over (partition by s.id, f.package_name) as "firstSeenAt"
      from version_finding f
      join service_version v on v.org_id = f.org_id and v.id = f.version_id and v.deleted_at is null
      join service s on s.org_id = v.org_id and s.id = v.service_id and s.deleted_at is null
      join component c on c.org_id = f.org_id and c.id = f.component_id
      where f.org_id = ${orgId} and f.group_id = any(${groupIds}::text[]) and f.known_to is null and ${inScope}
      window held_by as (partition by s.id, f.package_name order by v.created_at, v.id),
        held_by_backwards as (partition by s.id, f.package_name order by v.created_at desc, v.id desc)
      order by s.name collate "C", s.id, f.package_name collate "C", v.created_at desc, v.id desc,
        f.relevance = 'not_relevant', f.relevance <> 'relevant', f.id
    ) a
    order by a."serviceName" collate "C", a."serviceId", a.package collate "C"`.execute(tx.db);
  return rows.map((row) => ({ ...row, firstSeenAt: row.firstSeenAt.toISOString() }));
}
