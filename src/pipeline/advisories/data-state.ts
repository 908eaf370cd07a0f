/** Summarizes the state of the advisory data. */
import {
  ENRICHMENT_PARTS,
  PACKAGE_PARTS,
  RELEASE_CALENDAR,
  SOURCE_NAMES,
  DISTRIBUTIONS,
  SUPPLEMENTARY_SOURCES,
  type DataStateName,
} from '../../core/vocabulary/source.ts';
import {
  findStaleness,
  isDirectoryOld,
  type DatedSource,
  type Staleness,
} from '../../core/advisory/source-freshness.ts';
import { listSources, type AdvisorySource, type SourceProgress } from '../../store/advisories/sources.ts';
import { getSnapshot } from '../../store/advisories/snapshots.ts';
import type { Database, ReferenceTx } from '../../store/database.ts';
import { listDirectoryStates, type DirectoryState } from '../../store/advisories/directories.ts';
import type { UsedSource } from '../../store/findings/analyses/analyses.ts';
import { pipelined } from '../../store/pipelined.ts';
import { once } from '../../store/shared-transactions.ts';

export const STARTER = 'starter';

/** Sources that are part of Assay: whether advisories are loaded does not depend on them. */
export const BUILT_IN: ReadonlySet<string> = new Set([STARTER, RELEASE_CALENDAR]);

/** Scores, package lists and supplements: without other sources, the advisories are those of the starter set. */
const WITHOUT_ADVISORIES: ReadonlySet<string> = new Set([
  ...ENRICHMENT_PARTS,
  ...PACKAGE_PARTS,
  ...SUPPLEMENTARY_SOURCES,
  ...BUILT_IN,
]);

/** Whether a source of advisories was loaded completely. A disabled source counts: its data may be from a bundle. */
export function hasAdvisories(sources: readonly Pick<AdvisorySource, 'name' | 'lastSuccessAt'>[]): boolean {
  return sources.some(({ name, lastSuccessAt }) => !WITHOUT_ADVISORIES.has(name) && lastSuccessAt !== null);
}

export interface DataState {
  readonly state: DataStateName;
  readonly snapshot: number;
  readonly newestRecordAt: string | null;
  readonly sources: readonly AdvisorySource[];
}

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

/** Ignores score lists, package lists, supplements and the calendar of releases: their dates say nothing about the age of the advisories. */
export function newestRecordOf(sources: readonly Pick<AdvisorySource, 'name' | 'newestRecordAt'>[]): string | null {
  const times = sources
    .filter(({ name }) => !WITHOUT_AGE.has(name))
    .flatMap(({ newestRecordAt }) => (newestRecordAt === null ? [] : [newestRecordAt]));
  return times.toSorted().at(-1) ?? null;
}

const WITHOUT_AGE: ReadonlySet<string> = new Set([
  ...ENRICHMENT_PARTS,
  ...PACKAGE_PARTS,
  ...SUPPLEMENTARY_SOURCES,
  RELEASE_CALENDAR,
]);

/** Disabled sources are not waited for, and their data does not become stale. */
export function stateOf(
  sources: readonly (DatedSource & Pick<AdvisorySource, 'state'>)[],
  nowMs: number,
): DataState['state'] {
  const feeds = sources.filter((source) => !BUILT_IN.has(source.name) && source.enabled);
  const loaded = feeds.filter((source) => source.lastSuccessAt !== null);
  if (feeds.some((source) => source.state === 'syncing' && source.lastSuccessAt === null)) return 'syncing';
  const isPartlyLoaded = feeds.some(({ name, records }) => !WITHOUT_ADVISORIES.has(name) && records > 0);
  if (!hasAdvisories(sources) && !isPartlyLoaded)
    return sources.some(({ name, state }) => name === STARTER && state === 'ready') ? 'starter' : 'none';
  if (loaded.length === 0 && !isPartlyLoaded) return stateWithoutFeeds(sources, nowMs);
  if (loaded.some((source) => findStaleness(source, nowMs) !== undefined)) return 'stale';
  if (loaded.length === feeds.length) return 'ready';
  // Some of the data is loaded; the rest is being loaded or has failed.
  return feeds.some((source) => source.state === 'failed' && source.lastSuccessAt === null) ? 'stale' : 'syncing';
}

/** Without feeds, data loaded from a file counts as ready as long as it is recent enough. */
function stateWithoutFeeds(sources: readonly DatedSource[], nowMs: number): DataStateName {
  const loaded = sources.filter(({ name }) => !BUILT_IN.has(name));
  return loaded.some((source) => findStaleness(source, nowMs) !== undefined) ? 'stale' : 'ready';
}

/** The state of one advisory source by directory, with its age, import rate and remaining time. */
export interface SourceOverview extends Omit<AdvisorySource, 'url' | 'progress' | 'oldestDirectoryAt'> {
  /** Null if the source is disabled and was never read. */
  readonly url: string | null;
  /** Seconds since the last successful run; null before it. */
  readonly ageSeconds: number | null;
  /** Null: current, or without data. */
  readonly staleness: Staleness | null;
  readonly progress: ProgressOverview | null;
  readonly directories: readonly DirectoryOverview[];
}

export interface DirectoryOverview extends DirectoryState {
  readonly stale: boolean;
}

/** Progress of the directory that is being read. */
type ProgressOverview = SourceProgress & Estimate;

interface Estimate {
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
  lastSuccessAt: null,
  lastError: null,
  ageSeconds: null,
  staleness: null,
  progress: null,
  directories: [],
};

function toOverview(source: AdvisorySource, directories: readonly DirectoryState[], nowMs: number): SourceOverview {
  const ageMs = source.lastSuccessAt === null ? null : Math.max(0, nowMs - Date.parse(source.lastSuccessAt));
  const { oldestDirectoryAt: _, ...facts } = source;
  // The starter set is part of Assay, and never disabled.
  const isStarter = source.name === STARTER;
  return {
    ...facts,
    enabled: source.enabled || isStarter,
    ageSeconds: ageMs === null ? null : Math.round(ageMs / 1_000),
    staleness: findStaleness(source, nowMs) ?? null,
    progress: source.state === 'syncing' && source.progress !== null ? estimate(source.progress, nowMs) : null,
    directories: directories.map((each) => ({
      ...each,
      stale: source.name !== DISTRIBUTIONS && isDirectoryOld({ records: each.records, newest: each.highWater }, nowMs),
    })),
  };
}

/** `estimate({ records: 500, recordsTotal: 1_500, startedAt }, startedAt + 10 s)`: 50 per second, 20 s left. */
export function estimate<Progress extends Pick<SourceProgress, 'records' | 'recordsTotal' | 'startedAt'>>(
  progress: Progress,
  nowMs: number,
): Progress & Estimate {
  const { records, recordsTotal, startedAt } = progress;
  // The first records are there at once, and would promise a million per second.
  const seconds = Math.max(1, (nowMs - Date.parse(startedAt)) / 1_000);
  const ratePerSecond = Math.round(records / seconds);
  const left = Math.max(0, recordsTotal - records);
  return { ...progress, ratePerSecond, estimateSeconds: records === 0 ? null : Math.round((left * seconds) / records) };
}

/** The advisory data that an analysis is based on: its snapshot number, and the age of every source in it at that time. */
export interface UsedData {
  readonly snapshot: number;
  readonly sources: readonly UsedSource[];
}

/** Read before matching, so that later data does not count as used. */
export async function getUsedData(tx: ReferenceTx): Promise<UsedData> {
  const [snapshot, sources] = await pipelined([
    getSnapshot(tx),
    once(tx, 'sources', async () => await listSources(tx)),
  ]);
  return {
    snapshot,
    sources: sources
      .filter(({ records }) => records > 0)
      .map(({ name, records, newestRecordAt, lastSuccessAt }) => ({ name, records, newestRecordAt, lastSuccessAt })),
  };
}
