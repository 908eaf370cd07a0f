/** Reachability documents of versions, with their statements as they were parsed. The bytes are stored as blobs. */
import { sql } from 'kysely';
import type { PushedDocument } from '../../core/reachability/assess-reachability.ts';
import type { ReachabilityDocument } from '../../core/reachability/reachability-document.ts';
import { toIsoTimes, type DatedRow } from '../dated-row.ts';
import type { OrgTx } from '../database.ts';
import { removeUnusedBlobs } from '../portfolio/blobs/blobs.ts';

export interface StoredReachability extends PushedDocument {
  readonly id: string;
  readonly kind: ReachabilityDocument['kind'];
  readonly sizeBytes: number;
  readonly createdAt: string;
  readonly createdBy: string;
}

/** The newest first. There are few: one for each tool and image. */
export async function listReachability(tx: OrgTx, versionId: string): Promise<StoredReachability[]> {
  const { rows } = await sql<DatedRow<StoredReachability, 'createdAt'>>`
    select id, kind, tool, image, commit_sha as commit, encode(sha256, 'hex') as sha256, size_bytes::float8 as "sizeBytes",
      statements, created_at as "createdAt", created_by as "createdBy"
    from reachability_document where org_id = ${tx.orgId} and version_id = ${versionId} order by id desc`.execute(
    tx.db,
  );
  return rows.map(toIsoTimes);
}

/** The commit that the version was built from; null: unknown. */
export async function findCommit(tx: OrgTx, versionId: string): Promise<string | null> {
  const { rows } = await sql<{ commit: string | null }>`
    select git_commit_sha as commit from service_version where org_id = ${tx.orgId} and id = ${versionId}`.execute(
    tx.db,
  );
  return rows[0]?.commit ?? null;
}

/** The bytes must already be stored, in the same transaction. */
export async function insertReachability(
  tx: OrgTx,
  of: { readonly serviceId: string; readonly versionId: string },
  document: StoredReachability,
): Promise<void> {
  await tx.db
    .insertInto('reachability_document')
    .values({
      org_id: tx.orgId,
      id: document.id,
      service_id: of.serviceId,
      version_id: of.versionId,
      kind: document.kind,
      tool: document.tool,
      image: document.image,
      commit_sha: document.commit,
      sha256: Buffer.from(document.sha256, 'hex'),
      size_bytes: document.sizeBytes,
      statements: JSON.stringify(document.statements),
      created_at: document.createdAt,
      created_by: document.createdBy,
    })
    .execute();
}

export async function removeReachability(tx: OrgTx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const { rows } = await sql<{ sha256: Buffer }>`
    delete from reachability_document where org_id = ${tx.orgId} and id = any(${ids}::uuid[]) returning sha256`.execute(
    tx.db,
  );
  await removeUnusedBlobs(
    tx,
    rows.map(({ sha256 }) => sha256),
  );
}

/** An open finding of a version, as far as statements refer to it. */
export interface NamedFinding {
  readonly family: string | null;
  readonly name: string;
  readonly version: string | null;
  readonly ids: readonly string[];
}

export async function listNamedFindings(tx: OrgTx, versionId: string): Promise<NamedFinding[]> {
  const { rows } = await sql<NamedFinding>`
    select c.ecosystem as family, c.name, c.version, v.ids from version_finding v
    join component c on c.org_id = v.org_id and c.id = v.component_id
    where v.org_id = ${tx.orgId} and v.version_id = ${versionId} and v.known_to is null`.execute(tx.db);
  return rows;
}
