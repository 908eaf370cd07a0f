/**
 * Plans what to read of a directory: nothing, some records or everything. The list of the source decides, after it was checked: a
 * list older than the imported data is refused, and an entry from the future is ignored.
 */
import { HOUR_MS } from '../../core/calendar.ts';
import { LIMITS } from '../../core/limits.ts';
import type { DirectoryList, Feed, ListEntry } from '../../feeds/feed.ts';
import { findChangedIds, type DirectoryKey, type DirectoryState } from '../../store/advisories/directories.ts';
import type { PipelineDeps } from '../deps.ts';
import { FEED_ROLLED_BACK, FEED_SHRUNK } from '../errors.ts';

export interface DirectoryPlan {
  readonly read: 'nothing' | 'all' | { readonly ids: readonly string[] };
  /** Modification time of each id in the list; undefined if the source has no list or it is unchanged. */
  readonly listed: ReadonlyMap<string, string> | undefined;
  /** All ids of the list with their times, including ignored ones. */
  readonly mentioned: ReadonlyMap<string, string>;
  /** The list says nothing about records that it does not mention. */
  readonly isPartial: boolean;
  /** Everything is compared, not only new records. */
  readonly isComplete: boolean;
  /** Number of entries that were ignored because they are from the future. */
  readonly future: number;
  readonly etag: string | undefined;
  readonly lastModified: string | undefined;
}

export interface PlanRequest extends DirectoryKey {
  /** Undefined before the first run. */
  readonly before: DirectoryState | undefined;
  readonly isComplete: boolean;
  readonly acceptShrink: boolean;
  readonly signal: AbortSignal;
}

/** Above this share, single records are slower than the archive. */
const SINGLE_SHARE_MAX = 0.05;
/** Lists are written while records still change, so a short time before the newest known change is checked again. */
const OVERLAP_MS = HOUR_MS;

export async function planDirectory(deps: PipelineDeps, feed: Feed, request: PlanRequest): Promise<DirectoryPlan> {
  const { before, directory, signal } = request;
  const highWater = before?.highWater ?? undefined;
  const isComplete = request.isComplete || highWater === undefined;
  // Records that were missing last time are requested again even if the list is unchanged.
  const asksAll = isComplete || before === undefined || before.pending.length > 0;
  const known = asksAll ? {} : { etag: before.etag ?? undefined, lastModified: before.lastModified ?? undefined };
  const list = await feed.readList(directory, known, { signal, changedSince: isComplete ? undefined : highWater });
  if (list === 'unchanged') return { ...NOTHING, ...known, read: 'nothing', isComplete: false };
  if (list === undefined || list.isUnlisted === true)
    return { ...NOTHING, etag: list?.etag, lastModified: list?.lastModified, read: 'all', isComplete: true };

  const mentioned = toMentioned(list);
  const latest = latestModified(deps);
  const listed = new Map([...mentioned].filter(([, modified]) => modified <= latest));
  const common = {
    listed,
    mentioned,
    future: mentioned.size - listed.size,
    etag: list.etag,
    lastModified: list.lastModified,
    isPartial: list.isPartial === true,
  };
  if (!request.acceptShrink && !common.isPartial) {
    refuseShorter(request, mentioned.size);
    refuseOlder(request, newestOf(listed.values()), highWater);
  }
  if (highWater === undefined) return { ...common, read: 'all', isComplete: true };
  const waiting = new Set(before?.pending);
  const candidates = isComplete ? [...listed] : listRecent(listed, highWater, waiting);
  const ids = await deps.database.reference(
    async (tx) =>
      await findChangedIds(
        tx,
        request,
        candidates.map(([id, modified]) => ({ id, modified })),
      ),
  );
  if (common.isPartial) return { ...common, read: { ids }, isComplete: false };
  // The archive may be older than the list: records that it lacked are requested one by one.
  const unknown = ids.filter((id) => !waiting.has(id));
  if (unknown.length > listed.size * SINGLE_SHARE_MAX) return { ...common, read: 'all', isComplete: true };
  return { ...common, read: { ids }, isComplete };
}

const NOTHING = {
  listed: undefined,
  mentioned: new Map<string, string>(),
  isPartial: false,
  future: 0,
  etag: undefined,
  lastModified: undefined,
} as const;

/** Records modified after this time are ignored. */
export function latestModified(deps: PipelineDeps): string {
  return new Date(deps.now() + LIMITS.feedSkewMsMax).toISOString().replace('Z', '000Z');
}

/** A list that was truncated between two lines looks complete. */
function refuseShorter({ source, directory, before }: PlanRequest, mentioned: number): void {
  const stored = before?.records ?? 0;
  const missing = stored - mentioned;
  if (!isImplausibleLoss(missing, stored)) return;
  throw FEED_SHRUNK({ source: `${source}/${directory}`, stored, missing });
}

/** Whether too many records are missing to be plausible; one missing record of a few is plausible. */
export function isImplausibleLoss(missing: number, stored: number): boolean {
  return missing > 1 && missing > stored * LIMITS.feedLostShareMax;
}

export function refuseOlder(place: DirectoryKey, newest: string | undefined, highWater: string | undefined): void {
  if (highWater === undefined || (newest !== undefined && newest >= highWater)) return;
  const source = `${place.source}/${place.directory}`;
  throw FEED_ROLLED_BACK({ source, newest: newest ?? 'an unknown time', before: highWater });
}

export function newestOf(times: Iterable<string>): string | undefined {
  let newest: string | undefined;
  for (const time of times) if (newest === undefined || time > newest) newest = time;
  return newest;
}

/** If an id is listed twice, the newest entry counts, which comes first. */
function toMentioned({ entries }: DirectoryList): ReadonlyMap<string, string> {
  const mentioned = new Map<string, string>();
  for (const { id, modified } of entries) if (!mentioned.has(id)) mentioned.set(id, modified);
  return mentioned;
}

function listRecent(
  listed: ReadonlyMap<string, string>,
  highWater: string,
  pending: ReadonlySet<string>,
): [ListEntry['id'], ListEntry['modified']][] {
  const from = new Date(Date.parse(highWater) - OVERLAP_MS).toISOString().replace('Z', '000Z');
  return [...listed].filter(([id, modified]) => modified >= from || pending.has(id));
}
