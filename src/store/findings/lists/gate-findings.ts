/**
 * The findings of a version as input for the gate, counted in the database: tens of thousands of rows become a few hundred
 * groups, and only the findings named in the response are read.
 */
import { sql, type RawBuilder } from 'kysely';
import { rankOf, severityOf } from '../../../core/advisory/severity/severity-rank.ts';
import type { GateGroup } from '../../../core/history/gate.ts';
import type { Confidence } from '../../../core/vocabulary/finding.ts';
import type { OrgTx } from '../../database.ts';
import { factsColumn } from '../finding-details.ts';
import type { PublishedFinding } from '../stored-finding.ts';

interface GateFindingQuery {
  readonly versionId: string;
  /** The version to compare with: only findings that it does not have are new. If undefined, all are. */
  readonly baseId: string | undefined;
  /** An accepted risk counts if it expires after this time. */
  readonly now: string;
  /** If false, the condition does not depend on the confidence, which is then not read and counts as `low`. */
  readonly withConfidence: boolean;
}

/** Counts open findings that are not filtered as not relevant, grouped by all facts that the rule of the gate depends on. */
export async function countGateFindings(tx: OrgTx, question: GateFindingQuery): Promise<GateGroup[]> {
  const { rows } = await sql<GroupRow & { count: number }>`
    with base as materialized (${baseOf(tx, question)})
    select ${FACTS}, count(*)::int as count from (${factsOf(tx, question)}) v group by ${FACTS}
    order by ${FACTS}`.execute(tx.db);
  return rows.map(toSeverity);
}

export type GateFindingRow = Pick<
  PublishedFinding,
  'id' | 'fingerprint' | 'canonicalId' | 'class' | 'severity' | 'kev' | 'packageName' | 'componentVersion' | 'hasFix'
>;

/** Returns the first findings of these groups, the most severe first. */
export async function listGateFindings(
  tx: OrgTx,
  question: GateFindingQuery,
  groups: readonly GateGroup[],
  limit: number,
): Promise<GateFindingRow[]> {
  if (groups.length === 0) return [];
  const wanted = JSON.stringify(groups.map(({ severity, ...group }) => ({ ...group, severityRank: rankOf(severity) })));
  const { rows } = await sql<Omit<GateFindingRow, 'severity'> & { readonly severityRank: number }>`
    with base as materialized (${baseOf(tx, question)}),
    page as materialized (
      select v.* from (${factsOf(tx, question)}) v
      join jsonb_to_recordset(${wanted}::jsonb) as g(class text, "severityRank" int, "hasFix" boolean, kev boolean,
        confidence text, "isNew" boolean, "isAccepted" boolean) using (${FACTS})
      order by "severityRank" desc, package_name, finding_id, component_id limit ${limit}
    )
    select v.id, encode(coalesce(m.fingerprint, f.fingerprint), 'hex') as fingerprint, v.canonical_id as "canonicalId", v.class,
      v."severityRank", v.kev, v.package_name as "packageName", c.version as "componentVersion", v."hasFix"
    from page v
    join finding f on f.org_id = ${tx.orgId} and f.id = v.finding_id
    left join finding m on m.org_id = f.org_id and m.id = f.merged_into
    join component c on c.org_id = ${tx.orgId} and c.id = v.component_id
    order by v."severityRank" desc, v.package_name, v.finding_id, v.component_id`.execute(tx.db);
  return rows.map(toSeverity);
}

type GroupRow = Omit<GateGroup, 'severity' | 'count'> & { readonly severityRank: number };

function toSeverity<Row extends { readonly severityRank: number }>({ severityRank, ...row }: Row) {
  return { ...row, severity: severityOf(severityRank) };
}

const FACTS = sql`class, "severityRank", "hasFix", kev, confidence, "isNew", "isAccepted"`;
const IS_SHOWN = sql`v.known_to is null and v.relevance <> 'not_relevant'`;
const confidenceOf = (tx: OrgTx): RawBuilder<Confidence> =>
  sql<Confidence>`coalesce(${factsColumn(tx)}->'match'->>'confidence', 'low')`;

function factsOf(tx: OrgTx, { versionId, baseId, now, withConfidence }: GateFindingQuery): RawBuilder<unknown> {
  const known = sql`left join finding f on f.org_id = v.org_id and f.id = v.finding_id
    left join finding m on m.org_id = f.org_id and m.id = f.merged_into
    left join base b on b.fingerprint = coalesce(m.fingerprint, f.fingerprint)`;
  return sql`
    select v.id, v.finding_id, v.component_id, v.package_name, v.canonical_id, v.class, v.severity_rank as "severityRank", v.kev,
      v.has_fix as "hasFix", ${withConfidence ? confidenceOf(tx) : sql`'low'`} as confidence,
      ${baseId === undefined ? sql`true` : sql`b.fingerprint is null`} as "isNew",
      coalesce(v.label = 'accepted' and v.relevance_expires_at > ${now}::timestamptz, false) as "isAccepted"
    from version_finding v ${baseId === undefined ? sql`` : known}
    where v.org_id = ${tx.orgId} and v.version_id = ${versionId} and ${IS_SHOWN}`;
}

function baseOf(tx: OrgTx, { baseId }: GateFindingQuery): RawBuilder<unknown> {
  if (baseId === undefined) return sql`select null::bytea as fingerprint where false`;
  return sql`
    select distinct coalesce(m.fingerprint, f.fingerprint) as fingerprint from version_finding v
    join finding f on f.org_id = v.org_id and f.id = v.finding_id
    left join finding m on m.org_id = f.org_id and m.id = f.merged_into
    where v.org_id = ${tx.orgId} and v.version_id = ${baseId} and ${IS_SHOWN}`;
}
