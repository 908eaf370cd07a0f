/**
 * Removes the rows of deleted versions, a limited number per call: each call is a separate transaction, holds its locks only
 * briefly, and may be repeated. Events and audit entries stay as history.
 */
import { sql, type RawBuilder } from 'kysely';
import { unique } from '../../../core/collections/text-lists.ts';
import type { OrgTx } from '../../database.ts';
import { removeUnusedDetails } from '../../findings/finding-details.ts';
import { addUsage } from '../../people/usage.ts';
import { removeUnusedBlobs } from '../blobs/blobs.ts';
import { removeUnusedComponents } from '../components/unused-components.ts';
import { releaseContent, type ReleasedSbom } from './frozen-versions.ts';

/** Returns a version that was deleted, or whose service was, and whose rows may be removed. */
export async function findRemovableVersion(tx: OrgTx): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from service_version where org_id = ${tx.orgId} and deleted_at is not null
    union all
    (select v.id from service s join service_version v on v.org_id = s.org_id and v.service_id = s.id
      where s.org_id = ${tx.orgId} and s.deleted_at is not null limit 1)
    limit 1`.execute(tx.db);
  return rows[0]?.id;
}

/** Marks versions of deleted services as deleted, so that workers stop working on them. Returns whether there may be more. */
export async function markVersionsOfDeletedServices(tx: OrgTx, at: string): Promise<boolean> {
  const { rows } = await sql`
    update service_version v set deleted_at = ${at}
    where v.org_id = ${tx.orgId} and v.deleted_at is null and v.id = any(array(
      select o.id from service s join service_version o on o.org_id = s.org_id and o.service_id = s.id and o.deleted_at is null
      where s.org_id = ${tx.orgId} and s.deleted_at is not null limit ${ROWS_PER_CALL}))
    returning v.id`.execute(tx.db);
  addUsage(tx, 'versions', -rows.length);
  return rows.length === ROWS_PER_CALL;
}

interface Removal {
  readonly versionId: string;
  readonly at: string;
}

/** Run in this order, each until it returns false. */
export const REMOVAL_STEPS: readonly ((tx: OrgTx, removal: Removal) => Promise<boolean>)[] = [
  removeVersionFindings,
  removeAnalyses,
  removeSboms,
  removeVersionItself,
];

const ROWS_PER_CALL = 1_000;
/** SBOMs are removed with their bytes, each up to half a gigabyte. */
const SBOMS_PER_CALL = 20;

async function removeVersionFindings(tx: OrgTx, { versionId }: Removal): Promise<boolean> {
  const { rows } = await sql<{
    finding_id: string;
    component_id: string;
    facts_sha256: Buffer;
    place_sha256: Buffer;
    current: boolean;
  }>`
    delete from version_finding where org_id = ${tx.orgId} and id = any(array(
      select id from version_finding where org_id = ${tx.orgId} and version_id = ${versionId} limit ${ROWS_PER_CALL}))
    returning finding_id, component_id, facts_sha256, place_sha256, known_to is null as current`.execute(tx.db);
  if (rows.length === 0) return false;
  addUsage(tx, 'findings', -rows.filter(({ current }) => current).length);
  await removeOrphanedFindings(tx, versionId, unique(rows.map((row) => row.finding_id)));
  await removeUnusedComponents(tx, unique(rows.map((row) => row.component_id)));
  await removeUnusedDetails(
    tx,
    rows.flatMap((row) => [row.facts_sha256, row.place_sha256]),
  );
  return rows.length === ROWS_PER_CALL;
}

/**
 * Removes findings that no version has any more. A finding of other versions keeps the time when it was first seen, but moves to
 * the oldest remaining version. Locked findings are about to be used again and are skipped.
 */
async function removeOrphanedFindings(tx: OrgTx, versionId: string, ids: readonly string[]): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select id from finding where org_id = ${tx.orgId} and id = any(${ids}::uuid[]
      || array(select merged_into from finding where org_id = ${tx.orgId} and id = any(${ids}::uuid[]) and merged_into is not null))
    order by id for update skip locked`.execute(tx.db);
  const locked = rows.map(({ id }) => id);
  const removeUnused = sql`
    delete from finding f where f.org_id = ${tx.orgId} and f.id = any(${locked}::uuid[])
      and not exists (select 1 from version_finding v where v.org_id = ${tx.orgId} and v.finding_id = f.id)
      and not exists (select 1 from finding m where m.org_id = ${tx.orgId} and m.merged_into = f.id)`;
  await removeUnused.execute(tx.db);
  // Repeated for findings into which others were merged that are removed now.
  await removeUnused.execute(tx.db);
  await sql`
    update finding f set first_seen_version_id = coalesce((
      select n.id from finding m
      join version_finding v on v.org_id = m.org_id and v.finding_id = m.id
      join service_version n on n.org_id = v.org_id and n.id = v.version_id and n.deleted_at is null
      where m.org_id = ${tx.orgId} and (m.id = f.id or m.merged_into = f.id)
      order by n.created_at, n.id limit 1), f.first_seen_version_id)
    where f.org_id = ${tx.orgId} and f.id = any(${locked}::uuid[]) and f.first_seen_version_id = ${versionId}`.execute(
    tx.db,
  );
}

async function removeAnalyses(tx: OrgTx, { versionId }: Removal): Promise<boolean> {
  const { rows } = await sql`
    delete from analysis where org_id = ${tx.orgId} and id = any(array(
      select id from analysis where org_id = ${tx.orgId} and version_id = ${versionId} limit ${ROWS_PER_CALL}))
    returning id`.execute(tx.db);
  return rows.length === ROWS_PER_CALL;
}

async function removeSboms(tx: OrgTx, { versionId, at }: Removal): Promise<boolean> {
  const { rows } = await sql<ReleasedSbom>`
    delete from sbom where org_id = ${tx.orgId} and id = any(array(
      select id from sbom where org_id = ${tx.orgId} and version_id = ${versionId} limit ${SBOMS_PER_CALL}))
    returning sha256, set_sha256 as "setSha256", deleted_at is null and raw_removed_at is null as counted`.execute(
    tx.db,
  );
  await releaseContent(tx, rows, at);
  return rows.length === SBOMS_PER_CALL;
}

async function removeVersionItself(tx: OrgTx, { versionId }: Removal): Promise<boolean> {
  await removeOpinions(tx, {
    documents: sql`version_id = ${versionId}`,
    decisions: sql`scope = 'version' and version_id = ${versionId}`,
  });
  await sql`delete from version_question where org_id = ${tx.orgId} and version_id = ${versionId}`.execute(tx.db);
  await sql`delete from version_name where org_id = ${tx.orgId} and version_id = ${versionId}`.execute(tx.db);
  await sql`delete from service_version where org_id = ${tx.orgId} and id = ${versionId}`.execute(tx.db);
  return false;
}

/** Removes deleted services without versions. Decisions made there for the whole organization stay. */
export async function removeEmptyServices(tx: OrgTx): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select s.id from service s where s.org_id = ${tx.orgId} and s.deleted_at is not null
      and not exists (select 1 from service_version v where v.org_id = ${tx.orgId} and v.service_id = s.id)`.execute(
    tx.db,
  );
  const ids = rows.map(({ id }) => id);
  if (ids.length === 0) return;
  await removeOpinions(tx, {
    documents: sql`service_id = any(${ids}::uuid[])`,
    decisions: sql`scope <> 'organization' and service_id = any(${ids}::uuid[])`,
  });
  const { rows: runtime } = await sql<{ sha256: Buffer }>`
    delete from profile_document where org_id = ${tx.orgId} and service_id = any(${ids}::uuid[]) returning sha256`.execute(
    tx.db,
  );
  await removeUnusedBlobs(
    tx,
    runtime.map(({ sha256 }) => sha256),
  );
  await sql`delete from question_answer where org_id = ${tx.orgId} and service_id = any(${ids}::uuid[])`.execute(tx.db);
  await sql`delete from opinion_clock where org_id = ${tx.orgId} and subject_id = any(${ids}::uuid[])`.execute(tx.db);
  await sql`delete from finding_work where org_id = ${tx.orgId} and service_id = any(${ids}::uuid[])`.execute(tx.db);
  await sql`delete from finding_comment where org_id = ${tx.orgId} and service_id = any(${ids}::uuid[])`.execute(tx.db);
  await sql`delete from service where org_id = ${tx.orgId} and id = any(${ids}::uuid[])`.execute(tx.db);
}

/** Removes decisions, VEX and reachability documents about removed versions and services. */
async function removeOpinions(
  tx: OrgTx,
  { documents, decisions }: { readonly documents: RawBuilder<unknown>; readonly decisions: RawBuilder<unknown> },
): Promise<void> {
  await sql`delete from decision where org_id = ${tx.orgId} and ${decisions}`.execute(tx.db);
  const { rows } = await sql<{ sha256: Buffer }>`
    delete from vex_document where org_id = ${tx.orgId} and ${documents} returning sha256`.execute(tx.db);
  const { rows: analyses } = await sql<{ sha256: Buffer }>`
    delete from reachability_document where org_id = ${tx.orgId} and ${documents} returning sha256`.execute(tx.db);
  await removeUnusedBlobs(
    tx,
    [...rows, ...analyses].map(({ sha256 }) => sha256),
  );
}
