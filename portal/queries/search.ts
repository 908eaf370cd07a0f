/** Search over all kinds of resources. A newer query cancels the previous one. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { WireSearch } from '../../src/api/contract/search.ts';
import { getOne } from '../api-client.ts';

export function searchEverything(q: string) {
  return queryOptions({
    queryKey: ['search', q],
    queryFn: async ({ signal }) => await getOne<WireSearch>('/search', signal, { q }),
    enabled: q !== '',
    placeholderData: keepPreviousData,
  });
}
