/**
 * Integration tokens. The directory (`token_directory`) maps a public id to an organization; everything else about a token
 * belongs to that organization. Only the SHA-256 of a token is stored.
 */
import { sql } from 'kysely';
import type { TokenCreatorKind } from '../../core/vocabulary/access.ts';
import { toIsoTimes, type DatedRow } from '../dated-row.ts';
import type { OrgTx, ReferenceTx } from '../database.ts';
import type { Page, PageRequest } from '../page.ts';
import { addUsage } from './usage.ts';

interface TokenDirectoryEntry {
  readonly orgId: string;
  readonly tokenId: string;
  readonly sha256: Buffer;
  readonly expiresAt: string | null;
  readonly revoked: boolean;
}

/** The actor that created the token. The name is the one at that time; only the id identifies the actor. */
export interface TokenCreator {
  readonly kind: TokenCreatorKind;
  readonly id: string | null;
  readonly name: string;
}

interface TokenOwner {
  readonly id: string;
  /** The current name, or the e-mail address if none was given. */
  readonly name: string;
}

export interface Token {
  readonly id: string;
  readonly publicId: string;
  readonly name: string;
  readonly scopes: readonly string[];
  /** Null for every service of the organization. */
  readonly serviceIds: readonly string[] | null;
  readonly createdAt: string;
  readonly createdBy: TokenCreator;
  /** Null if the token belongs to the organization. */
  readonly owner: TokenOwner | null;
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
    .select(['org_id as orgId', 'token_id as tokenId', 'token_sha256 as sha256'])
    .select(['expires_at as expiresAt', 'revoked_at as revokedAt'])
    .where('public_id', '=', publicId)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { revokedAt, ...entry } = toIsoTimes(row);
  return { ...entry, revoked: revokedAt !== null };
}

export async function findToken(tx: OrgTx, id: string): Promise<Token | undefined> {
  const row = await selectTokens(tx).where('token.id', '=', id).executeTakeFirst();
  return row && toToken(row);
}

/** Returns the newest first, including revoked ones, so that past access stays visible. */
export async function listTokens(tx: OrgTx, page: PageRequest): Promise<Page<Token>> {
  const { total } = await tx.db
    .selectFrom('token')
    .select(sql<number>`count(*)::int`.as('total'))
    .where('org_id', '=', tx.orgId)
    .executeTakeFirstOrThrow();
  const rows = await selectTokens(tx)
    .orderBy('token.created_at', 'desc')
    .orderBy('token.id', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute();
  return { total, items: rows.map(toToken) };
}

/** Returns tokens that are neither revoked nor expired, newest first. */
export async function listUsableTokensOf(tx: OrgTx, personId: string, at: string): Promise<Token[]> {
  const rows = await selectTokens(tx)
    .where('token.owner_id', '=', personId)
    .where('token.revoked_at', 'is', null)
    .where((is) =>
      is.or([is('token.expires_at', 'is', null), is('token.expires_at', '>', sql<Date>`${at}::timestamptz`)]),
    )
    .orderBy('token.created_at', 'desc')
    .orderBy('token.id', 'desc')
    .execute();
  return rows.map(toToken);
}

export async function changeTokenOwner(tx: OrgTx, id: string, ownerId: string | null): Promise<void> {
  await tx.db
    .updateTable('token')
    .set({ owner_id: ownerId })
    .where('org_id', '=', tx.orgId)
    .where('id', '=', id)
    .execute();
}

export interface NewToken extends Omit<Token, 'owner' | 'revokedAt' | 'lastUsedAt'> {
  readonly sha256: Buffer;
  /** A member; null for the organization. */
  readonly ownerId: string | null;
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
  await tx.db
    .insertInto('token')
    .values({
      org_id: tx.orgId,
      id: token.id,
      public_id: token.publicId,
      name: token.name,
      scopes: [...token.scopes],
      service_ids: token.serviceIds === null ? null : [...token.serviceIds],
      created_at: token.createdAt,
      created_by: token.createdBy.name,
      created_by_kind: token.createdBy.kind,
      created_by_id: token.createdBy.id,
      owner_id: token.ownerId,
      expires_at: token.expiresAt,
    })
    .execute();
  addUsage(tx, 'tokens', 1);
  return toToken(await selectTokens(tx).where('token.id', '=', token.id).executeTakeFirstOrThrow());
}

/** Returns undefined when there is no such token. A token that is already revoked stays unchanged. */
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

interface ExpiringToken {
  readonly id: string;
  readonly name: string;
  readonly ownerId: string | null;
  readonly expiresAt: string;
}

/**
 * Returns tokens that expire within `days`, live longer than that, and got neither this notice nor a later one. Marks the notice
 * as sent, so that each token is returned once.
 */
export async function recordExpiryNotices(
  tx: OrgTx,
  { at, days }: { readonly at: string; readonly days: number },
): Promise<ExpiringToken[]> {
  const { rows } = await sql<DatedRow<ExpiringToken, 'expiresAt'>>`
    update token set expiry_notice_days = ${days}
    where org_id = ${tx.orgId} and revoked_at is null
      and expires_at > ${at}::timestamptz and expires_at <= ${at}::timestamptz + make_interval(days => ${days})
      and expires_at - created_at > make_interval(days => ${days})
      and (expiry_notice_days is null or expiry_notice_days > ${days})
    returning id, name, owner_id as "ownerId", expires_at as "expiresAt"`.execute(tx.db);
  return rows
    .toSorted((a, b) => a.expiresAt.getTime() - b.expiresAt.getTime() || (a.id < b.id ? -1 : 1))
    .map(toIsoTimes);
}

export async function touchToken(tx: OrgTx, id: string, at: string): Promise<void> {
  await tx.db
    .updateTable('token')
    .set({ last_used_at: at })
    .where('org_id', '=', tx.orgId)
    .where('id', '=', id)
    .execute();
}

function selectTokens(tx: OrgTx) {
  return tx.db
    .selectFrom('token')
    .leftJoin('person', 'person.id', 'token.owner_id')
    .select([
      'token.id',
      'public_id as publicId',
      'token.name',
      'scopes',
      'service_ids as serviceIds',
      'token.created_at as createdAt',
      'created_by',
      'created_by_id',
      sql<TokenCreator['kind']>`created_by_kind`.as('created_by_kind'),
      ...(['owner_id', 'person.name as owner_name', 'person.email as owner_email'] as const),
      ...(['expires_at as expiresAt', 'revoked_at as revokedAt', 'last_used_at as lastUsedAt'] as const),
    ])
    .where('token.org_id', '=', tx.orgId);
}

type TokenRow = Awaited<ReturnType<ReturnType<typeof selectTokens>['executeTakeFirstOrThrow']>>;

function toToken(row: TokenRow): Token {
  const { created_by_kind: kind, created_by_id: creatorId, created_by: creator, ...rest } = row;
  const { owner_id: ownerId, owner_name: ownerName, owner_email: ownerEmail, ...token } = rest;
  return {
    ...toIsoTimes(token),
    createdBy: { kind, id: creatorId, name: creator },
    owner: ownerId === null ? null : { id: ownerId, name: ownerName || (ownerEmail ?? '') },
  };
}
