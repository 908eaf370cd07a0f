/**
 * Loads the starter set, so that a first run without a network knows the best-known vulnerabilities. A newer Assay brings a newer
 * set.
 */
import type { Enrichment } from '../../core/advisory/enrichment/enrichment.ts';
import type { Feed } from '../../feeds/feed.ts';
import type { StarterExploitation } from '../../feeds/starter-exploitation.ts';
import { mergeEnrichment } from '../../store/advisories/merge/enrichment.ts';
import { findSourceDigest, setSourceDigest } from '../../store/advisories/sources/source-digest.ts';
import { takeSnapshot } from '../../store/advisories/snapshots.ts';
import { getDataState, STARTER } from './data-state.ts';
import { ADVISORY_READER_VERSION, type PipelineDeps } from '../deps.ts';
import { refreshSource, type RefreshDeps } from './refresh-source.ts';

export interface StarterSet {
  readonly feed: Feed;
  readonly readExploitation: () => Promise<StarterExploitation>;
  /** Equal for equal files. */
  readonly digest: () => Promise<string>;
}

/** Loads only if no other data is loaded, which it could contradict. An unchanged set is not loaded again. */
export async function loadStarterSet(deps: RefreshDeps, starter: StarterSet): Promise<void> {
  const { sources } = await getDataState(deps.database);
  if (sources.some((source) => source.name !== STARTER && source.records > 0)) return;
  const digest = `${ADVISORY_READER_VERSION} ${await starter.digest()}`;
  if ((await deps.database.reference(async (tx) => await findSourceDigest(tx, STARTER))) === digest) return;
  await refreshSource(deps, starter.feed, { acceptShrink: true });
  const { kev, epss } = await starter.readExploitation();
  await loadFacts(deps, 'kev', kev);
  await loadFacts(deps, 'epss', epss);
  await deps.database.reference(async (tx) => await setSourceDigest(tx, STARTER, digest));
}

/** Does not update the row of the source: it was not synced, and its first file replaces all of this. */
async function loadFacts(deps: PipelineDeps, part: 'kev' | 'epss', facts: readonly Enrichment[]): Promise<void> {
  const at = new Date(deps.now()).toISOString();
  await deps.database.reference(async (tx) => {
    await mergeEnrichment(tx, part, inOneBatch(facts), async (changed) => await takeSnapshot(tx, STARTER, changed, at));
  });
}

async function* inOneBatch(facts: readonly Enrichment[]): AsyncGenerator<readonly Enrichment[]> {
  yield await Promise.resolve(facts);
}
