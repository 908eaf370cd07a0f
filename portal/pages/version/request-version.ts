/** Starts the requests of the version page while its code is loading. */
import type { QueryClient } from '@tanstack/react-query';
import { me } from '../../queries/account/me.ts';
import { findingPage, findingSummary, groupPage } from '../../queries/findings/findings.ts';
import { latestAnalysis } from '../../queries/services/analyses.ts';
import { versionDetails, type VersionAddress } from '../../queries/services/versions.ts';
import { chooseGrouping } from '../../search-params/finding-view.ts';
import type { VersionView } from '../../search-params/version-view.ts';

export function requestVersion(queryClient: QueryClient, address: VersionAddress, view: VersionView): void {
  void queryClient.prefetchQuery(findingSummary(address, {}));
  void queryClient.prefetchQuery(versionDetails(address));
  void requestFindings(queryClient, address, view);
}

/** The rows are requested after the analysis, so that they are not older than the analysis that they are shown with. */
async function requestFindings(queryClient: QueryClient, address: VersionAddress, view: VersionView): Promise<void> {
  await queryClient.prefetchQuery(latestAnalysis(queryClient, address, { sinceMs: Date.now(), isLive: false }));
  if (view.tab !== undefined) return;
  const preferred = queryClient.getQueryData(me().queryKey)?.preferences.groupFindingsBy ?? 'vulnerability';
  const grouping = chooseGrouping(view, preferred);
  const list = { address, view, cursors: new Map() };
  if (grouping === 'none') await queryClient.prefetchQuery(findingPage(queryClient, list, 0));
  else await queryClient.prefetchQuery(groupPage(queryClient, { ...list, groupBy: grouping }, 0));
}
