/** How good the advisory data is, in one word and a few figures. */
import { ENRICHMENT_PARTS } from '../core/advisory/enrichment.ts';
import { listSources, type AdvisorySource } from '../store/advisories/sources.ts';
import { readSnapshot } from '../store/advisories/snapshots.ts';
import type { Database } from '../store/database.ts';

export const STARTER = 'starter';

export interface DataState {
  readonly state: 'none' | 'starter' | 'syncing' | 'ready' | 'stale';
  readonly snapshot: number;
  readonly newestRecordAt: string | null;
  readonly sources: readonly AdvisorySource[];
}

export const STALE_AFTER_MS = 24 * 3600 * 1000;

export async function readDataState(database: Database, nowMs: number = Date.now()): Promise<DataState> {
  return await database.reference(async (tx) => {
    const sources = await listSources(tx);
    return {
      state: stateOf(sources, nowMs),
      snapshot: await readSnapshot(tx),
      newestRecordAt: newestRecordOf(sources),
      sources,
    };
  });
}

/** The day of a list of scores says nothing about how old the advisories are. */
export function newestRecordOf(sources: readonly Pick<AdvisorySource, 'name' | 'newestRecordAt'>[]): string | null {
  const times = sources
    .filter(({ name }) => !SCORES.has(name))
    .flatMap(({ newestRecordAt }) => (newestRecordAt === null ? [] : [newestRecordAt]));
  return times.toSorted().at(-1) ?? null;
}

const SCORES: ReadonlySet<string> = new Set(ENRICHMENT_PARTS);

/** Sources that are switched off are not waited for, and what they brought does not age. */
export function stateOf(
  sources: readonly Pick<AdvisorySource, 'name' | 'state' | 'enabled' | 'lastGoodAt'>[],
  nowMs: number,
): DataState['state'] {
  const feeds = sources.filter((source) => source.name !== STARTER && source.enabled);
  const loaded = feeds.filter((source) => source.lastGoodAt !== null);
  if (feeds.some((source) => source.state === 'syncing' && source.lastGoodAt === null)) return 'syncing';
  if (loaded.length === 0) {
    if (sources.some((source) => source.name === STARTER && source.state === 'ready')) return 'starter';
    return stateWithoutFeeds(sources, nowMs);
  }
  const isFresh = loaded.every((source) => nowMs - Date.parse(source.lastGoodAt ?? '') < STALE_AFTER_MS);
  if (!isFresh) return 'stale';
  if (loaded.length === feeds.length) return 'ready';
  // Some of the data is there, the rest is on its way or cannot be had.
  return feeds.some((source) => source.state === 'failed' && source.lastGoodAt === null) ? 'stale' : 'syncing';
}

/** Nothing is fetched, and what is there came in a file: as good as a feed while it is as young as one. */
function stateWithoutFeeds(
  sources: readonly Pick<AdvisorySource, 'name' | 'lastGoodAt'>[],
  nowMs: number,
): 'none' | 'ready' | 'stale' {
  const loaded = sources.filter(({ name }) => name !== STARTER);
  const times = loaded.flatMap(({ lastGoodAt }) => (lastGoodAt === null ? [] : [Date.parse(lastGoodAt)]));
  if (times.length === 0) return 'none';
  return times.every((time) => nowMs - time < STALE_AFTER_MS) ? 'ready' : 'stale';
}
