/** Texts for the expiry of a token, so that color is never the only sign. */
import { DAY_MS } from '../../../text/format/time.ts';
import type { WireToken } from '../../../../src/api/contract/organization/token.ts';

type TokenExpiry = Pick<WireToken, 'expiresAt' | 'revokedAt'>;

const NEAR_DAYS = 14;

export function isInactive({ expiresAt, revokedAt }: TokenExpiry, nowMs: number): boolean {
  return revokedAt !== null || (expiresAt !== null && Date.parse(expiresAt) <= nowMs);
}

export function describeExpiry(token: TokenExpiry, nowMs: number): { readonly text: string; readonly isNear: boolean } {
  const { expiresAt, revokedAt } = token;
  if (revokedAt !== null) return { text: `Revoked on ${revokedAt.slice(0, 10)}`, isNear: false };
  if (expiresAt === null) return { text: 'Never', isNear: false };
  const day = expiresAt.slice(0, 10);
  if (isInactive(token, nowMs)) return { text: `Expired on ${day}`, isNear: false };
  const days = Math.ceil((Date.parse(expiresAt) - nowMs) / DAY_MS);
  if (days > NEAR_DAYS) return { text: day, isNear: false };
  return { text: days === 1 ? `Within a day, ${day}` : `In ${days} days, ${day}`, isNear: true };
}

const SCOPE_COUNT = 6;

/** Permissions of a token; a token with all of them has its own word. */
export function describeScopes(scopes: WireToken['scopes']): string {
  return scopes.length === SCOPE_COUNT ? 'All permissions' : scopes.join(', ');
}

const CREATOR_LABELS: Readonly<Record<WireToken['createdBy']['kind'], string>> = {
  person: 'Created by',
  token: 'Created with the token',
  operator: 'Created by the operator,',
  unrecorded: 'Creator not recorded',
};

export function describeCreator({ kind, name }: WireToken['createdBy']): string {
  return name === null ? CREATOR_LABELS[kind] : `${CREATOR_LABELS[kind]} ${name}`;
}

export function isCreatedByOwner({ createdBy, owner }: Pick<WireToken, 'createdBy' | 'owner'>): boolean {
  return createdBy.kind === 'person' && createdBy.id === owner?.id;
}
