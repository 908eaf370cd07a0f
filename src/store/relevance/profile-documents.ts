/**
 * Documents of security profiles. The bytes are stored as blobs, and deployment documents also as they were parsed; profiles
 * select the documents that are used.
 */
import { sql } from 'kysely';
import type { DeploymentDocument } from '../../core/profile/deployment/deployment-document.ts';
import type { RuntimeWarning } from '../../core/profile/runtime/runtime-warning.ts';
import type { DocumentRef } from '../../core/profile/security-profile.ts';
import { toIsoTimes, type DatedRow } from '../dated-row.ts';
import type { OrgTx } from '../database.ts';
import { readBlobWithin } from '../portfolio/blobs/blobs.ts';

export interface StoredProfileDocument {
  /** Hexadecimal. */
  readonly sha256: string;
  readonly kind: DocumentRef['kind'];
  readonly sizeBytes: number;
  readonly warnings: readonly RuntimeWarning[];
  readonly createdAt: string;
  readonly createdBy: string;
}

/** The bytes must already be stored, in the same transaction. A repeated upload keeps the data of the first one. */
export async function saveProfileDocument(
  tx: OrgTx,
  serviceId: string,
  document: StoredProfileDocument,
  deployment: DeploymentDocument | null,
): Promise<void> {
  await tx.db
    .insertInto('profile_document')
    .values({
      org_id: tx.orgId,
      service_id: serviceId,
      sha256: Buffer.from(document.sha256, 'hex'),
      kind: document.kind,
      size_bytes: document.sizeBytes,
      created_at: document.createdAt,
      created_by: document.createdBy,
      warnings: JSON.stringify(document.warnings),
      deployment: deployment && JSON.stringify(deployment),
    })
    .onConflict((conflict) =>
      conflict
        .columns(['org_id', 'service_id', 'sha256'])
        .doUpdateSet({ kind: document.kind, deployment: deployment && JSON.stringify(deployment) }),
    )
    .execute();
}

/** Returns the given documents that the service has. */
export async function listProfileDocuments(
  tx: OrgTx,
  serviceId: string,
  hashes: readonly string[],
): Promise<StoredProfileDocument[]> {
  if (hashes.length === 0) return [];
  const { rows } = await sql<DatedRow<StoredProfileDocument, 'createdAt'>>`
    select encode(sha256, 'hex') as sha256, kind, size_bytes::float8 as "sizeBytes", warnings, created_at as "createdAt",
      created_by as "createdBy"
    from profile_document
    where org_id = ${tx.orgId} and service_id = ${serviceId} and sha256 = any(${hashes.map(toBytes)}::bytea[])
    order by profile_document.sha256 limit ${hashes.length}`.execute(tx.db);
  return rows.map(toIsoTimes);
}

/** Returns the deployment documents of a service as they were parsed, by hash. */
export async function readDeployments(
  tx: OrgTx,
  serviceId: string,
  hashes: readonly string[],
): Promise<ReadonlyMap<string, DeploymentDocument>> {
  if (hashes.length === 0) return new Map();
  const { rows } = await sql<{ sha256: string; deployment: DeploymentDocument }>`
    select encode(sha256, 'hex') as sha256, deployment from profile_document
    where org_id = ${tx.orgId} and service_id = ${serviceId} and sha256 = any(${hashes.map(toBytes)}::bytea[])
      and deployment is not null
    limit ${hashes.length}`.execute(tx.db);
  return new Map(rows.map(({ sha256, deployment }) => [sha256, deployment]));
}

/** Returns the text as uploaded. */
export async function readDocumentText(tx: OrgTx, sha256: string): Promise<string> {
  return DECODER.decode(await readBlobWithin(tx, toBytes(sha256)));
}

const DECODER = new TextDecoder('utf-8');

function toBytes(sha256: string): Buffer {
  return Buffer.from(sha256, 'hex');
}
