/** For rows that no publication has written, and to compare the rows of `newest_finding` with their definition. */
import { sql } from 'kysely';
import type { OrgTx } from '../../src/store/database.ts';
import { copyNewestFindings } from '../../src/store/findings/publication/newest-findings.ts';
import type { TestOrganization } from './test-pipeline.ts';

export async function copyAllNewestFindings(tx: OrgTx): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select id from service where org_id = ${tx.orgId} order by id for no key update`.execute(tx.db);
  for (const { id } of rows) await copyNewestFindings(tx, id);
}

/** Returns rows that lists show although the newest version has no such finding, and findings of newest versions that they miss. */
export async function listWrongNewestFindings(organization: Pick<TestOrganization, 'query'>): Promise<object[]> {
  const columns = await organization.query<{ name: string }>(
    `select attname as name from pg_attribute where attrelid = 'newest_finding'::regclass and attnum > 0
       and attname not in ('org_id', 'service_id')`,
  );
  const of = (row: string): string => columns.map(({ name }) => `${row}.${name}`).join(', ');
  const shown = `
    select s.id, ${of('o')} from newest_finding o join service s on s.org_id = o.org_id and s.id = o.service_id
    where s.listed_version_id is not null and s.deleted_at is null`;
  const expected = `
    select s.id, ${of('v')} from service s
    join service_version n on n.org_id = s.org_id and n.service_id = s.id and n.deleted_at is null
    join version_finding v on v.org_id = n.org_id and v.version_id = n.id and v.known_to is null
    where s.deleted_at is null and not exists (
      select 1 from service_version o where o.org_id = s.org_id and o.service_id = s.id and o.deleted_at is null
        and (o.created_at, o.id) > (n.created_at, n.id))`;
  return await organization.query(`
    select 'superfluous' as kind, d.* from (${shown} except all ${expected}) d
    union all select 'missing', d.* from (${expected} except all ${shown}) d`);
}

/** Returns services whose changes of all days do not add up to their current findings. */
export async function listWrongDailyChanges(organization: Pick<TestOrganization, 'query'>): Promise<object[]> {
  const severities = ['none', 'unknown', 'low', 'medium', 'high', 'critical'];
  const counted = severities.map((name, rank) => `(count(*) filter (where severity_rank = ${rank}))::int as ${name}`);
  const summed = severities.map((name) => `sum(${name})::int as ${name}`);
  return await organization.query(`
    select service_id, coalesce(d.changes, n.current) as changes, n.current from (
      select service_id, to_jsonb(x) - 'service_id' as changes from (
        select service_id, ${summed.join(', ')}, round(sum(risk)::numeric, 2) as risk from daily_change group by service_id) x
    ) d full join (
      select service_id, to_jsonb(x) - 'service_id' as current from (
        select service_id, ${counted.join(', ')}, round(sum(risk)::numeric, 2) as risk from newest_finding
        where relevance <> 'not_relevant' group by service_id) x
    ) n using (service_id)
    where coalesce(d.changes, '{}') <> coalesce(n.current,
      '{"none":0,"unknown":0,"low":0,"medium":0,"high":0,"critical":0,"risk":0}')`);
}

/** Returns services whose counts differ from their rows in `newest_finding`. */
export async function listWrongOpenFindingCounts(organization: Pick<TestOrganization, 'query'>): Promise<object[]> {
  const severities = ['none', 'unknown', 'low', 'medium', 'high', 'critical'];
  const counts = [
    ...['P0', 'P1', 'P2', 'P3', 'P4'].map((band) => [band, `is_shown and band = '${band}'`] as const),
    ...severities.map((name, rank) => [name, `is_shown and severity_rank = ${rank}`] as const),
    ['exploited', 'is_shown and kev'] as const,
    ['hidden', 'not is_shown'] as const,
  ].map(([name, condition]) => `(count(*) filter (where ${condition}))::int as "${name}"`);
  const zeros = `(select to_jsonb(o) - 'service_id' from (select ${counts.join(', ')}, 0 as risk
    from (select true as is_shown, '' as band, 0 as severity_rank, false as kev where false) o) o)`;
  return await organization.query(`
    select service_id, c.counted, n.current from (
      select service_id, to_jsonb(x) - '{service_id,org_id,facets,facet_counts}'::text[] || jsonb_build_object('risk', round(risk::numeric, 2)) as counted
      from open_finding_count x
    ) c full join (
      select service_id, to_jsonb(x) - 'service_id' as current from (
        select service_id, ${counts.join(', ')}, round(coalesce(sum(risk) filter (where is_shown), 0)::numeric, 2) as risk
        from (select v.*, v.relevance <> 'not_relevant' as is_shown from newest_finding v) v group by service_id) x
    ) n using (service_id)
    where coalesce(c.counted, ${zeros}) <> coalesce(n.current, ${zeros})`);
}

/** Returns numbers of findings that are alike in every property of a facet, where the facets of a service differ from its rows. */
export async function listWrongFacets(organization: Pick<TestOrganization, 'query'>): Promise<object[]> {
  const counted = `
    select o.service_id, f.facet % 8 as severity_rank, (array['P0', 'P1', 'P2', 'P3', 'P4'])[f.facet / 8 % 8] as band,
      (array['relevant', 'deprioritized', 'not_relevant'])[f.facet / 64 % 4] as relevance, f.facet / 256 % 2 = 1 as kev,
      f.facet / 512 % 2 = 1 as has_fix, (array[null, false, true])[f.facet / 1024 + 1] as direct, f.count
    from open_finding_count o cross join lateral unnest(o.facets, o.facet_counts) f(facet, count)`;
  const expected = `
    select service_id, severity_rank, band, relevance, kev, has_fix, direct, count(*) from newest_finding
    group by service_id, severity_rank, band, relevance, kev, has_fix, direct`;
  return await organization.query(`
    select 'superfluous' as kind, d.* from (${counted} except all ${expected}) d
    union all select 'missing', d.* from (${expected} except all ${counted}) d`);
}

/** Returns services whose coverage differs from that of the last result of their newest version. */
export async function listWrongCoverages(organization: Pick<TestOrganization, 'query'>): Promise<object[]> {
  return await organization.query(`
    select s.id, s.listed_coverage, m.coverage from service s
    left join lateral (
      select v.id from service_version v where v.org_id = s.org_id and v.service_id = s.id and v.deleted_at is null
      order by v.created_at desc, v.id desc limit 1
    ) n on true
    left join lateral (
      select a.coverage from analysis a where a.org_id = s.org_id and a.version_id = n.id and a.coverage is not null
      order by a.created_at desc, a.id desc limit 1
    ) m on true
    where s.deleted_at is null
      and (case when s.listed_version_id is not null then s.listed_coverage end) is distinct from m.coverage`);
}
