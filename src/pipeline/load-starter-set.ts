/** A first run without a network still knows the best-known vulnerabilities; a newer Assay brings newer ones. */
import type { Feed } from '../feeds/feed.ts';
import { readDataState, STARTER } from './data-state.ts';
import { refreshSource, type RefreshDeps } from './refresh-source.ts';

/** Only while nothing else is loaded: beside real data it could only contradict. */
export async function loadStarterSet(deps: RefreshDeps, starter: Feed): Promise<void> {
  const { sources } = await readDataState(deps.database);
  if (sources.some((source) => source.name !== STARTER && source.records > 0)) return;
  await refreshSource(deps, starter, { acceptShrink: true });
}
