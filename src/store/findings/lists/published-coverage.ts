/** The coverage behind a list of findings, as measured by the last analyses of its versions. */
import { sql } from 'kysely';
import type { Coverage } from '../../../core/history/coverage.ts';
import type { MissingDocument } from '../../../core/history/missing-documents.ts';
import type { OrgTx } from '../../database.ts';
import { versionsOf, type FindingsOf } from './list-findings.ts';
import { StoredCoverage, StoredUnseenDocuments } from '../analyses/stored-analysis.ts';

/**
 * Returns undefined before the first analysis has ended. For several versions it is the sum: a component in two services counts
 * twice. An earlier result stays readable while a newer analysis runs.
 */
export async function findCoverage(
  tx: OrgTx,
  whose: FindingsOf,
  { asOf }: { readonly asOf?: string | undefined } = {},
): Promise<Coverage | undefined> {
  const until = asOf === undefined ? sql`` : sql`and a.finished_at <= ${asOf}::timestamptz`;
  const { rows } = await sql<{ coverage: unknown }>`
    with chosen as materialized (${versionsOf(tx, whose, { asOf })}),
    measured as materialized (
      select r.coverage from chosen c cross join lateral (
        select a.coverage from analysis a
        where a.org_id = ${tx.orgId} and a.version_id = c.version_id and a.coverage is not null ${until}
        order by a.created_at desc, a.id desc limit 1
      ) r
    ),
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

/** Returns documents of earlier versions that were not uploaded for the version by its last analysis, and so were not checked. */
export async function listUnseenDocuments(
  tx: OrgTx,
  versionId: string,
  { asOf }: { readonly asOf?: string | undefined } = {},
): Promise<readonly MissingDocument[]> {
  const until = asOf === undefined ? sql`` : sql`and a.finished_at <= ${asOf}::timestamptz`;
  const { rows } = await sql<{ not_uploaded: unknown }>`
    select a.not_uploaded from analysis a
    where a.org_id = ${tx.orgId} and a.version_id = ${versionId} and a.coverage is not null ${until}
    order by a.created_at desc, a.id desc limit 1`.execute(tx.db);
  return StoredUnseenDocuments.parse(rows[0]?.not_uploaded ?? null) ?? [];
}
