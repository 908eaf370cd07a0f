/** How many components were checked: behind a list of findings, as its last analyses measured it, and measured anew. */
import { sql, type RawBuilder } from 'kysely';
import { type Coverage, toCoverage, findReleaseProblem } from '../../core/history/coverage.ts';
import type { MissingDocument } from '../../core/history/missing-documents.ts';
import type { OrgTx } from '../database.ts';
import { versionsOf, type FindingsOf } from './lists/collect-findings.ts';
import { StoredCoverage, StoredUnseenDocuments } from './analyses/stored-analysis.ts';
import { listLoadedReleases } from '../advisories/releases.ts';
import { matchedColumns, releasesOf, toMatched, type MatchedRow } from '../portfolio/components/checked-reason.ts';
import { countSetGroups, type ComponentGroup } from '../portfolio/components/set-groups.ts';

/**
 * Returns undefined before the first analysis has ended. For several versions it is the sum: a component in two services counts
 * twice. An earlier result stays readable while a newer analysis runs.
 */
export async function findCoverage(
  tx: OrgTx,
  whose: FindingsOf,
  { asOf }: { readonly asOf?: string | undefined } = {},
): Promise<Coverage | undefined> {
  const { rows } = await sql<{ coverage: unknown }>`
    with measured as materialized (${measuredCoverages(tx, whose, asOf)}),
    reasons as (
      select n.reason, sum(n.count)::int as count
      from measured m cross join jsonb_to_recordset(m.coverage->'notChecked') as n(reason text, count int)
      group by n.reason
    ),
    fix_only as (
      select r.family, r.release, sum(r.count)::int as count
      from measured m
      cross join jsonb_to_recordset(m.coverage->'fixedIssuesOnlyByRelease') as r(family text, release text, count int)
      group by r.family, r.release
    )
    select jsonb_build_object(
      'components', sum((m.coverage->>'components')::int), 'checked', sum((m.coverage->>'checked')::int),
      'notChecked', coalesce((select jsonb_agg(r order by r.count desc, r.reason) from reasons r), '[]'),
      'fixedIssuesOnly', coalesce((select sum(r.count) from fix_only r), 0),
      'fixedIssuesOnlyByRelease',
        coalesce((select jsonb_agg(r order by r.count desc, r.family, r.release) from fix_only r), '[]')) as coverage
    from measured m having count(*) > 0`.execute(tx.db);
  return StoredCoverage.parse(rows[0]?.coverage ?? null) ?? undefined;
}

/** The coverage of the listed version is kept with its service, because looking it up for thousands takes longer than the list. */
function measuredCoverages(tx: OrgTx, whose: FindingsOf, asOf: string | undefined): RawBuilder<unknown> {
  if ('newestOf' in whose && asOf === undefined) {
    const inScope = whose.newestOf === 'all' ? sql`` : sql`and s.id = any(${whose.newestOf}::uuid[])`;
    return sql`
      select s.listed_coverage as coverage from service s
      where s.org_id = ${tx.orgId} and s.deleted_at is null ${inScope}
        and s.listed_version_id is not null and s.listed_coverage is not null`;
  }
  const until = asOf === undefined ? sql`` : sql`and a.finished_at <= ${asOf}::timestamptz`;
  return sql`
    select r.coverage from (${versionsOf(tx, whose, { asOf })}) c cross join lateral (
      select a.coverage from analysis a
      where a.org_id = ${tx.orgId} and a.version_id = c.version_id and a.coverage is not null ${until}
      order by a.created_at desc, a.id desc limit 1
    ) r`;
}

/** Returns documents of earlier versions that were not uploaded for the version by its last analysis, and so were not checked. */
export async function listMissingDocuments(
  tx: OrgTx,
  versionId: string,
  { asOf }: { readonly asOf?: string | undefined } = {},
): Promise<readonly MissingDocument[]> {
  const until = asOf === undefined ? sql`` : sql`and a.finished_at <= ${asOf}::timestamptz`;
  const { rows } = await sql<{ documents: unknown }>`
    select a.not_uploaded as documents from analysis a
    where a.org_id = ${tx.orgId} and a.version_id = ${versionId} and a.coverage is not null ${until}
    order by a.created_at desc, a.id desc limit 1`.execute(tx.db);
  return StoredUnseenDocuments.parse(rows[0]?.documents ?? null) ?? [];
}

/**
 * Measures how many components of some sets were checked, on the currently loaded data. Each distinct component counts once, however many sets contain it. Whether a component is affected is read only where the
 * absence of advisories would mean nothing, because that lookup costs more than the rest.
 */
export async function measureCoverage(tx: OrgTx, sets: readonly Buffer[], at: string): Promise<Coverage> {
  const [set, ...others] = sets;
  const groups =
    set !== undefined && others.length === 0
      ? await countSetGroups(tx, set)
      : await countByColumns(tx, sets, sql`f.reason, f.family, f.release, f.channel, false as "isAffected"`);
  const loaded = await listLoadedReleases(tx, releasesOf(groups));
  const isDoubtful = groups.some(
    ({ release }) => release !== null && findReleaseProblem(release, loaded, at) !== undefined,
  );
  const known = isDoubtful ? await countByColumns(tx, sets, sql`f.*`) : groups;
  return toCoverage(known, loaded, at);
}

async function countByColumns(
  tx: OrgTx,
  sets: readonly Buffer[],
  columns: ReturnType<typeof sql>,
): Promise<ComponentGroup[]> {
  const { rows } = await sql<MatchedRow & { count: number }>`
    select g.*, count(*)::int as count from (
      select ${columns} from (
        select ${matchedColumns(tx)}
        from (select distinct component_id from component_set where org_id = ${tx.orgId} and sha256 = any(${sets})) s
        join component c on c.org_id = ${tx.orgId} and c.id = s.component_id
        left join component_memo m on m.org_id = ${tx.orgId} and m.component_id = s.component_id
      ) f
    ) g
    group by 1, 2, 3, 4, 5`.execute(tx.db);
  return rows.map(toMatched);
}
