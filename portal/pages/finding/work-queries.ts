/** Assignee, due date, issue and comments of a finding. */
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { WireComment, WireFindingWork } from '../../../src/api/contract/findings/work.ts';
import type { WireFindingDetails } from '../../../src/api/contract/history/history.ts';
import { change, getList, toPath } from '../../api/api-client.ts';
import { findingDetails } from './finding-queries.ts';

export interface WorkChange {
  readonly assigneeId?: string | null;
  readonly dueOn?: string | null;
  readonly issueUrl?: string | null;
}

/** Lists and counts depend on the assignee, so they are loaded again. */
const CHANGED_KEYS = ['finding', 'findings', 'inbox', 'service'];

export function useChangeWork(findingId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (changes: WorkChange) =>
      await change<WireFindingWork>('PATCH', `${toPath('finding', findingId)}/work`, changes),
    onSuccess: async (work) => {
      queryClient.setQueryData(findingDetails(findingId).queryKey, (known: WireFindingDetails | undefined) =>
        known === undefined ? undefined : { ...known, work },
      );
      await queryClient.invalidateQueries({
        predicate: ({ queryKey, meta }) => CHANGED_KEYS.includes(String(queryKey[0])) && meta?.isSteady !== true,
      });
    },
  });
}

const COMMENTS_SHOWN_MAX = 500;

export function commentList(findingId: string) {
  return queryOptions({
    queryKey: ['finding', findingId, 'comments'],
    queryFn: async ({ signal }) =>
      await getList<WireComment>(`${toPath('finding', findingId)}/comment`, signal, { limit: COMMENTS_SHOWN_MAX }),
  });
}

export function useAddComment(findingId: string) {
  const refresh = useRefresh(findingId);
  return useMutation({
    mutationFn: async (text: string) =>
      await change<WireComment>('POST', `${toPath('finding', findingId)}/comment`, { text }),
    onSuccess: refresh,
  });
}

export function useDeleteComment(findingId: string) {
  const refresh = useRefresh(findingId);
  return useMutation({
    mutationFn: async (id: string) => await change('DELETE', toPath('finding', findingId, 'comment', id)),
    onSuccess: refresh,
  });
}

function useRefresh(findingId: string): () => Promise<void> {
  const queryClient = useQueryClient();
  return async () => await queryClient.invalidateQueries({ queryKey: ['finding', findingId] });
}
