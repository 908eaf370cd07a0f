/** One side of a comparison: the published result of a version, and the components that it was published for. */
import { sql, type RawBuilder } from 'kysely';
import type { ResultOrigin } from '../../../core/history/changes/explain-change.ts';
import type { SlotDocument } from '../../../core/history/missing-documents.ts';
import { toIsoTimes, type DatedRow } from '../../dated-row.ts';
import type { OrgTx } from '../../database.ts';
import { merged } from '../../shared-transactions.ts';

export interface VersionComponent {
  readonly purl: string | null;
  readonly name: string;
  readonly version: string | null;
  /** Package without version. */
  readonly package: string;
}

/** The last result of a version. */
export interface PublishedResult extends ResultOrigin {
  readonly analysisId: string;
  readonly finishedAt: string | null;
}

export async function findPublishedResult(tx: OrgTx, versionId: string): Promise<PublishedResult | undefined> {
  const { rows } = await sql<DatedRow<PublishedResult, 'finishedAt'>>`
    select id as "analysisId", snapshot::float8 as snapshot, engine_version as "engineVersion", finished_at as "finishedAt"
    from (${resultOf(tx, versionId)}) a`.execute(tx.db);
  return rows[0] && toIsoTimes(rows[0]);
}

/** An analysis that was superseded by a newer one has ended without a result. */
function resultOf(tx: OrgTx, versionId: string): RawBuilder<unknown> {
  return sql`select id, snapshot, engine_version, sets, finished_at from analysis
    where org_id = ${tx.orgId} and version_id = ${versionId} and coverage is not null
    order by created_at desc, id desc limit 1`;
}

/** Returns the components of the documents that the result was made from; newer uploads may have replaced them since. */
export async function listVersionComponents(tx: OrgTx, versionId: string): Promise<VersionComponent[]> {
  const { rows } = await sql<VersionComponent>`
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

/** Returns the newest documents by version. Replaced documents may still be those of the last result. */
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

/**
 * Defines the version with which a version is compared, for a single version or for many in one statement. For a row `v` of `service_version`: the id of the newest earlier version of the same git branch, or else of the newest earlier
 * version. Frozen versions come last, because little of them is left to compare with.
 */
export const previousVersion = (tx: OrgTx): RawBuilder<unknown> => sql`
  select p.id from service_version p
  where p.org_id = ${tx.orgId} and p.service_id = v.service_id and p.deleted_at is null
    and (p.created_at, p.id) < (v.created_at, v.id)
  order by p.frozen_at is null desc, (p.git_branch is not null and p.git_branch = v.git_branch) desc, p.created_at desc,
    p.id desc limit 1`;

/**
 * For rows `o` and `v` of `service_version`, `o` being earlier: the versions that come before `o` in the order of
 * `previousVersion`. If there is none, `o` is the previous version of `v`. Ends at the first one, where `previousVersion` would
 * sort all earlier versions.
 */
export const betterPreviousVersion = (tx: OrgTx): RawBuilder<unknown> => sql`
  select from service_version p
  where p.org_id = ${tx.orgId} and p.service_id = v.service_id and p.deleted_at is null
    and (p.created_at, p.id) < (v.created_at, v.id) and (${rankOf('p')}) > (${rankOf('o')})`;

/** The order of `previousVersion`, in which an unknown comparison of branches comes first. */
function rankOf(version: 'p' | 'o'): RawBuilder<unknown> {
  const row = sql.raw(version);
  return sql`${row}.frozen_at is null, coalesce(${row}.git_branch is not null and ${row}.git_branch = v.git_branch, true),
    ${row}.created_at, ${row}.id`;
}

export const findPreviousVersion: (tx: OrgTx, versionId: string) => Promise<string | undefined> = merged(
  async (tx: OrgTx, versionIds: readonly string[]) => {
    const { rows } = await sql<{ versionId: string; id: string }>`
      select v.id as "versionId", p.id from service_version v cross join lateral (${previousVersion(tx)}) p
      where v.org_id = ${tx.orgId} and v.id = any(${versionIds}::uuid[])`.execute(tx.db);
    const previous = new Map(rows.map(({ versionId, id }) => [versionId, id]));
    return versionIds.map((id) => previous.get(id));
  },
);
