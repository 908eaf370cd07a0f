/** Summarizes the state of the advisory data. */
import { ENRICHMENT_PARTS, type DataStateName } from '../../core/vocabulary/source.ts';
import { listSources, type AdvisorySource } from '../../store/advisories/sources/sources.ts';
import { getSnapshot } from '../../store/advisories/snapshots.ts';
import type { Database } from '../../store/database.ts';

export const STARTER = 'starter';

export interface DataState {
  readonly state: DataStateName;
  readonly snapshot: number;
  readonly newestRecordAt: string | null;
  readonly sources: readonly AdvisorySource[];
}

export const STALE_AFTER_MS = 24 * 3600 * 1000;

export async function getDataState(database: Database, nowMs: number = Date.now()): Promise<DataState> {
  return await database.reference(async (tx) => {
    const sources = await listSources(tx);
    return {
      state: stateOf(sources, nowMs),
      snapshot: await getSnapshot(tx),
      newestRecordAt: newestRecordOf(sources),
      sources,
    };
  });
}

/** Ignores score lists: their date says nothing about the age of the advisories. */
export function newestRecordOf(sources: readonly Pick<AdvisorySource, 'name' | 'newestRecordAt'>[]): string | null {
  const times = sources
    .filter(({ name }) => !SCORES.has(name))
    .flatMap(({ newestRecordAt }) => (newestRecordAt === null ? [] : [newestRecordAt]));
  return times.toSorted().at(-1) ?? null;
}

const SCORES: ReadonlySet<string> = new Set(ENRICHMENT_PARTS);

/** Disabled sources are not waited for, and their data does not become stale. */
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
  // Some of the data is loaded; the rest is being loaded or has failed.
  return feeds.some((source) => source.state === 'failed' && source.lastGoodAt === null) ? 'stale' : 'syncing';
}

/** Without feeds, data loaded from a file counts as ready as long as it is recent enough. */
function stateWithoutFeeds(
  sources: readonly Pick<AdvisorySource, 'name' | 'lastGoodAt'>[],
  nowMs: number,
): DataStateName {
  const loaded = sources.filter(({ name }) => name !== STARTER);
  const times = loaded.flatMap(({ lastGoodAt }) => (lastGoodAt === null ? [] : [Date.parse(lastGoodAt)]));
  if (times.length === 0) return 'none';
  return times.every((time) => nowMs - time < STALE_AFTER_MS) ? 'ready' : 'stale';
}
