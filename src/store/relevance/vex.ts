/**
 * VEX documents that were uploaded for a version, a service or the whole organization, and which of them are in effect. Their
 * statements are found by the vulnerability ids that they name.
 */
import { sql, type RawBuilder } from 'kysely';
import type { VexDocument } from '../../core/vex/parsing/vex-document.ts';
import { toIsoTimes, type DatedRow } from '../dated-row.ts';
import type { OrgTx } from '../database.ts';
import { toPage, type Page, type PageRequest } from '../page.ts';
import type { ServiceScope } from '../portfolio/services.ts';
import type { VexStatement } from '../../core/vex/vex-statement.ts';

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

type DocumentRow = DatedRow<StoredVexDocument, 'issuedAt' | 'createdAt'>;

const COLUMNS = sql`d.id, case when d.service_id is not null then jsonb_build_object('id', s.id, 'name', s.name) end as service,
  case when d.version_id is not null then jsonb_build_object('id', v.id, 'name', v.name) end as version, d.format, d.author,
  d.document_id as "documentId", d.document_version as "documentVersion", d.issued_at as "issuedAt",
  encode(d.sha256, 'hex') as sha256, d.size_bytes::float8 as "sizeBytes", d.statement_count as "statementCount", d.warnings,
  d.superseded_by as "supersededBy", d.created_at as "createdAt", d.created_by as "createdBy"`;

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
  return rows[0] && toIsoTimes(rows[0]);
}

interface VexFilter {
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
  return toPage(rows, toIsoTimes);
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
  return rows.map(toIsoTimes);
}

interface NewVexDocument extends VexScope {
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

/** A statement of a document that is in effect. */
type StoredStatement = VexStatement & {
  /** Id of the document, and the statement's position in it. */
  readonly statementId: string;
};

/**
 * Returns the statements of all documents in effect for the version: its own, those of its service and those of the organization.
 */
export async function listStatements(
  tx: OrgTx,
  { serviceId, versionId }: { readonly serviceId: string; readonly versionId: string },
  /** Uppercase. */
  ids: readonly string[],
): Promise<StoredStatement[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<{ id: string; statement: VexStatement }>`
    with counting as materialized (
      select d.id from vex_document d
      where d.org_id = ${tx.orgId} and d.superseded_by is null and d.deleted_at is null
        and (d.service_id is null or (d.service_id = ${serviceId} and (d.version_id is null or d.version_id = ${versionId})))),
    named as materialized (
      select distinct i.document_id, i.n from counting c
      join vex_statement_id i on i.org_id = ${tx.orgId} and i.document_id = c.id and i.id = any(${ids}::text[]))
    select concat(s.document_id, '/', s.n) as id, s.statement from named n
    join vex_statement s on s.org_id = ${tx.orgId} and s.document_id = n.document_id and s.n = n.n
    order by s.document_id, s.n`.execute(tx.db);
  return rows.map(({ id, statement }) => ({ ...statement, statementId: id }));
}

const STATEMENTS_PER_CALL = 2_000;

export async function insertStatements(
  tx: OrgTx,
  documentId: string,
  statements: readonly VexStatement[],
): Promise<void> {
  for (let start = 0; start < statements.length; start += STATEMENTS_PER_CALL) {
    const part = statements.slice(start, start + STATEMENTS_PER_CALL);
    const rows = part.map((statement, i) => ({ n: start + i, ids: statement.ids, statement }));
    await sql`
      with sent as materialized (
        select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(n integer, ids text[], statement jsonb)),
      kept as (
        insert into vex_statement (org_id, document_id, n, ids, statement)
        select ${tx.orgId}::uuid, ${documentId}::uuid, n, ids, statement from sent on conflict do nothing)
      insert into vex_statement_id (org_id, id, document_id, n)
      select distinct ${tx.orgId}::uuid, id, ${documentId}::uuid, n from sent, unnest(ids) id
      on conflict do nothing`.execute(tx.db);
  }
}

/** Returns every id that the documents name. */
export async function listNamedIds(tx: OrgTx, documentIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct id from vex_statement_id where org_id = ${tx.orgId} and document_id = any(${documentIds}::uuid[])`.execute(
    tx.db,
  );
  return rows.map(({ id }) => id);
}

/** Returns the ids in documents of these authors that are in effect, for any scope. */
export async function listIdsOfAuthors(tx: OrgTx, authors: readonly string[]): Promise<string[]> {
  if (authors.length === 0) return [];
  const { rows } = await sql<{ id: string }>`
    select distinct i.id from vex_document d
    join vex_statement_id i on i.org_id = d.org_id and i.document_id = d.id
    where d.org_id = ${tx.orgId} and d.superseded_by is null and d.deleted_at is null
      and btrim(d.author) = any(${authors.map((author) => author.trim())}::text[])`.execute(tx.db);
  return rows.map(({ id }) => id);
}
