/** How each source of advisories is, directory by directory, with what can be told from its clock: age, speed, time left. */
import { listDirectoryStates, type DirectoryState } from '../store/advisories/directories.ts';
import { listSources, type AdvisorySource, type SourceProgress } from '../store/advisories/sources.ts';
import type { Database } from '../store/database.ts';
import { STALE_AFTER_MS, STARTER } from './data-state.ts';

/** Those that can be configured, in the order in which they matter. */
export const SOURCE_NAMES = ['osv', 'kev', 'epss', 'ssvc', 'packages'] as const;

export interface SourceOverview extends Omit<AdvisorySource, 'url' | 'progress'> {
  /** Null: switched off, and never read. */
  readonly url: string | null;
  /** Since the last good run; null before it. */
  readonly ageSeconds: number | null;
  readonly stale: boolean;
  readonly progress: ProgressOverview | null;
  readonly directories: readonly DirectoryState[];
}

/** Of the directory that is being read. */
export interface ProgressOverview extends SourceProgress {
  readonly ratePerSecond: number;
  /** Null: nobody knows yet. */
  readonly estimateSeconds: number | null;
}

/** The starter set is there while it is in use. */
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
  // What comes with Assay is part of it: never switched off, and as old as it is meant to be.
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

/** `estimate({ records: 500, recordsTotal: 1_500, startedAt }, startedAt + 10 s)`: 50 a second, 20 s to go. */
export function estimate(progress: SourceProgress, nowMs: number): ProgressOverview {
  const { records, recordsTotal, startedAt } = progress;
  const seconds = Math.max(0.001, (nowMs - Date.parse(startedAt)) / 1_000);
  const ratePerSecond = Math.round(records / seconds);
  const left = Math.max(0, recordsTotal - records);
  return { ...progress, ratePerSecond, estimateSeconds: records === 0 ? null : Math.round((left * seconds) / records) };
}
