/**
 * Decides which cached queries an event invalidates. Query keys that start with `service` belong to one service, all others to
 * the whole organization. Queries marked as steady are refreshed by their page, so that rows do not move while the user reads
 * them.
 */
import type { Query, QueryClient } from '@tanstack/react-query';
import type { WireAnalysis } from '../../src/api/contract/services/analysis.ts';
import { READINESS_KEY } from '../queries/organization/readiness.ts';
import { USAGE_KEY } from '../queries/organization/organization.ts';
import { hasEnded } from '../text/analysis/analysis-text.ts';

declare module '@tanstack/react-query' {
  interface Register {
    readonly queryMeta: { readonly isSteady?: boolean };
  }
}

/** Not changed by any event. */
const UNTOUCHED = new Set(['me', 'sessions', 'invitation', 'search', ...READINESS_KEY]);

/** Every query is refetched at most once. */
export function applyEvents(queryClient: QueryClient, events: readonly LiveEvent[]): void {
  if (events.some(({ type }) => type.startsWith('advisories.')))
    void queryClient.invalidateQueries({ queryKey: READINESS_KEY });
  if (events.some(({ type }) => type === 'quota.warning')) void queryClient.invalidateQueries({ queryKey: USAGE_KEY });
  const known = listKnownIds(queryClient);
  void refetchOutdated(queryClient, (query) => events.some((event) => isTouched(query, event, known)));
}

/** For events that may have been missed. */
export async function refreshAll(queryClient: QueryClient): Promise<void> {
  await refetchOutdated(queryClient, isLive);
}

/**
 * The response to a pending request may be older than the event. The library repeats a request only if the query has data, so a
 * pending first request of a visible page is canceled here.
 */
async function refetchOutdated(queryClient: QueryClient, isOld: (query: Query) => boolean): Promise<void> {
  await queryClient.cancelQueries({
    type: 'active',
    fetchStatus: 'fetching',
    predicate: (query) => query.state.data === undefined && isOld(query),
  });
  await queryClient.invalidateQueries({ predicate: isOld });
}

/** Progress as the stream reports it: states only. Counts and times come with the analysis itself. */
interface Progress {
  readonly status?: WireAnalysis['status'];
  readonly stages?: readonly Pick<WireAnalysis['stages'][number], 'name' | 'status'>[];
}

/** Returns true if the analysis is cached, so that updating its progress was all there was to do. */
export function showProgress(queryClient: QueryClient, { analysisId, detail, ...event }: LiveEvent): boolean {
  const progress = { ...event, ...detail } as Progress;
  let isShown = false;
  const caches = queryClient.getQueryCache().findAll({ predicate: ({ queryKey }) => queryKey[4] === 'analysis' });
  for (const { queryKey, state } of caches) {
    const shown = state.data as WireAnalysis | null | undefined;
    if (!shown || shown.id !== analysisId) continue;
    isShown = true;
    // An ended analysis never runs again: such a message was delayed. Stages that run after the result may end later.
    if (hasEnded(shown.status) && (progress.status === undefined || !hasEnded(progress.status))) continue;
    const stateOf = new Map(progress.stages?.map(({ name, status }) => [name, status]));
    const stages = shown.stages.map((stage) => ({ ...stage, status: stateOf.get(stage.name) ?? stage.status }));
    queryClient.setQueryData<WireAnalysis>(queryKey, { ...shown, status: progress.status ?? shown.status, stages });
    // Stages that run after the result send few events, and their counts and reasons come only with the analysis.
    if (hasEnded(shown.status)) void queryClient.invalidateQueries({ queryKey, exact: true });
  }
  return isShown;
}

/** URLs hold names as often as ids. The loaded details of a service or version tell its id. */
function listKnownIds(queryClient: QueryClient): ReadonlyMap<string, string> {
  const ids = new Map<string, string>();
  for (const { queryKey, state } of queryClient.getQueryCache().findAll()) {
    const { id } = (state.data ?? {}) as { readonly id?: string };
    if (queryKey[0] === 'service' && queryKey.at(-1) === 'details' && id !== undefined)
      ids.set(JSON.stringify(queryKey.slice(0, -1)), id);
  }
  return ids;
}

function isLive({ queryKey, meta }: Query): boolean {
  return !UNTOUCHED.has(String(queryKey[0])) && meta?.isSteady !== true;
}

function isTouched(query: Query, event: LiveEvent, known: ReadonlyMap<string, string>): boolean {
  const { queryKey } = query;
  if (!isLive(query)) return false;
  if (queryKey[0] !== 'service' || event.serviceId === null) return true;
  const serviceId = known.get(JSON.stringify(queryKey.slice(0, 2)));
  if (serviceId !== undefined && serviceId !== event.serviceId) return false;
  if (queryKey[2] !== 'version' || event.versionId === null) return true;
  // The key may hold the alias, and the known id is that of the version that had it.
  if (event.type === 'version.alias_moved') return true;
  const versionId = known.get(JSON.stringify(queryKey.slice(0, 4)));
  return versionId === undefined || versionId === event.versionId;
}

/** An event from the server as the stream delivers it. */

export interface LiveEvent {
  readonly type: string;
  readonly at: string;
  readonly serviceId: string | null;
  readonly versionId: string | null;
  readonly analysisId: string | null;
  readonly detail: Readonly<Record<string, unknown>> | null;
}
