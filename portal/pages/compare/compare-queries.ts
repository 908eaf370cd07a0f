/** Comparison of two versions of a service, as data and as release notes. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { WireDiff } from '../../../src/api/contract/history/diff.ts';
import { fetchFile, getOne, toPath } from '../../api/api-client.ts';
import { serviceKey } from '../../queries/services/services.ts';

export interface ComparedPair {
  /** Undefined: the version before the head. */
  readonly base: string | undefined;
  readonly head: string;
}

export function versionDiff(service: string, { base, head }: ComparedPair) {
  return queryOptions({
    queryKey: [...serviceKey(service), 'diff', base, head],
    queryFn: async ({ signal }) => await getOne<WireDiff>(toPath('service', service, 'diff'), signal, { base, head }),
    placeholderData: keepPreviousData,
  });
}

export function releaseNotes(service: string, { base, head }: ComparedPair) {
  return queryOptions({
    queryKey: [...serviceKey(service), 'release notes', base, head],
    queryFn: async () =>
      await (await fetchFile(toPath('service', service, 'diff'), { base, head }, 'text/markdown')).text(),
  });
}
