/** Tokens of machines. */
import { queryOptions } from '@tanstack/react-query';
import type { WireNewToken, WireToken } from '../../src/api/contract/token.ts';
import { change, getList, toPath } from '../api-client.ts';

export function tokenList() {
  return queryOptions({
    queryKey: ['tokens'],
    queryFn: async ({ signal }) => await getList<WireToken>('/token', signal, { limit: 1_000 }),
    staleTime: 60_000,
  });
}

export interface TokenWish {
  readonly name: string;
  /** Left out: upload and read. */
  readonly scopes?: readonly WireToken['scopes'][number][];
  /** Names; left out: every service. */
  readonly services?: readonly string[];
  /** Left out: in 90 days; null: never. */
  readonly expiresAt?: string | null;
}

/** The answer is the only place where the token itself ever is. */
export async function createToken(wish: TokenWish): Promise<WireNewToken> {
  return await change<WireNewToken>('POST', '/token', wish);
}

export async function revokeToken(id: string): Promise<void> {
  await change('DELETE', toPath('token', id));
}
