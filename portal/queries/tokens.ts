/** Tokens of machines. */
import { queryOptions } from '@tanstack/react-query';
import type { WireToken } from '../../src/api/contract/token.ts';
import { getList } from '../api-client.ts';

export function tokenList() {
  return queryOptions({
    queryKey: ['tokens'],
    queryFn: async ({ signal }) => await getList<WireToken>('/token', signal, { limit: 1_000 }),
    staleTime: 60_000,
  });
}
