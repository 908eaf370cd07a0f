/** One side of a comparison: what was published for a version, and the components that it was published for. */
import { sql, type RawBuilder } from 'kysely';
import { severityOf } from '../../core/advisory/severity-rank.ts';
import type { Severity } from '../../core/advisory/advisory.ts';
import type { ResultOrigin } from '../../core/history/explain-change.ts';
import type { SlotDocument } from '../../core/history/unseen-documents.ts';
import type { Confidence, PackageMatch } from '../../core/match/match.ts';
import { LIMITS } from '../../core/limits.ts';
import type { OrgTx } from '../database.ts';
import { FACTS_COLUMN } from './finding-details.ts';

export interface HeldComponent {
  readonly purl: string | null;
  readonly name: string;
  readonly version: string | null;
  /** Package without version. */
  readonly package: string;
}

/** What was last published for a version; undefined before the first analysis has ended. */
export interface PublishedResult extends ResultOrigin {
  readonly analysisId: string;
  readonly finishedAt: string | null;
}

export async function findPublishedResult(tx: OrgTx, versionId: string): Promise<PublishedResult | undefined> {
  const { rows } = await sql<{
    id: string;
    snapshot: string | null;
    engine_version: string;
    finished_at: Date | null;
  }>`
    select id, snapshot, engine_version, finished_at from (${resultOf(tx, versionId)}) a`.execute(tx.db);
  const [row] = rows;
  return (
    row && {
      analysisId: row.id,
      snapshot: row.snapshot === null ? null : Number(row.snapshot),
      engineVersion: row.engine_version,
      finishedAt: row.finished_at?.toISOString() ?? null,
    }
  );
}

/** An analysis that was overtaken by a newer one has ended without a result. */
function resultOf(tx: OrgTx, versionId: string): RawBuilder<unknown> {
  return sql`select id, snapshot, engine_version, sets, finished_at from analysis
    where org_id = ${tx.orgId} and version_id = ${versionId} and coverage is not null
    order by created_at desc, id desc limit 1`;
}

/** Of the documents that the result was made of, which newer uploads may have replaced meanwhile. */
export async function listHeldComponents(tx: OrgTx, versionId: string): Promise<HeldComponent[]> {
  const { rows } = await sql<HeldComponent>`
    with published as materialized (${resultOf(tx, versionId)}), held as materialized (
      select unnest(sets) as sha256 from published
      union
      select b.set_sha256 from sbom b
      where b.org_id = ${tx.orgId} and b.version_id = ${versionId} and b.superseded_by is null and b.deleted_at is null
        and not exists (select 1 from published where sets is not null)
    )
    select min(coalesce(s.purl, c.purl) collate "C") as purl, c.name, c.version, c.unversioned as package
    from held h
    join component_set s on s.org_id = ${tx.orgId} and s.sha256 = h.sha256
    join component c on c.org_id = s.org_id and c.id = s.component_id
    group by c.id, c.name, c.version, c.unversioned, c.sort_key
    order by c.sort_key, c.id`.execute(tx.db);
  return rows;
}

/** By version: the newest documents, of which those that were replaced may still be the ones of the last result. */
export async function listDocuments(
  tx: OrgTx,
  versionIds: readonly string[],
  asOf?: string,
): Promise<ReadonlyMap<string, readonly SlotDocument[]>> {
  const at = sql`${asOf ?? 'infinity'}::timestamptz`;
  const { rows } = await sql<SlotDocument & { readonly versionId: string }>`
    select b.* from unnest(${versionIds}::uuid[]) i(id) cross join lateral (
      select s.version_id as "versionId", v.name as "versionName", s.id, s.slot, s.image, (s.superseded_at is null or s.superseded_at > ${at})
        and (s.deleted_at is null or s.deleted_at > ${at})
        and (s.set_sha256 is not null or s.raw_removed_at is not null) as "isRead"
      from sbom s join service_version v on v.org_id = s.org_id and v.id = s.version_id
      where s.org_id = ${tx.orgId} and s.version_id = i.id and s.created_at <= ${at}
      order by s.created_at desc, s.id desc limit ${DOCUMENTS_MAX}
    ) b`.execute(tx.db);
  return Map.groupBy(rows, ({ versionId }) => versionId);
}

const DOCUMENTS_MAX = 1_000;

export interface HeldFinding {
  /** Of the row in this version. */
  readonly id: string;
  readonly fingerprint: string;
  /** Package without version. */
  readonly package: string;
  readonly packageName: string;
  readonly componentVersion: string | null;
  readonly sbomIds: readonly string[];
  readonly groupId: string;
  readonly canonicalId: string;
  readonly class: PackageMatch['class'];
  readonly severity: Severity;
  readonly hasFix: boolean;
  readonly kev: boolean;
}

/**
 * What is open and not filtered as not relevant, the worst first, at most `findingsComparedMax`. Only what a comparison needs:
 * the details of fifty thousand findings would be a hundred megabytes.
 */
export async function listHeldFindings(
  tx: OrgTx,
  versionId: string,
  { withConfidence }: { readonly withConfidence: boolean } = { withConfidence: false },
): Promise<readonly HeldFinding[]> {
  const { rows } = await sql<{
    id: string;
    fingerprint: string;
    package: string;
    package_name: string;
    component_version: string | null;
    sbom_ids: string[];
    group_id: string;
    canonical_id: string;
    class: HeldFinding['class'];
    severity_rank: number;
    has_fix: boolean;
    kev: boolean;
    accepted_until: Date | null;
    confidence: Confidence | null;
  }>`
    select v.id, encode(coalesce(m.fingerprint, f.fingerprint), 'hex') as fingerprint, f.package, v.package_name,
      c.version as component_version, v.sbom_ids, v.group_id, v.canonical_id, v.class, v.severity_rank, v.has_fix, v.kev,
      case when v.label = 'accepted' then v.stands_until end as accepted_until,
      ${withConfidence ? CONFIDENCE : sql`null`} as confidence
    from version_finding v
    join finding f on f.org_id = v.org_id and f.id = v.finding_id
    left join finding m on m.org_id = f.org_id and m.id = f.merged_into
    join component c on c.org_id = v.org_id and c.id = v.component_id
    where v.org_id = ${tx.orgId} and v.version_id = ${versionId} and v.known_to is null and v.relevance <> 'not_relevant'
    order by v.severity_rank desc, v.package_name, v.finding_id, v.component_id limit ${LIMITS.findingsComparedMax}`.execute(
    tx.db,
  );
  return rows.map((row) => ({
    id: row.id,
    fingerprint: row.fingerprint,
    package: row.package,
    packageName: row.package_name,
    componentVersion: row.component_version,
    sbomIds: row.sbom_ids,
    groupId: row.group_id,
    canonicalId: row.canonical_id,
    class: row.class,
    severity: severityOf(row.severity_rank),
    hasFix: row.has_fix,
    kev: row.kev,
    acceptedUntil: row.accepted_until?.toISOString() ?? null,
    confidence: row.confidence,
  }));
}

const CONFIDENCE = sql`${FACTS_COLUMN}->'match'->>'confidence'`;
