/** The inbox of the signed-in user, its count, and the marks of handled findings. */
import { queryOptions, useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import type { WireInbox } from '../../../src/api/contract/findings/inbox.ts';
import { change, getOne, toPath } from '../../api/api-client.ts';
import { toRetryDelay } from '../../api/query-client.ts';
import { markVisited, me } from '../account/me.ts';

const ITEMS_PER_PART = 20;
const COUNT_REFRESH_MS = 5 * 60_000;

export function inbox() {
  return queryOptions({
    queryKey: ['inbox', 'items'],
    queryFn: async ({ signal }) => await getOne<WireInbox>('/inbox', signal, { findings: ITEMS_PER_PART }),
  });
}

/** Shown on every page, so it is not loaded again with every event. */
export function inboxCount() {
  return queryOptions({
    queryKey: ['inbox', 'count'],
    queryFn: async ({ signal }) => await getOne<WireInbox>('/inbox', signal, { findings: 0 }),
    select: ({ total }) => total,
    staleTime: COUNT_REFRESH_MS,
    refetchInterval: ({ state: { error } }) => toRetryDelay(error) || COUNT_REFRESH_MS,
    meta: { isSteady: true },
  });
}

interface Handled {
  readonly id: string;
  readonly fingerprint: string;
  /** False: moves it back to the inbox. */
  readonly isHandled: boolean;
}

const HANDLE_KEY = ['handle'];

/** A handled finding disappears at once. */
export function useHandle() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationKey: HANDLE_KEY,
    mutationFn: async ({ id, isHandled }: Handled) =>
      await change(isHandled ? 'PUT' : 'DELETE', `${toPath('finding', id)}/handled`),
    onMutate: async ({ fingerprint, isHandled }) => {
      if (!isHandled) return;
      await queryClient.cancelQueries({ queryKey: ['inbox'] });
      queryClient.setQueryData(inbox().queryKey, (known) => known && withoutFinding(known, fingerprint));
    },
    // Until the last one is done, the server still lists findings that have disappeared here.
    onSettled: () => {
      if (queryClient.isMutating({ mutationKey: HANDLE_KEY }) === 1) void refreshInbox(queryClient);
    },
  });
}

/** Findings and changes until now are no longer new. */
export function useMarkVisited() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: markVisited,
    onSuccess: async (changed) => {
      queryClient.setQueryData(me().queryKey, changed);
      await refreshInbox(queryClient);
    },
  });
}

export async function refreshInbox(queryClient: QueryClient): Promise<void> {
  await queryClient.invalidateQueries({ queryKey: ['inbox'] });
}

/** A finding may be in several parts, and in several versions of a package. */
export function withoutFinding(known: WireInbox, fingerprint: string): WireInbox {
  const removed = new Set<string>();
  const parts = known.parts.map((part) => {
    const findings = part.findings.filter((finding) => {
      if (finding.fingerprint !== fingerprint) return true;
      removed.add(finding.id);
      return false;
    });
    return { ...part, findings, total: part.total - (part.findings.length - findings.length) };
  });
  return { ...known, parts, total: known.total - removed.size };
}
