/** Findings of a service by severity, per version and per day. */
import { queryOptions } from '@tanstack/react-query';
import type { WireServiceAges, WireServiceHistory } from '../../../src/api/contract/history/history.ts';
import { getOne, toPath } from '../../api/api-client.ts';
import { serviceKey } from './services.ts';

export interface HistoryRange {
  /** Days as `2026-11-14`; absent: the API's default. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** Number of versions, newest first. */
  readonly limit?: number | undefined;
}

export function serviceHistory(service: string, range: HistoryRange = {}) {
  return queryOptions({
    queryKey: [...serviceKey(service), 'history', range],
    queryFn: async ({ signal }) =>
      await getOne<WireServiceHistory>(toPath('service', service, 'history'), signal, { ...range }),
  });
}

export function serviceAges(service: string) {
  return queryOptions({
    queryKey: [...serviceKey(service), 'ages'],
    queryFn: async ({ signal }) => await getOne<WireServiceAges>(toPath('service', service, 'history', 'age'), signal),
  });
}
