/** Parses the flags of `assay token create`. */
import type { TokenRequest } from '../../../access/tokens/issue-token.ts';
import { isScope } from '../../../access/scopes.ts';
import { quote } from '../../../core/errors.ts';
import { DEFAULT_TOKEN_SCOPES, TOKEN_SCOPES, type TokenScope } from '../../../core/vocabulary/access.ts';
import { USAGE_INVALID } from '../../errors.ts';

export const TOKEN_FLAGS = {
  name: { type: 'string' },
  scope: { type: 'string', multiple: true },
  service: { type: 'string', multiple: true },
  'expires-days': { type: 'string' },
} as const;

export interface TokenFlags {
  readonly name?: string | undefined;
  readonly scope?: readonly string[] | undefined;
  readonly service?: readonly string[] | undefined;
  readonly 'expires-days'?: string | undefined;
}

const NAME_CHARACTERS_MAX = 200;
const DAYS = /^[1-9][0-9]{0,3}$/;
const DAY_MS = 24 * 3600 * 1000;

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
