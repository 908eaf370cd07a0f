/**
 * Updates one directory of a source: planned by its list, read into staging, checked, and merged in one transaction. A refused
 * directory changes nothing that is stored: an error of a feed never resolves a finding. Directories are finished one after the
 * other; while the groups of a new one are computed, the next one is read.
 */
import { createHash } from 'node:crypto';
import { HOUR_MS } from '../../core/calendar.ts';
import { AssayError } from '../../core/errors.ts';
import { LIMITS } from '../../core/limits.ts';
import type { Feed, FeedProgress, PreparedRows } from '../../feeds/feed.ts';
import {
  confirmDirectory,
  finishDirectory,
  listDirectoryStates,
  type DirectoryState,
  type RefusedRecord,
} from '../../store/advisories/directories.ts';
import { completeFirstImport, hasRecords } from '../../store/advisories/merge/first-import.ts';
import { mergeDirectory, type MergeReport } from '../../store/advisories/merge/merge-directory.ts';
import { markMissing, unmarkListed } from '../../store/advisories/merge/missing-records.ts';
import { getSnapshot, takeSnapshot } from '../../store/advisories/snapshots.ts';
import { clearStaging, createOwnStaging } from '../../store/advisories/merge/staging.ts';
import { isDistributed } from '../../store/distribute.ts';
import type { LoadTx, ReferenceTx } from '../../store/database.ts';
import type { ThreadPool } from '../../threads/pool/thread-pool.ts';
import type { StagingPlace } from '../../threads/advisories/staged-rows.ts';
import { ADVISORY_READER_VERSION, nowOf, type PipelineDeps } from '../deps.ts';
import { FEED_MOSTLY_BAD, FEED_SHRUNK, REFRESH_OVERTAKEN } from '../errors.ts';
import { isImplausibleLoss, newestOf, planDirectory, refuseOlder, type DirectoryPlan } from './plan-directory.ts';
import { importRows } from './import-rows.ts';
import { stageRecords, type StagedRecords } from './stage-records.ts';
import type { Lease } from './with-lease.ts';

export type DirectoryDeps = PipelineDeps & {
  readonly threads: ThreadPool;
  /** Time between two scheduled refreshes. */
  readonly feedIntervalMs: number;
};

export interface DirectoryRun {
  readonly deps: DirectoryDeps;
  readonly feed: Feed;
  readonly lease: Lease;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: FeedProgress) => void;
  /** The operator confirms that records are gone, whether the newest ones or many. */
  readonly acceptShrink: boolean;
  /** `complete` compares everything; a delta becomes complete once a day. */
  readonly kind: 'delta' | 'complete';
}

/** The place of a directory among those of a run. */
export interface Turn {
  /** Resolves when the directory before is finished or has failed. */
  readonly previous: Promise<void>;
  /** The snapshot number that the directory before takes, unless it fails. */
  readonly previousSnapshot: number;
  /** Lets the next directory be read. Not before `previous`, so that at most two transactions are open. */
  readonly passOn: (snapshot: number) => void;
}

export interface DirectoryReport extends Omit<MergeReport, 'snapshot'> {
  readonly directory: string;
  /** Number of records that were read. */
  readonly records: number;
  readonly bad: number;
  /** Records that are listed but missing, or that were ignored. */
  readonly skipped: number;
  readonly problems: StagedRecords['problems'];
}

const COMPLETE_AFTER_MS = 23 * HOUR_MS;

export async function refreshDirectory(run: DirectoryRun, directory: string, turn: Turn): Promise<DirectoryReport> {
  const { deps, feed, signal, acceptShrink } = run;
  const place: StagingPlace = { run: deps.newId(), source: feed.name, directory };
  const before = await findState(run, directory);
  const isComplete = run.kind === 'complete' || isCheckDue(run, before);
  const known = before?.readerVersion === ADVISORY_READER_VERSION ? before : withoutProgress(before);
  const plan = await planDirectory(deps, feed, { ...place, before: known, isComplete, acceptShrink, signal });
  const isFirst = plan.read === 'all' && !(await deps.database.reference(async (tx) => await hasRecords(tx, place)));
  // On Citus, a transaction that writes to a shared table waits until no other one has unfinished changes there.
  if (!isFirst || (await deps.database.reference(async (tx) => await isDistributed(tx.db)))) await turn.previous;
  if (plan.read === 'nothing') {
    await deps.database.reference(async (tx) => await confirmDirectory(tx, place, nowOf(deps)));
    return { ...NOTHING_NEW, directory };
  }
  const { staged, records, merge } = isFirst
    ? await importFirst(run, place, plan, before, turn)
    : await mergeChanges(run, place, plan, before);
  deps.crashPoint('advisories-merged');
  if (!isFirst) await deps.database.reference(async (tx) => await clearStaging(tx, feed.name));
  const { snapshot: _snapshot, ...counts } = merge;
  return {
    ...counts,
    directory,
    records,
    bad: staged.bad,
    skipped: plan.future + staged.future + findAbsent(plan, staged).length,
    problems: staged.problems,
  };
}

interface Imported {
  readonly staged: StagedRecords;
  readonly records: number;
  readonly merge: MergeReport;
}

/** Copies the records to their tables while they are read. A refused directory is rolled back. */
async function importFirst(
  run: DirectoryRun,
  place: StagingPlace,
  plan: DirectoryPlan,
  before: DirectoryState | undefined,
  turn: Turn,
): Promise<Imported> {
  const { deps, feed, signal, onProgress } = run;
  const rows = feed.readRows?.(place.directory, { signal, onProgress });
  if (rows !== undefined) return await importPrepared(run, place, plan, before, turn, rows);
  // The first batch is there when the whole archive is: no transaction waits for a remote host.
  const batches = await startReading(feed.readAll(place.directory, { signal, onProgress }));
  try {
    return await deps.database.load(async (tx) => {
      const copied = await startCopying(tx, place, turn);
      const staged = await stageRecords(deps, copied, batches, { signal, target: tx });
      const highWater = checkStaged(run, place, plan, staged, before);
      deps.crashPoint('advisories-staged');
      await turn.previous;
      turn.passOn(copied.snapshot);
      const merge = await completeFirstImport(tx, copied, async (records) => await takeNumber(tx, run, records));
      await requireUnchanged(tx, run, place, before);
      await finish(tx, run, place, { plan, staged, before, highWater, isWhole: true, isCompared: true });
      return { staged, records: staged.modifiedOf.size, merge };
    });
  } finally {
    await batches.return?.();
  }
}

/** The snapshot number is not taken yet, because its row would stay locked while the records are read. */
async function startCopying(
  tx: LoadTx,
  place: StagingPlace,
  { previousSnapshot }: Turn,
): Promise<StagingPlace & { readonly snapshot: number }> {
  await createOwnStaging(tx);
  return { ...place, snapshot: Math.max(await getSnapshot(tx), previousSnapshot) + 1 };
}

/** Copies rows that were prepared by another installation. */
async function importPrepared(
  run: DirectoryRun,
  place: StagingPlace,
  plan: DirectoryPlan,
  before: DirectoryState | undefined,
  turn: Turn,
  rows: PreparedRows,
): Promise<Imported> {
  const { deps } = run;
  return await deps.database.load(async (tx) => {
    const copied = await startCopying(tx, place, turn);
    const { merge, records, highWater } = await importRows(deps, tx, copied, rows, {
      onCopied: async () => {
        await turn.previous;
        turn.passOn(copied.snapshot);
      },
      takeSnapshot: async (changed) => await takeNumber(tx, run, changed),
    });
    await requireUnchanged(tx, run, place, before);
    const staged = { modifiedOf: new Map<string, string>(), bad: 0, future: 0, problems: [] };
    await finish(tx, run, place, { plan, staged, before, highWater, isWhole: true, isCompared: true });
    return { staged, records, merge };
  });
}

async function* none(): AsyncGenerator<never> {}

/** Returns when the first item is there. */
async function startReading<Item>(items: AsyncIterable<Item>): Promise<AsyncIterableIterator<Item>> {
  const iterator = items[Symbol.asyncIterator]();
  let first: IteratorResult<Item> | undefined = await iterator.next();
  const reading: AsyncIterableIterator<Item> = {
    [Symbol.asyncIterator]: () => reading,
    next: async () => {
      const next = first ?? (await iterator.next());
      first = undefined;
      return next;
    },
    return: async () => (await iterator.return?.()) ?? { done: true, value: undefined },
  };
  return reading;
}

async function mergeChanges(
  run: DirectoryRun,
  place: StagingPlace,
  plan: DirectoryPlan,
  before: DirectoryState | undefined,
): Promise<Imported> {
  const { deps, feed } = run;
  await deps.database.reference(async (tx) => await clearStaging(tx, feed.name));
  const { staged, isWhole } = await stage(run, place, plan);
  const highWater = checkStaged(run, place, plan, staged, before);
  const isCompared = isWhole || plan.isComplete;
  deps.crashPoint('advisories-staged');
  const merge = await deps.database.reference(async (tx) => {
    await requireUnchanged(tx, run, place, before);
    if (isCompared) await guardShrinking(tx, run, place, plan, staged);
    else await unmarkListed(tx, place, (id) => plan.mentioned.has(id));
    const merged = await mergeDirectory(
      tx,
      { ...place, at: nowOf(deps), outdated: findOutdated(plan, staged), isComplete: isCompared },
      async (records) => await takeNumber(tx, run, records),
    );
    await finish(tx, run, place, { plan, staged, before, highWater, isWhole, isCompared });
    return merged;
  });
  return { staged, records: staged.modifiedOf.size, merge };
}

async function takeNumber(tx: ReferenceTx, { deps, feed }: DirectoryRun, records: number): Promise<number> {
  return await takeSnapshot(tx, feed.name, records, nowOf(deps));
}

/** Throws if the directory is refused. Returns the time of its newest change. */
function checkStaged(
  { acceptShrink }: DirectoryRun,
  place: StagingPlace,
  plan: DirectoryPlan,
  staged: StagedRecords,
  before: DirectoryState | undefined,
): string | undefined {
  refuseMostlyBad(place, plan, staged);
  const newest = newestOf(plan.listed?.values() ?? modifiedTimes(staged));
  const highWater = plan.isPartial ? newestOf([newest ?? [], before?.highWater ?? []].flat()) : newest;
  if (plan.listed === undefined && !acceptShrink) refuseOlder(place, highWater, before?.highWater ?? undefined);
  return highWater;
}

interface FinishedRun {
  readonly plan: DirectoryPlan;
  readonly staged: StagedRecords;
  readonly before: DirectoryState | undefined;
  readonly highWater: string | undefined;
  readonly isWhole: boolean;
  readonly isCompared: boolean;
}

async function finish(
  tx: ReferenceTx,
  { deps }: DirectoryRun,
  place: StagingPlace,
  { plan, staged, before, highWater, isWhole, isCompared }: FinishedRun,
): Promise<void> {
  await finishDirectory(tx, place, {
    at: nowOf(deps),
    highWater: highWater ?? null,
    etag: plan.etag ?? null,
    lastModified: plan.lastModified ?? null,
    pending: [...findOutdated(plan, staged), ...findAbsent(plan, staged)].slice(0, PENDING_MAX),
    isComplete: isCompared,
    readerVersion: ADVISORY_READER_VERSION,
    ...countRefused(isWhole ? undefined : before, plan, staged),
  });
  deps.crashPoint('advisories-in-merge');
}

/** Forgets the progress, so that everything is read again, but keeps the record count to detect missing records. */
function withoutProgress(before: DirectoryState | undefined): DirectoryState | undefined {
  return before && { ...before, highWater: null, etag: null, lastModified: null };
}

const NOTHING_NEW: Omit<DirectoryReport, 'directory'> = {
  records: 0,
  bad: 0,
  skipped: 0,
  problems: [],
  added: 0,
  revised: 0,
  severityOnly: 0,
  textOnly: 0,
  unchanged: 0,
  deleted: 0,
};

/** Limits records that stay missing; the daily complete run finds the rest. */
const PENDING_MAX = 10_000;

async function findState({ deps, feed }: DirectoryRun, directory: string): Promise<DirectoryState | undefined> {
  const states = await deps.database.reference(async (tx) => await listDirectoryStates(tx, feed.name));
  return states.find((state) => state.directory === directory);
}

function isCheckDue({ deps, feed }: DirectoryRun, before: DirectoryState | undefined): boolean {
  const checkedAt = before?.checkedAt ?? undefined;
  const afterMs = feed.completeAfterMs ?? COMPLETE_AFTER_MS;
  return checkedAt === undefined || deps.now() - Date.parse(checkedAt) >= afterMs;
}

/** `isWhole` means that the whole directory was read, so missing records do not exist any more. */
async function stage(
  run: DirectoryRun,
  place: StagingPlace,
  { read }: DirectoryPlan,
): Promise<{ readonly staged: StagedRecords; readonly isWhole: boolean }> {
  const { deps, feed, signal, onProgress } = run;
  const options = { signal, onProgress };
  const how = { signal, target: deps.database };
  if (typeof read === 'object') {
    try {
      const some = feed.readSome(place.directory, read.ids, options);
      return { staged: await stageRecords(deps, place, read.ids.length === 0 ? none() : some, how), isWhole: false };
    } catch (error) {
      if (!(error instanceof AssayError && error.code === 'FEED_WITHOUT_RECORDS')) throw error;
      await deps.database.reference(async (tx) => await clearStaging(tx, feed.name));
    }
  }
  return { staged: await stageRecords(deps, place, feed.readAll(place.directory, options), how), isWhole: true };
}

/** The share is relative to all records of the source, because one bad record among a few changes is acceptable. */
function refuseMostlyBad(place: StagingPlace, plan: DirectoryPlan, { bad, modifiedOf, problems }: StagedRecords): void {
  const records = Math.max(modifiedOf.size, plan.listed?.size ?? 0);
  // One record that exceeds a limit must not block the others of a small directory.
  if (bad < records && bad <= Math.max(1, records * LIMITS.feedBadShareMax)) return;
  const [first] = problems;
  const example = first === undefined ? '' : `${first.id}: ${first.problem}`;
  throw FEED_MOSTLY_BAD({ source: `${place.source}/${place.directory}`, records, bad, example });
}

/** Throws if another process has changed this directory since the run began. */
async function requireUnchanged(
  tx: ReferenceTx,
  { lease }: DirectoryRun,
  { source, directory }: StagingPlace,
  before: DirectoryState | undefined,
): Promise<void> {
  await lease.hold(tx);
  const states = await listDirectoryStates(tx, source);
  const now = states.find((state) => state.directory === directory);
  if ((now?.highWater ?? null) !== (before?.highWater ?? null)) throw REFRESH_OVERTAKEN({ source });
}

async function guardShrinking(
  tx: ReferenceTx,
  { deps, acceptShrink }: DirectoryRun,
  place: StagingPlace,
  { listed, mentioned }: DirectoryPlan,
  { modifiedOf }: StagedRecords,
): Promise<void> {
  const { stored, fresh } = await markMissing(tx, place, {
    present: [...modifiedOf.keys(), ...mentioned.keys()],
    sha256: hashList(listed === undefined ? modifiedOf : mentioned),
    at: nowOf(deps),
    intervalMs: deps.feedIntervalMs,
  });
  if (acceptShrink || !isImplausibleLoss(fresh, stored)) return;
  throw FEED_SHRUNK({ source: `${place.source}/${place.directory}`, stored, missing: fresh });
}

/** Hashes ids and times only: another order or other headers do not make another list. */
function hashList(times: ReadonlyMap<string, string | undefined>): Uint8Array {
  const hash = createHash('sha256');
  for (const id of [...times.keys()].toSorted()) hash.update(`${id} ${times.get(id) ?? ''}\n`);
  return hash.digest();
}

/** Records that were refused before and not read again are still refused, as long as the source lists them. */
function countRefused(
  before: DirectoryState | undefined,
  { listed, mentioned, isPartial }: DirectoryPlan,
  { bad, future, modifiedOf, problems }: StagedRecords,
): { readonly refused: number; readonly refusedRecords: readonly RefusedRecord[] } {
  const isWholeList = listed !== undefined && !isPartial;
  const isOver = ({ id }: RefusedRecord): boolean => modifiedOf.has(id) || (isWholeList && !mentioned.has(id));
  const earlier = before?.refusedRecords ?? [];
  const kept = earlier.filter((record) => !isOver(record));
  const refusedRecords = [...kept, ...problems].slice(0, LIMITS.feedRefusedRecordsNamedMax);
  return { refused: (before?.refused ?? 0) - (earlier.length - kept.length) + bad + future, refusedRecords };
}

/** Ids of records that are older than the list says. */
function findOutdated({ listed }: DirectoryPlan, { modifiedOf }: StagedRecords): string[] {
  if (listed === undefined) return [];
  const ids: string[] = [];
  for (const [id, modified] of modifiedOf) {
    if (modified !== undefined && modified < (listed.get(id) ?? '')) ids.push(id);
  }
  return ids;
}

/** Ids of records that are listed but were not sent. */
function findAbsent({ read, listed }: DirectoryPlan, { modifiedOf }: StagedRecords): string[] {
  const expected = typeof read === 'object' ? read.ids : [...(listed?.keys() ?? [])];
  return expected.filter((id) => !modifiedOf.has(id));
}

function* modifiedTimes({ modifiedOf }: StagedRecords): Generator<string> {
  for (const modified of modifiedOf.values()) if (modified !== undefined) yield modified;
}
