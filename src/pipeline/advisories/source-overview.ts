/** Describes the state of each advisory source by directory, with its age, import rate and remaining time. */
import { SOURCE_NAMES } from '../../core/vocabulary/source.ts';
import { listDirectoryStates, type DirectoryState } from '../../store/advisories/sources/directories.ts';
import { listSources, type AdvisorySource, type SourceProgress } from '../../store/advisories/sources/sources.ts';
import type { Database } from '../../store/database.ts';
import { STALE_AFTER_MS, STARTER } from './data-state.ts';

export interface SourceOverview extends Omit<AdvisorySource, 'url' | 'progress'> {
  /** Null if the source is disabled and was never read. */
  readonly url: string | null;
  /** Seconds since the last successful run; null before it. */
  readonly ageSeconds: number | null;
  readonly stale: boolean;
  readonly progress: ProgressOverview | null;
  readonly directories: readonly DirectoryState[];
}

/** Progress of the directory that is being read. */
export interface ProgressOverview extends SourceProgress {
  readonly ratePerSecond: number;
  /** Null if unknown yet. */
  readonly estimateSeconds: number | null;
}

/** Includes the starter set while it is in use. */
export async function listSourceOverviews(database: Database, nowMs: number): Promise<SourceOverview[]> {
  return await database.reference(async (tx) => {
    const stored = await listSources(tx);
    const known: readonly string[] = SOURCE_NAMES;
    const names = [...known, ...stored.map(({ name }) => name).filter((name) => !known.includes(name))];
    const overviews: SourceOverview[] = [];
    for (const name of names) {
      const source = stored.find((each) => each.name === name);
      if (source === undefined) overviews.push({ ...NEVER_DECLARED, name });
      else overviews.push(toOverview(source, await listDirectoryStates(tx, name), nowMs));
    }
    return overviews;
  });
}

const NEVER_DECLARED: Omit<SourceOverview, 'name'> = {
  url: null,
  state: 'never',
  enabled: false,
  records: 0,
  newestRecordAt: null,
  lastGoodAt: null,
  lastError: null,
  ageSeconds: null,
  stale: false,
  progress: null,
  directories: [],
};

function toOverview(source: AdvisorySource, directories: readonly DirectoryState[], nowMs: number): SourceOverview {
  const ageMs = source.lastGoodAt === null ? null : Math.max(0, nowMs - Date.parse(source.lastGoodAt));
  // The starter set is part of Assay: never disabled and never stale.
  const isStarter = source.name === STARTER;
  return {
    ...source,
    enabled: source.enabled || isStarter,
    ageSeconds: ageMs === null ? null : Math.round(ageMs / 1_000),
    stale: !isStarter && ageMs !== null && ageMs >= STALE_AFTER_MS,
    progress: source.state === 'syncing' && source.progress !== null ? estimate(source.progress, nowMs) : null,
    directories,
  };
}

/** `estimate({ records: 500, recordsTotal: 1_500, startedAt }, startedAt + 10 s)`: 50 per second, 20 s left. */
export function estimate(progress: SourceProgress, nowMs: number): ProgressOverview {
  const { records, recordsTotal, startedAt } = progress;
  const seconds = Math.max(0.001, (nowMs - Date.parse(startedAt)) / 1_000);
  const ratePerSecond = Math.round(records / seconds);
  const left = Math.max(0, recordsTotal - records);
  return { ...progress, ratePerSecond, estimateSeconds: records === 0 ? null : Math.round((left * seconds) / records) };
}
