/** API tokens. */
import { queryOptions } from '@tanstack/react-query';
import type { WireNewToken, WireToken } from '../../../src/api/contract/organization/token.ts';
import { change, getList, toPath } from '../../api/api-client.ts';

export function tokenList() {
  return queryOptions({
    queryKey: ['tokens'],
    queryFn: async ({ signal }) => await getList<WireToken>('/token', signal, { limit: 1_000 }),
    staleTime: 60_000,
  });
}

export interface TokenInput {
  readonly name: string;
  /** Default: upload and read. */
  readonly scopes?: readonly WireToken['scopes'][number][];
  /** Service names. Default: all services. */
  readonly services?: readonly string[];
  /** Default: in 90 days. Null: never. */
  readonly expiresAt?: string | null;
}

/** Only this response contains the token itself. */
export async function createToken(input: TokenInput): Promise<WireNewToken> {
  return await change<WireNewToken>('POST', '/token', input);
}

export async function revokeToken(id: string): Promise<void> {
  await change('DELETE', toPath('token', id));
}
