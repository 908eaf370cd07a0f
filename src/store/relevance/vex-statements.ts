/** Statements of VEX documents, found by the vulnerability ids that they name. */
import { sql } from 'kysely';
import type { VexStatement } from '../../core/vex/vex-statement.ts';
import type { OrgTx } from '../database.ts';

/** A statement of a document that is in effect. */
export type StoredStatement = VexStatement & {
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
  const { rows } = await sql<{ document_id: string; n: number; statement: VexStatement }>`
    with counting as materialized (
      select d.id from vex_document d
      where d.org_id = ${tx.orgId} and d.superseded_by is null and d.deleted_at is null
        and (d.service_id is null or (d.service_id = ${serviceId} and (d.version_id is null or d.version_id = ${versionId})))),
    named as materialized (
      select distinct i.document_id, i.n from counting c
      join vex_statement_id i on i.org_id = ${tx.orgId} and i.document_id = c.id and i.id = any(${ids}::text[]))
    select s.document_id, s.n, s.statement from named n
    join vex_statement s on s.org_id = ${tx.orgId} and s.document_id = n.document_id and s.n = n.n
    order by s.document_id, s.n`.execute(tx.db);
  return rows.map(({ document_id: documentId, n, statement }) => ({ ...statement, statementId: `${documentId}/${n}` }));
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
        select ${tx.orgId}::uuid, ${documentId}::uuid, n, ids, statement from sent)
      insert into vex_statement_id (org_id, id, document_id, n)
      select distinct ${tx.orgId}::uuid, id, ${documentId}::uuid, n from sent, unnest(ids) id`.execute(tx.db);
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
