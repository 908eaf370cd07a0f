/**
 * `assay token`: manages integration tokens for an operator who has none or lost it. It requires access to the database only;
 * actions are still recorded in the audit log.
 */
import { issueToken, revokeToken, type TokenRequest } from '../../access/tokens/issue-token.ts';
import { operatorOf, isScope, type AccessDeps } from '../../access/principal.ts';
import { loadConfig } from '../../config.ts';
import { DAY_MS } from '../../core/calendar.ts';
import { quote } from '../../core/errors.ts';
import { LIMITS } from '../../core/limits.ts';
import { isUuid } from '../../core/naming/uuid.ts';
import type { Database } from '../../store/database.ts';
import { newId } from '../../store/new-id.ts';
import { listTokens, type Token } from '../../store/people/tokens.ts';
import { withOrganization, type OrganizationOption } from '../choose-organization.ts';
import { USAGE_INVALID } from '../errors.ts';
import { toColumns } from '../terminal/columns.ts';
import { DEFAULT_TOKEN_SCOPES, TOKEN_SCOPES, type TokenScope } from '../../core/vocabulary/access.ts';

export async function createToken(values: TokenFlags & OrganizationOption): Promise<void> {
  const request = toTokenRequest(values, Date.now());
  await withOrganization(loadConfig(), values, async (database, { id: orgId }) => {
    const { token: created, text } = await issueToken(toDeps(database), operatorOf(orgId), request, undefined);
    // Only the token goes to standard output, so that a script can read it.
    process.stderr.write(`${describeToken(created)}\nThe token is shown only once: save it.\n`);
    process.stdout.write(`${text}\n`);
  });
}

export async function listAll(values: OrganizationOption): Promise<void> {
  await withOrganization(loadConfig(), values, async (database, { id: orgId }) => {
    const page = { limit: LIMITS.pageLimitMax, offset: 0 };
    const { items, total } = await database.inOrg(orgId, async (tx) => await listTokens(tx, page));
    process.stdout.write(describeTokens(items, Date.now()));
    if (total > items.length) process.stdout.write(`Showing the newest ${items.length} of ${total} tokens.\n`);
  });
}

export async function revoke(values: OrganizationOption, id: string): Promise<void> {
  if (!isUuid(id))
    throw USAGE_INVALID({ problem: `${quote(id)} is not a token id. Run "assay token list" to see the ids.` });
  await withOrganization(loadConfig(), values, async (database, { id: orgId }) => {
    const revoked = await revokeToken(toDeps(database), operatorOf(orgId), id, undefined);
    process.stdout.write(`Token ${quote(revoked.name)} was revoked at ${revoked.revokedAt}.\n`);
  });
}

function toDeps(database: Database): AccessDeps {
  return { database, now: Date.now, newId };
}

/** The options of `assay token create`. */
export interface TokenFlags {
  readonly name?: string | undefined;
  readonly scope?: readonly string[] | undefined;
  readonly service?: readonly string[] | undefined;
  readonly 'expires-days'?: string | undefined;
}

const NAME_CHARACTERS_MAX = 200;
const DAYS = /^[1-9][0-9]{0,3}$/;

export function toTokenRequest(flags: TokenFlags, nowMs: number): TokenRequest {
  const name = flags.name?.trim() ?? 'Command line';
  if (name === '' || name.length > NAME_CHARACTERS_MAX) {
    throw USAGE_INVALID({ problem: `--name must have 1 to ${NAME_CHARACTERS_MAX} characters.` });
  }
  return {
    name,
    scopes: flags.scope === undefined ? DEFAULT_TOKEN_SCOPES : toScopes(flags.scope),
    services: flags.service === undefined ? null : flags.service,
    expiresAt: toExpiry(flags['expires-days'], nowMs),
  };
}

/** `--scope a,b` and `--scope a --scope b` are the same. */
function toScopes(texts: readonly string[]): TokenScope[] {
  const scopes = new Set<TokenScope>();
  for (const text of texts.flatMap((list) => list.split(','))) {
    const scope = text.trim();
    if (!isScope(scope)) {
      throw USAGE_INVALID({ problem: `Unknown scope ${quote(scope)}. Use one or more of ${TOKEN_SCOPES.join(', ')}.` });
    }
    scopes.add(scope);
  }
  return [...scopes];
}

function toExpiry(days: string | undefined, nowMs: number): string | null | undefined {
  if (days === undefined) return undefined;
  if (days === 'never') return null;
  if (!DAYS.test(days)) throw USAGE_INVALID({ problem: '--expires-days must be a number from 1 to 9999, or "never".' });
  return new Date(nowMs + Number(days) * DAY_MS).toISOString();
}

// Formats tokens for the terminal. Names are quoted, because they are chosen by users.
export function describeToken(token: Token): string {
  const lines = [
    ['Id', token.id],
    ['Name', quote(token.name)],
    ['Scopes', token.scopes.join(', ')],
    ['Services', token.serviceIds === null ? 'all' : token.serviceIds.join(', ')],
    ['Owner', ownerOf(token)],
    ['Expires', token.expiresAt ?? 'never'],
  ];
  return lines.map(([label = '', value = '']) => `  ${label.padEnd(9)} ${value}\n`).join('');
}

/** One line per token, in columns. */
export function describeTokens(tokens: readonly Token[], nowMs: number): string {
  const rows = [
    ['ID', 'STATE', 'CREATED', 'EXPIRES', 'LAST USED', 'SERVICES', 'SCOPES', 'OWNER', 'NAME'],
    ...tokens.map((token) => [
      token.id,
      stateOf(token, nowMs),
      toDay(token.createdAt),
      token.expiresAt === null ? 'never' : toDay(token.expiresAt),
      token.lastUsedAt === null ? 'never' : toDay(token.lastUsedAt),
      token.serviceIds === null ? 'all' : String(token.serviceIds.length),
      token.scopes.join(','),
      ownerOf(token),
      quote(token.name),
    ]),
  ];
  return toColumns(rows);
}

function ownerOf({ owner }: Token): string {
  return owner === null ? 'organization' : quote(owner.name);
}

function stateOf(token: Token, nowMs: number): string {
  if (token.revokedAt !== null) return 'revoked';
  return token.expiresAt !== null && Date.parse(token.expiresAt) <= nowMs ? 'expired' : 'active';
}

function toDay(time: string): string {
  return time.slice(0, 10);
}
