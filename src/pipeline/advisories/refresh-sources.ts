/** Refreshes the sources of the installation: all that are due, or one on request. */
import { setTimeout as delay } from 'node:timers/promises';
import { HOUR_MS } from '../../core/calendar.ts';
import type { FileFeed, Feed } from '../../feeds/feed.ts';
import { findStaleness } from '../../core/advisory/source-freshness.ts';
import { listSources, findSourceDigest, setSourceDigest } from '../../store/advisories/sources.ts';
import { refreshEnrichment } from './refresh-enrichment.ts';
import { refreshSource, type RefreshDeps } from './refresh-source.ts';
import { enqueueSnapshotJobs } from '../analysis/apply-snapshot.ts';
import { SOURCE_NAMES, SUPPLEMENTARY_SOURCES } from '../../core/vocabulary/source.ts';
import { BUILT_IN, STARTER, getDataState } from './data-state.ts';
import { nowOf, recordChange, type Caller, type PipelineDeps, ADVISORY_READER_VERSION } from '../deps.ts';
import { ADVISORY_SOURCE_OFF, ADVISORY_SOURCE_UNKNOWN, REFRESH_BUSY } from '../errors.ts';
import { recordStaleNotice, findStaleNotice, takeSnapshot } from '../../store/advisories/snapshots.ts';
import { insertEvents } from '../../store/delivery/events.ts';
import { forEachOrganization } from '../walk.ts';
import type { Enrichment } from '../../core/advisory/enrichment/enrichment.ts';
import type { StarterExploitation } from '../../feeds/starter.ts';
import { mergeEnrichment } from '../../store/advisories/merge/enrichment.ts';

export interface Sources {
  readonly feeds: readonly Feed[];
  readonly enrichment: readonly FileFeed[];
}

/** These sources change once a day. The interval is shorter, so that a run or two may fail before the data counts as stale. */
const ENRICHMENT_AFTER_MS = 18 * HOUR_MS;

/**
 * One after the other; a failure does not stop the others. A source that failed has recorded the reason, and is tried again by a job
 * of its own, whose retries do not read the other sources again.
 */
export async function refreshAll(deps: RefreshDeps, { feeds, enrichment }: Sources): Promise<void> {
  const failed: string[] = [];
  const attempt = async (source: string, work: () => Promise<unknown>): Promise<void> => {
    await work().catch(() => failed.push(source));
    deps.signal?.throwIfAborted();
  };
  deps.signal?.throwIfAborted();
  for (const feed of feeds) {
    // If it stays busy, another process does the same work.
    await attempt(feed.name, async () => await refreshWhenFree(deps, async () => await refreshSource(deps, feed)));
  }
  for (const feed of await findDue(deps, enrichment)) {
    await attempt(feed.name, async () => await refreshEnrichment(deps, feed));
  }
  await enqueueSnapshotJobs(deps);
  await deps.database.reference(async (tx) => {
    for (const source of failed) await deps.queue.enqueue(tx, 'refresh-advisories', { source });
  });
}

/**
 * A process that died holds its lease for a while; waiting for the next scheduled run would be late. Returns false if the source is
 * still being read.
 */
async function refreshWhenFree({ signal }: RefreshDeps, refresh: () => Promise<unknown>): Promise<boolean> {
  for (let attempt = 0; attempt < BUSY_ATTEMPTS_MAX; attempt += 1) {
    if ((await refresh()) !== undefined) return true;
    await delay(BUSY_WAIT_MS, undefined, signal === undefined ? {} : { signal });
  }
  return false;
}

const BUSY_WAIT_MS = 2_000;
/** Together longer than a lease. If the lease is still held, the other process is alive. */
const BUSY_ATTEMPTS_MAX = 75;

async function findDue(deps: RefreshDeps, feeds: readonly FileFeed[]): Promise<readonly FileFeed[]> {
  const sources = await deps.database.reference(listSources);
  return feeds.filter((feed) => {
    const source = sources.find(({ name }) => name === feed.name);
    const isLoaded = source?.state === 'ready' && source.url === feed.url && source.lastSuccessAt !== null;
    return !isLoaded || deps.now() - Date.parse(source.lastSuccessAt) >= ENRICHMENT_AFTER_MS;
  });
}

interface RefreshRequest {
  readonly source: string;
  /** Compare all records, not only new ones. */
  readonly complete: boolean;
  /** Accept that records were deleted. */
  readonly acceptShrink: boolean;
}

/** On behalf of a user. The data is shared by all organizations, so the request has an audit entry. */
export async function requestRefresh(deps: PipelineDeps, caller: Caller, request: RefreshRequest): Promise<void> {
  const { source: name, ...how } = request;
  await deps.database.inOrg(caller.orgId, async (tx) => {
    const source = (await listSources(tx)).find((each) => each.name === name);
    const isKnown = source !== undefined || (SOURCE_NAMES as readonly string[]).includes(name);
    if (!isKnown) throw ADVISORY_SOURCE_UNKNOWN({ source: name });
    if (source?.enabled !== true || name === STARTER) throw ADVISORY_SOURCE_OFF({ source: name });
    await recordChange(deps, tx, caller, {
      at: nowOf(deps),
      action: 'advisories.refresh_requested',
      kind: 'advisory-source',
      id: name,
      after: how,
    });
    await deps.queue.enqueue(tx, 'refresh-advisories', request);
  });
}

/** Also if it is not due. Does nothing if the source is not configured. Throws if another process keeps reading it. */
export async function refreshOne(
  deps: RefreshDeps,
  { feeds, enrichment }: Sources,
  { source, complete, acceptShrink }: RefreshRequest,
): Promise<void> {
  const feed = feeds.find(({ name }) => name === source);
  const facts = enrichment.find(({ name }) => name === source);
  const isDone = await refreshWhenFree(deps, async () => {
    if (feed !== undefined)
      return await refreshSource(deps, feed, { kind: complete ? 'complete' : 'delta', acceptShrink });
    return facts === undefined ? null : await refreshEnrichment(deps, facts, { acceptShrink });
  });
  if (!isDone) throw REFRESH_BUSY({ source });
  await enqueueSnapshotJobs(deps);
}

/**
 * Warns every organization once if sources are outdated, and again only when others are or one of them has changed, which is detected
 * by its time. Results stay as they are, but do not include advisories published since.
 */
export async function warnAboutStaleData(deps: PipelineDeps): Promise<void> {
  const stale = await findStale(deps);
  if (stale === undefined) return;
  const at = nowOf(deps);
  await forEachOrganization(deps.database, async (orgId) => {
    await deps.database.inOrg(orgId, async (tx) => {
      await insertEvents(tx, [{ id: deps.newId(), type: 'advisories.stale', at, detail: stale }]);
    });
  });
  await deps.database.reference(async (tx) => await recordStaleNotice(tx, JSON.stringify(stale.sinceBySource)));
}

interface Stale extends Readonly<Record<string, unknown>> {
  /** The last successful run, or the newest record, of the oldest source. */
  readonly since: string;
  readonly sources: readonly string[];
  /** Of each outdated source. Identifies the notice. */
  readonly sinceBySource: Readonly<Record<string, string>>;
}

/** Returns undefined if everything is fresh, or all organizations were warned. A disabled source does not count as stale. */
async function findStale(deps: PipelineDeps): Promise<Stale | undefined> {
  return await deps.database.reference(async (tx) => {
    const enabled = (await listSources(tx)).filter((source) => source.enabled && !BUILT_IN.has(source.name));
    const old = enabled.flatMap((source): [string, string][] => {
      const staleness = findStaleness(source, deps.now());
      return staleness === undefined ? [] : [[source.name, staleness.since]];
    });
    const [since] = old.map(([, each]) => each).toSorted();
    if (since === undefined) return undefined;
    const announced = JSON.parse((await findStaleNotice(tx)) ?? '{}') as Stale['sinceBySource'];
    if (old.every(([name, at]) => announced[name] === at)) return undefined;
    return { since, sources: old.map(([name]) => name), sinceBySource: Object.fromEntries(old) };
  });
}

// Loads the starter set, so that a first run without a network knows the best-known vulnerabilities. A newer Assay brings a
// newer set.
interface StarterSet {
  readonly feed: Feed;
  readonly readExploitation: () => Promise<StarterExploitation>;
  /** Equal for equal files. */
  readonly digest: () => Promise<string>;
}

/** Loads only if no other data is loaded, which it could contradict. An unchanged set is not loaded again. */
export async function loadStarterSet(deps: RefreshDeps, starter: StarterSet): Promise<void> {
  const { sources } = await getDataState(deps.database);
  if (sources.some(({ name, records }) => !BUILT_IN.has(name) && !SUPPLEMENTARY_SOURCES.has(name) && records > 0))
    return;
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
  const at = nowOf(deps);
  await deps.database.reference(async (tx) => {
    await mergeEnrichment(tx, part, inOneBatch(facts), async (changed) => await takeSnapshot(tx, STARTER, changed, at));
  });
}

async function* inOneBatch(facts: readonly Enrichment[]): AsyncGenerator<readonly Enrichment[]> {
  yield await Promise.resolve(facts);
}
