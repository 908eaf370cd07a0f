/** VEX documents that were uploaded for a version, a service or the whole organization, and which of them are in effect. */
import { sql, type RawBuilder } from 'kysely';
import type { VexDocument } from '../../core/vex/parsing/vex-document.ts';
import type { OrgTx } from '../database.ts';
import type { Page, PageRequest } from '../page.ts';
import type { ServiceScope } from '../portfolio/services.ts';

/** The scope of a document; both null for the whole organization. */
export interface VexScope {
  readonly serviceId: string | null;
  readonly versionId: string | null;
}

export interface StoredVexDocument {
  readonly id: string;
  readonly service: { readonly id: string; readonly name: string } | null;
  readonly version: { readonly id: string; readonly name: string } | null;
  readonly format: VexDocument['format'];
  readonly author: string;
  readonly documentId: string | null;
  readonly documentVersion: number | null;
  readonly issuedAt: string;
  /** Hexadecimal. */
  readonly sha256: string;
  readonly sizeBytes: number;
  readonly statementCount: number;
  readonly warnings: VexDocument['warnings'];
  readonly supersededBy: string | null;
  readonly createdAt: string;
  readonly createdBy: string;
}

interface DocumentRow {
  id: string;
  service_id: string | null;
  service_name: string | null;
  version_id: string | null;
  version_name: string | null;
  format: VexDocument['format'];
  author: string;
  document_id: string | null;
  document_version: number | null;
  issued_at: Date;
  sha256: string;
  size_bytes: string;
  statement_count: number;
  warnings: VexDocument['warnings'];
  superseded_by: string | null;
  created_at: Date;
  created_by: string;
}

const COLUMNS = sql`d.id, d.service_id, s.name as service_name, d.version_id, v.name as version_name, d.format, d.author,
  d.document_id, d.document_version, d.issued_at, encode(d.sha256, 'hex') as sha256, d.size_bytes, d.statement_count, d.warnings,
  d.superseded_by, d.created_at, d.created_by`;

/** Documents of a deleted service or version are excluded. */
const DOCUMENTS = sql`vex_document d
  left join service s on s.org_id = d.org_id and s.id = d.service_id
  left join service_version v on v.org_id = d.org_id and v.id = d.version_id`;
const NOT_DELETED = sql`d.deleted_at is null and s.deleted_at is null and v.deleted_at is null`;
const IN_EFFECT = sql`d.superseded_by is null and d.deleted_at is null`;

export async function findVexDocument(
  tx: OrgTx,
  id: string,
  services: ServiceScope,
): Promise<StoredVexDocument | undefined> {
  const { rows } = await sql<DocumentRow>`
    select ${COLUMNS} from ${DOCUMENTS}
    where d.org_id = ${tx.orgId} and d.id = ${id} and ${NOT_DELETED} and ${isVisible(services)}`.execute(tx.db);
  return rows[0] && toDocument(rows[0]);
}

export interface VexFilter {
  /** Documents of these services and of the organization. */
  readonly services: ServiceScope;
  /** Documents that were uploaded for exactly this scope. */
  readonly of?: VexScope;
  /** Includes documents that were superseded by a newer version. */
  readonly superseded: boolean;
}

/** Returns the newest first. */
export async function listVexDocuments(
  tx: OrgTx,
  { services, of, superseded }: VexFilter,
  page: PageRequest,
): Promise<Page<StoredVexDocument>> {
  const scope = of === undefined ? isVisible(services) : isOf(of);
  const { rows } = await sql<DocumentRow & { total: number }>`
    select ${COLUMNS}, count(*) over ()::int as total from ${DOCUMENTS}
    where d.org_id = ${tx.orgId} and ${NOT_DELETED} and ${scope} ${superseded ? sql`` : sql`and d.superseded_by is null`}
    order by d.id desc limit ${page.limit} offset ${page.offset}`.execute(tx.db);
  return { total: rows[0]?.total ?? 0, items: rows.map(toDocument) };
}

/** Counts the organization's documents in effect. */
export async function countVexDocuments(tx: OrgTx): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from vex_document d where d.org_id = ${tx.orgId} and ${IN_EFFECT}`.execute(tx.db);
  return rows[0]?.count ?? 0;
}

/** Returns and locks the documents in effect for the same scope with the same bytes, or another version of the same document. */
export async function lockRelatedVexDocuments(
  tx: OrgTx,
  scope: VexScope,
  {
    sha256,
    author,
    documentId,
  }: { readonly sha256: Buffer; readonly author: string; readonly documentId: string | null },
): Promise<StoredVexDocument[]> {
  const { rows } = await sql<DocumentRow>`
    select ${COLUMNS} from ${DOCUMENTS}
    where d.org_id = ${tx.orgId} and ${IN_EFFECT} and ${isOf(scope)}
      and (d.sha256 = ${sha256} or (d.document_id = ${documentId}::text and d.author = ${author}))
    order by d.id for update of d`.execute(tx.db);
  return rows.map(toDocument);
}

export interface NewVexDocument extends VexScope {
  readonly id: string;
  readonly document: VexDocument;
  readonly sha256: Buffer;
  readonly sizeBytes: number;
  readonly at: string;
  readonly by: string;
  /** Set if a newer version of it was uploaded before. */
  readonly supersededBy: string | null;
}

/** The bytes must already be stored, in the same transaction. */
export async function insertVexDocument(tx: OrgTx, added: NewVexDocument): Promise<void> {
  const { document, supersededBy, at } = added;
  await tx.db
    .insertInto('vex_document')
    .values({
      org_id: tx.orgId,
      id: added.id,
      service_id: added.serviceId,
      version_id: added.versionId,
      format: document.format,
      author: document.author,
      document_id: document.documentId,
      document_version: document.version === null ? null : Math.min(document.version, VERSION_MAX),
      issued_at: document.timestamp,
      sha256: added.sha256,
      size_bytes: added.sizeBytes,
      statement_count: document.statements.length,
      warnings: JSON.stringify(document.warnings),
      created_at: at,
      created_by: added.by,
      superseded_by: supersededBy,
      superseded_at: supersededBy === null ? null : at,
    })
    .execute();
}

const VERSION_MAX = 2_147_483_647;

export async function supersedeVexDocuments(
  tx: OrgTx,
  ids: readonly string[],
  { by, at }: { readonly by: string; readonly at: string },
): Promise<void> {
  if (ids.length === 0) return;
  await tx.db
    .updateTable('vex_document')
    .set({ superseded_by: by, superseded_at: at })
    .where('org_id', '=', tx.orgId)
    .where('id', 'in', [...ids])
    .execute();
}

export async function markVexDeleted(tx: OrgTx, id: string, at: string): Promise<void> {
  await tx.db
    .updateTable('vex_document')
    .set({ deleted_at: at })
    .where('org_id', '=', tx.orgId)
    .where('id', '=', id)
    .execute();
}

function isOf({ serviceId, versionId }: VexScope): RawBuilder<unknown> {
  return sql`d.service_id is not distinct from ${serviceId}::uuid and d.version_id is not distinct from ${versionId}::uuid`;
}

function isVisible(services: ServiceScope): RawBuilder<unknown> {
  return services === 'all' ? sql`true` : sql`(d.service_id is null or d.service_id = any(${services}::uuid[]))`;
}

function toDocument(row: DocumentRow): StoredVexDocument {
  const { id, format, author, sha256, warnings } = row;
  return {
    id,
    format,
    author,
    sha256,
    warnings,
    service: row.service_id === null ? null : { id: row.service_id, name: row.service_name ?? '' },
    version: row.version_id === null ? null : { id: row.version_id, name: row.version_name ?? '' },
    documentId: row.document_id,
    documentVersion: row.document_version,
    issuedAt: row.issued_at.toISOString(),
    sizeBytes: Number(row.size_bytes),
    statementCount: row.statement_count,
    supersededBy: row.superseded_by,
    createdAt: row.created_at.toISOString(),
    createdBy: row.created_by,
  };
}
