/** Audit log. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { WireAuditEntry } from '../../src/api/contract/audit.ts';
import { fetchFile, getList } from '../api-client.ts';
import type { ListView } from '../views/list-view.ts';

export const ENTRIES_PER_PAGE = 50;

export function auditList({ q, offset }: ListView) {
  return queryOptions({
    queryKey: ['audit', q, offset],
    queryFn: async ({ signal }) =>
      await getList<WireAuditEntry>('/audit', signal, { q, offset, limit: ENTRIES_PER_PAGE }),
    placeholderData: keepPreviousData,
  });
}

/** Exports all matching entries, not only one page. */
export async function exportAudit({ q }: Pick<ListView, 'q'>): Promise<Blob> {
  return await fetchFile('/audit', { q }, 'text/csv');
}
