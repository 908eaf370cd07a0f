/**
 * Retention: old versions without an alias and without the tag `write` are frozen. Their findings, analyses and events stay; the
 * bytes, components and graphs of their documents are removed and cannot be restored.
 */
import { sql } from 'kysely';
import type { OrgTx } from '../../database.ts';
import { addUsage } from '../../people/usage.ts';
import { removeUnusedBlobs } from '../blobs/blobs.ts';
import { recordUnusedSets } from '../components/unused-components.ts';

/** The tag that excludes a version from retention, for instance for a legal hold. */
const KEEP_TAG = 'keep';

export interface RetentionRule {
  /** The newest versions of each service are kept. */
  readonly versionsPerService: number;
  /** Versions that arrived later are kept. */
  readonly before: string;
}

/** Sorted by id, after `after`. */
export async function listExpiredVersions(
  tx: OrgTx,
  rule: RetentionRule,
  { after, limit }: { readonly after: string | undefined; readonly limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select v.id from service_version v
    where ${isExpired(tx, rule)} and (${after ?? null}::uuid is null or v.id > ${after ?? null}::uuid)
    order by v.id limit ${limit}`.execute(tx.db);
  return rows.map(({ id }) => id);
}

/** Freezes the version if it is still expired, and returns whether it was. The caller must hold the lock on the version. */
export async function freezeVersion(tx: OrgTx, versionId: string, rule: RetentionRule, at: string): Promise<boolean> {
  const { rows } = await sql`
    update service_version v set frozen_at = ${at} where v.id = ${versionId} and ${isExpired(tx, rule)} returning v.id`.execute(
    tx.db,
  );
  return rows.length > 0;
}

/** A version that waits for an analysis never expires, because it would be frozen without its findings. */
function isExpired(tx: OrgTx, { versionsPerService, before }: RetentionRule): ReturnType<typeof sql> {
  return sql`v.org_id = ${tx.orgId} and v.deleted_at is null and v.frozen_at is null and v.created_at < ${before}
    and v.analyzed_generation >= v.generation and not ${KEEP_TAG} = any(v.tags)
    and not exists (select 1 from version_name n
      where n.org_id = ${tx.orgId} and n.version_id = v.id and n.kind = 'alias')
    and exists (select 1 from service_version n
      where n.org_id = ${tx.orgId} and n.service_id = v.service_id and n.deleted_at is null
        and (n.created_at, n.id) > (v.created_at, v.id)
      order by n.created_at desc, n.id desc limit 1 offset ${versionsPerService - 1})`;
}

/** Returns frozen versions that still have documents, because the process that froze them did not finish. */
export async function listHalfFrozenVersions(tx: OrgTx, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select v.id from service_version v
    where v.org_id = ${tx.orgId} and v.frozen_at is not null and v.deleted_at is null and exists (
      select 1 from sbom b where b.org_id = ${tx.orgId} and b.version_id = v.id and b.raw_removed_at is null)
    order by v.id limit ${limit}`.execute(tx.db);
  return rows.map(({ id }) => id);
}

/** Removes the content of some documents of a frozen version. Returns whether there may be more. */
export async function removeContent(tx: OrgTx, versionId: string, at: string): Promise<boolean> {
  const { rows } = await sql<ReleasedSbom>`
    with chosen as materialized (
      select b.id, b.sha256, b.set_sha256, b.deleted_at is null as counted from sbom b
      join service_version v on v.org_id = b.org_id and v.id = b.version_id and v.frozen_at is not null
      where b.org_id = ${tx.orgId} and b.version_id = ${versionId} and b.raw_removed_at is null
      order by b.id limit ${SBOMS_PER_CALL} for update of b
    ), removed as (
      update sbom b set raw_removed_at = ${at}, set_sha256 = null, packed = null
      from chosen where b.org_id = ${tx.orgId} and b.id = chosen.id
    )
    select sha256, set_sha256 as "setSha256", counted from chosen`.execute(tx.db);
  await releaseContent(tx, rows, at);
  return rows.length === SBOMS_PER_CALL;
}

const SBOMS_PER_CALL = 20;

/** A document whose bytes and components are removed. */
export interface ReleasedSbom {
  readonly sha256: Buffer;
  readonly setSha256: Buffer | null;
  /** Whether it was part of the quota. */
  readonly counted: boolean;
}

export async function releaseContent(tx: OrgTx, sboms: readonly ReleasedSbom[], at: string): Promise<void> {
  addUsage(tx, 'sboms', -sboms.filter(({ counted }) => counted).length);
  const sets = sboms.flatMap(({ setSha256 }) => setSha256 ?? []);
  await recordUnusedSets(tx, sets, at);
  const hashes = sboms.map(({ sha256 }) => sha256);
  await removeUnusedBlobs(tx, hashes);
}
