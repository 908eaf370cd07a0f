/**
 * Integration tokens. The directory (`token_directory`) turns a public id into an organization; everything else about a token
 * belongs to that organization. Only the SHA-256 of a token is kept.
 */
import { sql, type Selectable } from 'kysely';
import type { OrgTx, ReferenceTx } from '../database.ts';
import type { Page, PageRequest } from '../page.ts';
import type { Tables } from '../tables.ts';
import { addUsage } from './usage.ts';

export interface TokenDirectoryEntry {
  readonly orgId: string;
  readonly tokenId: string;
  readonly sha256: Buffer;
  readonly expiresAt: string | null;
  readonly revoked: boolean;
}

export interface Token {
  readonly id: string;
  readonly publicId: string;
  readonly name: string;
  readonly scopes: readonly string[];
  /** Null: every service of the organization. */
  readonly serviceIds: readonly string[] | null;
  readonly createdAt: string;
  readonly createdBy: string;
  readonly expiresAt: string | null;
  readonly revokedAt: string | null;
  readonly lastUsedAt: string | null;
}

export async function findTokenDirectoryEntry(
  tx: ReferenceTx,
  publicId: string,
): Promise<TokenDirectoryEntry | undefined> {
  const row = await tx.db
    .selectFrom('token_directory')
    .selectAll()
    .where('public_id', '=', publicId)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  return {
    orgId: row.org_id,
    tokenId: row.token_id,
    sha256: row.token_sha256,
    expiresAt: row.expires_at?.toISOString() ?? null,
    revoked: row.revoked_at !== null,
  };
}

export async function findToken(tx: OrgTx, id: string): Promise<Token | undefined> {
  const row = await tx.db
    .selectFrom('token')
    .selectAll()
    .where('org_id', '=', tx.orgId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row && toToken(row);
}

/** Newest first, revoked ones included: who had access stays visible. */
export async function listTokens(tx: OrgTx, page: PageRequest): Promise<Page<Token>> {
  const { total } = await tx.db
    .selectFrom('token')
    .select(sql<number>`count(*)::int`.as('total'))
    .where('org_id', '=', tx.orgId)
    .executeTakeFirstOrThrow();
  const rows = await tx.db
    .selectFrom('token')
    .selectAll()
    .where('org_id', '=', tx.orgId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute();
  return { total, items: rows.map(toToken) };
}

export interface NewToken {
  readonly id: string;
  readonly publicId: string;
  readonly sha256: Buffer;
  readonly name: string;
  readonly scopes: readonly string[];
  readonly serviceIds: readonly string[] | null;
  readonly createdAt: string;
  readonly createdBy: string;
  readonly expiresAt: string | null;
}

export async function insertToken(tx: OrgTx, token: NewToken): Promise<Token> {
  await tx.db
    .insertInto('token_directory')
    .values({
      public_id: token.publicId,
      token_sha256: token.sha256,
      org_id: tx.orgId,
      token_id: token.id,
      expires_at: token.expiresAt,
    })
    .execute();
  const row = await tx.db
    .insertInto('token')
    .values({
      org_id: tx.orgId,
      id: token.id,
      public_id: token.publicId,
      name: token.name,
      scopes: [...token.scopes],
      service_ids: token.serviceIds === null ? null : [...token.serviceIds],
      created_at: token.createdAt,
      created_by: token.createdBy,
      expires_at: token.expiresAt,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  addUsage(tx, 'tokens', 1);
  return toToken(row);
}

/** Undefined when there is no such token; a token that is revoked already stays as it is. */
export async function revokeToken(tx: OrgTx, id: string, at: string): Promise<Token | undefined> {
  await tx.db
    .updateTable('token_directory')
    .set({ revoked_at: at })
    .where('org_id', '=', tx.orgId)
    .where('token_id', '=', id)
    .where('revoked_at', 'is', null)
    .execute();
  await tx.db
    .updateTable('token')
    .set({ revoked_at: at })
    .where('org_id', '=', tx.orgId)
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .execute();
  return await findToken(tx, id);
}

export async function touchToken(tx: OrgTx, id: string, at: string): Promise<void> {
  await tx.db
    .updateTable('token')
    .set({ last_used_at: at })
    .where('org_id', '=', tx.orgId)
    .where('id', '=', id)
    .execute();
}

function toToken(row: Selectable<Tables['token']>): Token {
  return {
    id: row.id,
    publicId: row.public_id,
    name: row.name,
    scopes: row.scopes,
    serviceIds: row.service_ids,
    createdAt: row.created_at.toISOString(),
    createdBy: row.created_by,
    expiresAt: row.expires_at?.toISOString() ?? null,
    revokedAt: row.revoked_at?.toISOString() ?? null,
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
  };
}
