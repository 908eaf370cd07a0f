/**
 * A source of advisories is read into the tables: in batches, each one transaction with a snapshot number of its own, then the
 * alias groups over everything. A source that is refused or out of reach changes nothing but its own row: no fault of a feed
 * ever ends a finding.
 */
import { groupAliases } from '../core/advisory/alias-groups.ts';
import { LIMITS } from '../core/limits.ts';
import type { Feed, FeedProgress, RawRecord } from '../feeds/feed.ts';
import { mergeAdvisories, type IncomingRecord } from '../store/advisories/merge-advisories.ts';
import { readRecordLinks, writeGroups, type RecordLinks } from '../store/advisories/regroup.ts';
import { takeSnapshot } from '../store/advisories/snapshots.ts';
import { endImport, listSources, removeSource, renewLease, takeLease } from '../store/advisories/sources.ts';
import { listOrganizationIds } from '../store/people/organizations.ts';
import { readAdvisories } from '../threads/read-advisories.ts';
import type { ThreadPool } from '../threads/pool.ts';
import { STARTER } from './data-state.ts';
import type { PipelineDeps } from './deps.ts';
import { FEED_MOSTLY_BAD } from './errors.ts';

const LEASE_MS = 120_000;

export interface RefreshReport {
  readonly records: number;
  readonly changed: number;
  readonly bad: number;
}

export type RefreshDeps = PipelineDeps & {
  readonly threads: ThreadPool;
  readonly onProgress: (source: string, progress: FeedProgress) => void;
};

/** Undefined when another process is importing this source. */
export async function refreshSource(deps: RefreshDeps, feed: Feed): Promise<RefreshReport | undefined> {
  const lease = await deps.database.reference(async (tx) => await takeLease(tx, feed, deps.now(), LEASE_MS));
  if (lease === undefined) return undefined;
  const renewal = setInterval(() => void keepLease(deps, feed.name), LEASE_MS / 4);
  try {
    const report = await importRecords(deps, feed);
    // An import that broke off has left changes that nobody has grouped or told of yet.
    const isNews = report.changed > 0 || !lease.lastEndedWell;
    if (isNews) await regroup(deps, feed.name);
    await deps.database.reference(async (tx) => await endImport(tx, feed.name, { at: timeOf(deps) }));
    const isStarterGone = feed.name !== STARTER && (await dropStarter(deps, feed.name));
    // Nobody is asked to look again at data that has not changed.
    if (isNews || isStarterGone) await tellOrganizations(deps);
    return report;
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    await deps.database.reference(async (tx) => await endImport(tx, feed.name, { error: problem }));
    throw error;
  } finally {
    clearInterval(renewal);
  }
}

/** A slow download or a large archive may take longer than a lease; a renewal that fails is made up for by the next. */
async function keepLease(deps: RefreshDeps, source: string): Promise<void> {
  const until = new Date(deps.now() + LEASE_MS);
  await deps.database.reference(async (tx) => await renewLease(tx, source, until)).catch(() => {});
}

async function importRecords(deps: RefreshDeps, feed: Feed): Promise<RefreshReport> {
  let report: RefreshReport = { records: 0, changed: 0, bad: 0 };
  for await (const batch of feed.read((progress) => deps.onProgress(feed.name, progress))) {
    const { incoming, bad } = await readBatch(deps, batch);
    const { changed } = await deps.database.reference(async (tx) => {
      const takeNumber = async (changed: number): Promise<number> =>
        await takeSnapshot(tx, feed.name, changed, timeOf(deps));
      return await mergeAdvisories(tx, feed.name, incoming, takeNumber);
    });
    report = { records: report.records + batch.length, changed: report.changed + changed, bad: report.bad + bad };
  }
  if (report.bad > report.records * LIMITS.feedBadShareMax) throw FEED_MOSTLY_BAD({ source: feed.name, ...report });
  return report;
}

async function readBatch(
  deps: RefreshDeps,
  batch: readonly RawRecord[],
): Promise<{ readonly incoming: IncomingRecord[]; readonly bad: number }> {
  const answers = await readAdvisories(deps.threads, batch);
  const incoming = answers.flatMap((answer, index) => {
    const raw = batch[index];
    if (answer.kind === 'bad' || raw === undefined) return [];
    const { advisory, projection } = answer;
    // As good as one record can know it; what other records add is found when everything is here.
    const own = groupAliases([advisory]);
    const groupIds = groupIdsOf(advisory, (id) => own.get(id)?.groupId ?? id);
    return [{ directory: raw.directory, advisory, raw: raw.bytes, projection, groupIds }];
  });
  return { incoming: firstOfEach(incoming), bad: answers.filter((answer) => answer.kind === 'bad').length };
}

/** An archive may name an entry twice; one statement cannot write a row twice. */
function firstOfEach(records: readonly IncomingRecord[]): IncomingRecord[] {
  const seen = new Map<string, IncomingRecord>();
  for (const record of records) {
    const key = `${record.directory}\u001f${record.advisory.id}`;
    if (!seen.has(key)) seen.set(key, record);
  }
  return [...seen.values()];
}

async function regroup(deps: RefreshDeps, source: string): Promise<void> {
  await deps.database.reference(async (tx) => {
    const snapshot = await takeSnapshot(tx, source, 0, timeOf(deps));
    const records = await readRecordLinks(tx);
    const groups = groupAliases(records);
    const groupIdOf = (id: string): string => groups.get(id)?.groupId ?? id;
    const grouped = records.map((record) => ({ ...record, groupIds: groupIdsOf(record, groupIdOf) }));
    const aliases = [...groups].map(([id, group]) => ({ id, groupId: group.groupId, canonicalId: group.canonicalId }));
    await writeGroups(tx, grouped, aliases, snapshot);
  });
}

/** A distribution's record is filed under each vulnerability that it covers; any other under its own. */
function groupIdsOf(record: Pick<RecordLinks, 'id' | 'upstream'>, groupIdOf: (id: string) => string): string[] {
  const about = record.upstream.length > 0 ? record.upstream : [record.id];
  return [...new Set(about.map(groupIdOf))].toSorted();
}

/** The starter set stands in until real data is there; beside it, it could only contradict. False when it is gone already. */
async function dropStarter(deps: RefreshDeps, by: string): Promise<boolean> {
  return await deps.database.reference(async (tx) => {
    const isThere = (await listSources(tx)).some((source) => source.name === STARTER);
    if (isThere) await removeSource(tx, STARTER, await takeSnapshot(tx, by, 0, timeOf(deps)));
    return isThere;
  });
}

const ORGANIZATIONS_PER_READ = 500;

async function tellOrganizations(deps: RefreshDeps): Promise<void> {
  let after: string | undefined;
  for (;;) {
    const orgIds = await deps.database.reference(async (tx) => {
      const page = await listOrganizationIds(tx, after, ORGANIZATIONS_PER_READ);
      for (const orgId of page) await deps.queue.enqueue(tx, 'apply-snapshot', { orgId });
      return page;
    });
    after = orgIds.at(-1);
    if (orgIds.length < ORGANIZATIONS_PER_READ) return;
  }
}

function timeOf(deps: PipelineDeps): string {
  return new Date(deps.now()).toISOString();
}
