/**
 * Updates an advisory source, directory by directory. A directory that is refused or unreachable keeps its loaded data and
 * records the reason on its row and on the row of the source; the others continue.
 */
import { ecosystemOfDirectory } from '../../core/advisory/distributions/published-file.ts';
import { messageOf } from '../../core/errors.ts';
import type { Feed, FeedProgress } from '../../feeds/feed.ts';
import { failDirectory, listDirectoryStates } from '../../store/advisories/directories.ts';
import { removeSource } from '../../store/advisories/merge/merge-directory.ts';
import { takeSnapshot } from '../../store/advisories/snapshots.ts';
import { recordImportResult, listSources } from '../../store/advisories/sources.ts';
import { clearStaging } from '../../store/advisories/merge/staging.ts';
import { listUsedFamilies } from '../../store/portfolio/components/components.ts';
import { applyDueWithdrawals } from '../../store/advisories/merge/revisions.ts';
import { SUPPLEMENTARY_SOURCES } from '../../core/vocabulary/source.ts';
import { BUILT_IN, STARTER } from './data-state.ts';
import { nowOf } from '../deps.ts';
import { FEED_DIRECTORY_GONE, REFRESH_INTERRUPTED } from '../errors.ts';
import { createProgressRecorder, withLease, type Lease, type ReadingDeps } from './with-lease.ts';
import {
  refreshDirectory,
  type DirectoryDeps,
  type DirectoryReport,
  type DirectoryRun,
  type Turn,
} from './refresh-directory.ts';
import { enqueueSnapshotJobs } from '../analysis/apply-snapshot.ts';
import { walkOrganizations } from '../walk.ts';

export interface RefreshReport {
  readonly records: number;
  /** Records that are new, deleted or changed in a way that matters for matching. */
  readonly changed: number;
  readonly bad: number;
  readonly directories: readonly DirectoryReport[];
}

export type RefreshDeps = DirectoryDeps & ReadingDeps;

export type RefreshOptions = Partial<Pick<DirectoryRun, 'kind' | 'acceptShrink'>>;

/** Returns undefined if another process is importing this source. Throws the error of the first directory that failed. */
export async function refreshSource(
  deps: RefreshDeps,
  feed: Feed,
  options: RefreshOptions = {},
): Promise<RefreshReport | undefined> {
  const prepare = async (): Promise<void> => {};
  return await withLease(deps, feed, prepare, async (_prepared, lease) => {
    const { signal } = lease;
    try {
      return await refreshNow({ deps, lease, signal, kind: 'delta', acceptShrink: false, ...options, feed });
    } catch (error) {
      const problem = signal.aborted ? toInterruption(feed, lease, error) : error;
      // Otherwise the row belongs to the process that has taken over the source.
      if (!lease.lost.aborted) {
        await deps.database.reference(
          async (tx) => await recordImportResult(tx, feed.name, { error: messageOf(problem) }),
        );
      }
      throw problem;
    }
  });
}

type SourceRun = Omit<DirectoryRun, 'onProgress' | 'deps'> & { readonly deps: RefreshDeps };

async function refreshNow(run: SourceRun): Promise<RefreshReport> {
  const { deps, feed, signal } = run;
  const { present, missing } = await feed.listDirectories({ signal });
  await deps.database.reference(async (tx) => await clearStaging(tx, feed.name));
  await retractWithdrawn(run);
  const gone = await findGone(run, missing);
  const { directories, failures: failed } = await refreshDirectories(run, present);
  const failures = [...gone, ...failed];
  for (const { directory, error } of failures) {
    const place = { source: feed.name, directory };
    await deps.database.reference(async (tx) => await failDirectory(tx, place, messageOf(error)));
  }
  await endRun(run, failures.length === 0);
  await enqueueSnapshotJobs(deps);
  if (failures[0] !== undefined) throw failures[0].error;
  return toReport(directories);
}

interface FailedDirectory {
  readonly directory: string;
  readonly error: unknown;
}

/** Finishes one directory after the other. A new one is passed on to the next one when it is read. */
async function refreshDirectories(
  run: SourceRun,
  present: readonly string[],
): Promise<{ readonly directories: readonly DirectoryReport[]; readonly failures: readonly FailedDirectory[] }> {
  const { deps, feed, signal } = run;
  const record = createProgressRecorder(deps, feed.name);
  const directories: DirectoryReport[] = [];
  const failures: FailedDirectory[] = [];
  let interruption: { readonly error: unknown } | undefined;
  let previous = Promise.resolve();
  let previousSnapshot = 0;
  try {
    for (let waiting = present; waiting.length > 0 && interruption === undefined;) {
      signal.throwIfAborted();
      const chosen = await chooseNext(run, waiting);
      waiting = waiting.filter((name) => name !== chosen.directory);
      const place = { directoryNumber: present.length - waiting.length, directoryCount: present.length };
      const onProgress = (progress: FeedProgress): void => record({ ...progress, ...place });
      const { promise: isRead, resolve: passOn } = Promise.withResolvers<number>();
      const turn = { previous, previousSnapshot, passOn };
      previous = refreshInTurn({ ...run, onProgress }, chosen, turn).finally(() => passOn(0));
      previousSnapshot = await isRead;
    }
  } finally {
    await previous;
  }
  if (interruption !== undefined) throw interruption.error;
  return { directories, failures };

  async function refreshInTurn(
    ofDirectory: SourceRun & DirectoryRun,
    { directory, isAwaited }: ChosenDirectory,
    turn: Turn,
  ): Promise<void> {
    try {
      const report = await refreshDirectory(ofDirectory, directory, turn);
      await turn.previous;
      directories.push(report);
      if (isAwaited) await enqueueSnapshotJobs(deps);
    } catch (error) {
      await turn.previous;
      if (signal.aborted) interruption ??= { error };
      else failures.push({ directory, error });
    }
  }
}

interface ChosenDirectory {
  readonly directory: string;
  /** Results of its ecosystem are awaited. */
  readonly isAwaited: boolean;
}

/**
 * A first import starts with the ecosystems of uploaded SBOMs, whose results are awaited. Chosen before each directory, because
 * documents are uploaded during a first import.
 */
async function chooseNext({ deps, feed }: SourceRun, waiting: readonly string[]): Promise<ChosenDirectory> {
  const states = await deps.database.reference(async (tx) => await listDirectoryStates(tx, feed.name));
  const loaded = new Set(states.filter(({ highWater }) => highWater !== null).map(({ directory }) => directory));
  const unloaded = waiting.filter((directory) => !loaded.has(directory));
  const used = new Set<string>();
  if (unloaded.length > 0) {
    for await (const orgId of walkOrganizations(deps.database)) {
      const asked = [...new Set(unloaded.map(ecosystemOfDirectory))];
      const families = await deps.database.inOrg(orgId, async (tx) => await listUsedFamilies(tx, asked));
      for (const family of families) used.add(family);
    }
  }
  const awaited = unloaded.find((directory) => used.has(ecosystemOfDirectory(directory)));
  return { directory: awaited ?? waiting[0] ?? '', isAwaited: awaited !== undefined };
}

/** Runs before new data is read: a record that arrives already withdrawn is not a withdrawal that became due. */
async function retractWithdrawn({ deps, feed, lease }: SourceRun): Promise<void> {
  const at = nowOf(deps);
  await deps.database.reference(async (tx) => {
    await lease.hold(tx);
    await applyDueWithdrawals(tx, feed.name, at, async (records) => await takeSnapshot(tx, feed.name, records, at));
  });
}

/** A directory that never existed is not reported; one that has disappeared is, and keeps its records. */
async function findGone({ deps, feed }: SourceRun, missing: readonly string[]): Promise<FailedDirectory[]> {
  const states = await deps.database.reference(async (tx) => await listDirectoryStates(tx, feed.name));
  const gone = states.filter(({ directory, records }) => records > 0 && missing.includes(directory));
  return gone.map(({ directory }) => ({
    directory,
    error: FEED_DIRECTORY_GONE({ source: `${feed.name}/${directory}` }),
  }));
}

/** Failures are recorded by the caller. The starter set is removed when real data is loaded, which it could contradict. */
async function endRun({ deps, feed }: SourceRun, isGood: boolean): Promise<void> {
  if (!isGood) return;
  await deps.database.reference(async (tx) => {
    await recordImportResult(tx, feed.name, { at: nowOf(deps) });
    if (BUILT_IN.has(feed.name) || SUPPLEMENTARY_SOURCES.has(feed.name)) return;
    const isThere = (await listSources(tx)).some((source) => source.name === STARTER);
    if (isThere) await removeSource(tx, STARTER, await takeSnapshot(tx, feed.name, 0, nowOf(deps)));
  });
}

function toReport(directories: readonly DirectoryReport[]): RefreshReport {
  const sum = (count: (report: DirectoryReport) => number): number =>
    directories.reduce((total, report) => total + count(report), 0);
  return {
    records: sum(({ records }) => records),
    changed: sum(({ added, revised, deleted }) => added + revised + deleted),
    bad: sum(({ bad }) => bad),
    directories,
  };
}

function toInterruption({ name }: Feed, lease: Lease, cause: unknown): unknown {
  return lease.lost.aborted ? lease.lost.reason : REFRESH_INTERRUPTED({ source: name }, { cause });
}
