/** Banner for conditions that affect every page. Shows at most one, the most important. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { isStatus } from '../api/api-client.ts';
import { Notice } from '../parts/feedback/notice.tsx';
import { useNow } from '../parts/values/use-now.ts';
import { readiness } from '../queries/organization/readiness.ts';
import { tokenList } from '../queries/organization/tokens.ts';
import { usage } from '../queries/organization/usage.ts';
import { useMe } from '../session/session.ts';
import { useExpired } from '../session/sign-in-expiry.ts';
import { chooseBanner } from './choose-banner.ts';

export function Banner() {
  const isUnreachable = useUnreachable();
  const hasExpired = useExpired();
  const data = useQuery(readiness()).data;
  const scopes = useMe()?.scopes ?? [];
  const mayManageTokens = scopes.includes('token:write');
  const tokens = useQuery({ ...tokenList(), enabled: mayManageTokens && !hasExpired }).data;
  // Owners and admins can delete data or contact the operator.
  const quotas = useQuery({ ...usage(), enabled: scopes.includes('settings:write') && !hasExpired }).data;
  const banner = chooseBanner({
    isUnreachable,
    hasExpired,
    serverProblem: data?.status === 'unavailable' ? data.problems[0]?.message : undefined,
    dataState: data?.advisories.state,
    quotas: quotas?.quotas ?? [],
    tokens: tokens?.items ?? [],
    nowMs: useNow(),
  });
  if (banner === undefined) return null;
  return (
    <Notice kind={banner.kind} urgent={banner.kind === 'bad'}>
      {banner.text}
    </Notice>
  );
}

/** True while the latest attempt of any query failed to reach the server. Data that is already loaded stays on the page. */
export function useUnreachable(): boolean {
  const cache = useQueryClient().getQueryCache();
  return useSyncExternalStore(
    (listener) => cache.subscribe(listener),
    () => cache.getAll().some(({ state }) => isStatus(state.error, 0) || isStatus(state.fetchFailureReason, 0)),
  );
}
