/**
 * Findings to decide about, selected by the id of any row that a list has shown, or by a filter. Only current findings can be
 * decided about.
 */
import { sql } from 'kysely';
import { LIMITS } from '../../core/limits.ts';
import type { FindingDetail } from '../../core/history/findings/version-findings.ts';
import type { Opinion } from '../../core/relevance/opinions/opinion.ts';
import type { OrgTx } from '../database.ts';
import { idOf, matchingRows, versionsOf, type FindingsOf } from '../findings/lists/collect-findings.ts';
import { FACTS_OF_ROW } from '../findings/finding-details.ts';
import { type PublishedFinding, toOpinion, type StoredOpinion } from '../findings/stored-finding.ts';
import { relevanceOf, type FindingFilter } from '../findings/lists/finding-filter.ts';
import type { ServiceScope } from '../portfolio/services.ts';
import type { DecidedFinding } from './decisions.ts';

/** A row of a version. */
export interface DecidableFinding extends Pick<PublishedFinding, 'findingId' | 'package' | 'groupId' | 'ids'> {
  readonly rowId: string;
  readonly serviceId: string;
  readonly versionId: string;
  readonly vulnerability: DecidedFacts;
  /** Suggestion of a rule or model; null if there is none. */
  readonly suggestion: Pick<Opinion, 'state' | 'justification' | 'text' | 'evidence'> | null;
}

/** The published facts that a decision is based on. */
export type DecidedFacts = Pick<
  FindingDetail['vulnerability'],
  'title' | 'severity' | 'cvss' | 'cwes' | 'withdrawnAt' | 'kev' | 'ssvc'
>;

/** Returns the ids of the rows that match a filter, or undefined if there are more than can be decided at once. */
export async function listDecidableIds(
  tx: OrgTx,
  whose: FindingsOf,
  filter: FindingFilter,
): Promise<readonly string[] | undefined> {
  const countMax = LIMITS.decisionsAtOnceMax;
  const columns = sql`${idOf(tx, whose, filter, 'priority')} as id`;
  const rows = matchingRows(tx, whose, filter, {
    relevance: relevanceOf(filter),
    columns,
    sorted: sql``,
    countMax: countMax + 1,
  });
  const { rows: chosen } = await sql<{ id: string }>`
    with chosen as materialized (${versionsOf(tx, whose, filter)})
    select m.id from (${rows}) m`.execute(tx.db);
  return chosen.length > countMax ? undefined : chosen.map(({ id }) => id);
}

/** A row that was replaced by a newer one stands for it. Ended, deleted and out-of-scope findings are absent. */
export async function listDecidableFindings(
  tx: OrgTx,
  ids: readonly string[],
  scope: ServiceScope,
): Promise<DecidableFinding[]> {
  const inScope = scope === 'all' ? sql`` : sql`and s.id = any(${scope}::uuid[])`;
  const { rows } = await sql<DecidableRow>`
    with chosen as materialized (
      select distinct version_id, finding_id from version_finding where org_id = ${tx.orgId} and id = any(${ids}::uuid[])
    )
    select v.id as "rowId", coalesce(f.merged_into, f.id) as "findingId", s.id as "serviceId",
      v.version_id as "versionId", f.package, v.group_id as "groupId", v.ids,
      d.detail->'vulnerability' as vulnerability, nullif(d.detail #> '{relevance,suggestion}', 'null'::jsonb) as suggestion
    from chosen g
    join version_finding v on v.org_id = ${tx.orgId} and v.version_id = g.version_id and v.finding_id = g.finding_id
    ${FACTS_OF_ROW}
    join finding f on f.org_id = v.org_id and f.id = v.finding_id
    join service_version n on n.org_id = v.org_id and n.id = v.version_id
    join service s on s.org_id = n.org_id and s.id = n.service_id
    where v.known_to is null and n.deleted_at is null and s.deleted_at is null ${inScope}
    order by v.id`.execute(tx.db);
  return rows.map((row) => ({
    ...row,
    // Missing in older rows.
    vulnerability: { ...row.vulnerability, kev: row.vulnerability.kev ?? null, ssvc: row.vulnerability.ssvc ?? null },
    suggestion: row.suggestion && toOpinion(row.suggestion),
  }));
}

type DecidableRow = Omit<DecidableFinding, 'suggestion'> & { readonly suggestion: StoredOpinion | null };

/** Returns the finding of a row, even if the row has ended. */
export async function findDecidedFinding(tx: OrgTx, rowId: string): Promise<DecidedFinding | undefined> {
  const { rows } = await sql<DecidedFinding>`
    select coalesce(f.merged_into, f.id) as "findingId", f.service_id as "serviceId", f.package, v.ids
    from version_finding v join finding f on f.org_id = v.org_id and f.id = v.finding_id
    where v.org_id = ${tx.orgId} and v.id = ${rowId}`.execute(tx.db);
  return rows[0];
}

/** Serializes the decisions of an organization, so that each sees the previous one and supersedes it. */
export async function lockDecisions(tx: OrgTx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`assay decisions ${tx.orgId}`}, 0))`.execute(tx.db);
}
