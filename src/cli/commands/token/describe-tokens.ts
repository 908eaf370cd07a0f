/** Formats tokens for the terminal. Names are quoted, because they are chosen by users. */
import { quote } from '../../../core/errors.ts';
import type { Token } from '../../../store/people/tokens.ts';
import { toColumns } from '../../terminal/to-columns.ts';

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
