/**
 * Runtime documents of services: AppArmor, seccomp and observations. The bytes are stored as blobs; profiles select the documents
 * that are used.
 */
import { sql } from 'kysely';
import type { RuntimeWarning } from '../../core/profile/runtime/runtime-warning.ts';
import type { RuntimeDocumentRef } from '../../core/profile/security-profile.ts';
import { toIsoTimes, type DatedRow } from '../dated-row.ts';
import type { OrgTx } from '../database.ts';
import { readBlobWithin } from '../portfolio/blobs/blobs.ts';

export interface StoredRuntimeDocument {
  /** Hexadecimal. */
  readonly sha256: string;
  readonly kind: RuntimeDocumentRef['kind'];
  readonly sizeBytes: number;
  readonly warnings: readonly RuntimeWarning[];
  readonly createdAt: string;
  readonly createdBy: string;
}

/** The bytes must already be stored, in the same transaction. A repeated upload keeps the data of the first one. */
export async function saveRuntimeDocument(
  tx: OrgTx,
  serviceId: string,
  document: StoredRuntimeDocument,
): Promise<void> {
  await tx.db
    .insertInto('runtime_document')
    .values({
      org_id: tx.orgId,
      service_id: serviceId,
      sha256: Buffer.from(document.sha256, 'hex'),
      kind: document.kind,
      size_bytes: document.sizeBytes,
      created_at: document.createdAt,
      created_by: document.createdBy,
      warnings: JSON.stringify(document.warnings),
    })
    .onConflict((conflict) => conflict.columns(['org_id', 'service_id', 'sha256']).doUpdateSet({ kind: document.kind }))
    .execute();
}

/** Returns the given documents that the service has. */
export async function listRuntimeDocuments(
  tx: OrgTx,
  serviceId: string,
  hashes: readonly string[],
): Promise<StoredRuntimeDocument[]> {
  if (hashes.length === 0) return [];
  const { rows } = await sql<DatedRow<StoredRuntimeDocument, 'createdAt'>>`
    select encode(sha256, 'hex') as sha256, kind, size_bytes::float8 as "sizeBytes", warnings, created_at as "createdAt",
      created_by as "createdBy"
    from runtime_document
    where org_id = ${tx.orgId} and service_id = ${serviceId} and sha256 = any(${hashes.map(toBytes)}::bytea[])
    order by runtime_document.sha256 limit ${hashes.length}`.execute(tx.db);
  return rows.map(toIsoTimes);
}

/** Returns the text as uploaded. */
export async function readRuntimeText(tx: OrgTx, sha256: string): Promise<string> {
  return DECODER.decode(await readBlobWithin(tx, toBytes(sha256)));
}

const DECODER = new TextDecoder('utf-8');

function toBytes(sha256: string): Buffer {
  return Buffer.from(sha256, 'hex');
}
