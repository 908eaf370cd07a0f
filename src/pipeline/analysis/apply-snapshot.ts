/**
 * Applies new advisory data to an organization: creates one event, matches the affected components again, and requests a
 * background analysis of the watched versions whose result would change. Every step can be repeated, and the applied snapshot
 * number is stored last.
 */
import {
  countUnannouncedChanges,
  getSnapshot,
  findUnannouncedSnapshot,
  recordAnnouncedSnapshot,
} from '../../store/advisories/snapshots.ts';
import type { OrgTx } from '../../store/database.ts';
import { insertEvents } from '../../store/delivery/events.ts';
import { listOutdatedVersions } from '../../store/findings/publication/outdated-versions.ts';
import {
  findMatchedSnapshot,
  getAppliedData,
  lockMatchedSnapshot,
  recordAppliedSnapshot,
  recordMatchedSnapshot,
} from '../../store/people/applied-snapshots.ts';
import { lockVersion, watchVersion } from '../../store/portfolio/versions/change-versions.ts';
import { listVersionsToWatch, unwatchOlder } from '../../store/portfolio/versions/watched-versions.ts';
import { requestAnalysis, requestOutdated } from '../request-analysis.ts';
import { ENGINE_VERSION, type PipelineDeps, nowOf } from '../deps.ts';
import {
  type StaleComponent,
  listComponentsOfOtherEngines,
  listRaisedKeys,
  listStaleComponentsByKey,
} from '../../store/portfolio/components/component-matches.ts';
import { hasMarkedMemos } from '../../store/portfolio/components/learned-sources.ts';
import { matchBatch } from './match-components.ts';
import { walk } from '../../core/collections/walk.ts';
import { listOrganizationIds } from '../../store/people/organizations.ts';

// Matches the components of an organization that new advisory data affects again, each once, however many versions contain
// them. Matched components are no longer stale, so an interrupted run continues where it stopped.
const KEYS_PER_READ = 5_000;
const COMPONENTS_PER_BATCH = 5_000;

/** Returns the number of matched components: those with keys that changed after the snapshot. */
async function rematchComponents(deps: PipelineDeps, orgId: string, since: number): Promise<number> {
  let matched = 0;
  let after: string | undefined;
  for (;;) {
    const keys = await deps.database.reference(
      async (tx) => await listRaisedKeys(tx, since, { after, limit: KEYS_PER_READ }),
    );
    if (keys.length > 0)
      matched += await matchAll(deps, orgId, async (tx, page) => await listStaleComponentsByKey(tx, keys, page));
    after = keys.at(-1);
    if (keys.length < KEYS_PER_READ) return matched;
  }
}

/** Returns the number of matched components: those with a result of another engine version. */
async function rematchOtherEngines(deps: PipelineDeps, orgId: string): Promise<number> {
  return await matchAll(deps, orgId, listComponentsOfOtherEngines);
}

type Page = Parameters<typeof listComponentsOfOtherEngines>[1];

async function matchAll(
  deps: PipelineDeps,
  orgId: string,
  list: (tx: OrgTx, page: Page) => Promise<readonly StaleComponent[]>,
): Promise<number> {
  let matched = 0;
  let after: string | undefined;
  for (;;) {
    const page = { engineVersion: ENGINE_VERSION, after, limit: COMPONENTS_PER_BATCH };
    const stale = await deps.database.inOrg(orgId, async (tx) => await list(tx, page));
    if (stale.length > 0) await matchBatch(deps, orgId, stale);
    matched += stale.length;
    after = stale.at(-1)?.id;
    if (stale.length < COMPONENTS_PER_BATCH) return matched;
  }
}

const VERSIONS_PER_READ = 1_000;
/** A transaction holds the locks of this many versions, so it must be short. */
const VERSIONS_PER_REQUEST = 50;

export interface AppliedReport {
  /** Components that were matched again. */
  readonly matched: number;
  /** Versions for which an analysis was requested. */
  readonly asked: number;
}

export async function applySnapshot(deps: PipelineDeps, job: { readonly orgId: string }): Promise<AppliedReport> {
  const { orgId } = job;
  const snapshot = await deps.database.reference(getSnapshot);
  await recordUpdateEvent(deps, orgId, snapshot);
  const applied = await deps.database.inOrg(orgId, getAppliedData);
  const isOtherEngine = applied.engineVersion !== ENGINE_VERSION;
  let asked = await updateWatchedVersions(deps, orgId);
  if (snapshot === applied.snapshot && !isOtherEngine) return { matched: 0, asked };
  const since = applied.snapshot;
  const isMatched =
    (await deps.database.inOrg(orgId, async (tx) => await findMatchedSnapshot(tx, ENGINE_VERSION))) !== undefined;
  // Components whose source was learned count as matched by no engine.
  let matched = isOtherEngine || !isMatched ? await rematchOtherEngines(deps, orgId) : 0;
  matched += await rematchComponents(deps, orgId, since);
  await deps.database.inOrg(orgId, async (tx) => {
    await lockMatchedSnapshot(tx);
    // A sweep may have marked more of them meanwhile; the next snapshot finds them.
    if (!(await hasMarkedMemos(tx))) await recordMatchedSnapshot(tx, snapshot, ENGINE_VERSION);
  });
  deps.crashPoint('snapshot-matched');
  const trigger = isOtherEngine && applied.engineVersion !== null ? 'engine' : 'advisories';
  asked += await requestOutdatedVersions(deps, orgId, since, trigger);
  deps.crashPoint('snapshot-asked');
  await deps.database.inOrg(orgId, async (tx) => await recordAppliedSnapshot(tx, snapshot, ENGINE_VERSION));
  // Finds versions that were published on older data during the first pass; later publications see the new snapshot number.
  asked += await requestOutdatedVersions(deps, orgId, since, trigger);
  return { matched, asked };
}

/** The job may run twice, and a later one may have announced this snapshot already: then nothing is new. */
async function recordUpdateEvent(deps: PipelineDeps, orgId: string, snapshot: number): Promise<void> {
  await deps.database.inOrg(orgId, async (tx) => {
    const records = await countUnannouncedChanges(tx, snapshot);
    if (Object.keys(records).length === 0) return;
    const at = nowOf(deps);
    await insertEvents(tx, [{ id: deps.newId(), type: 'advisories.updated', at, snapshot, detail: { records } }]);
  });
}

/**
 * Runs before any analysis is requested: versions that are no longer watched are left alone, and those watched again catch up.
 */
async function updateWatchedVersions(deps: PipelineDeps, orgId: string): Promise<number> {
  await deps.database.inOrg(orgId, unwatchOlder);
  const limit = VERSIONS_PER_READ;
  const versionIds = walk(
    limit,
    async (after) => await deps.database.inOrg(orgId, async (tx) => await listVersionsToWatch(tx, after, limit)),
  );
  let asked = 0;
  for await (const versionId of versionIds) {
    asked += Number(await deps.database.inOrg(orgId, async (tx) => await catchUp(deps, tx, versionId)));
  }
  return asked;
}

/** Also without new data: decisions, VEX documents and profiles may have changed. Stale components are matched by the analysis. */
async function catchUp(deps: PipelineDeps, tx: OrgTx, versionId: string): Promise<boolean> {
  const version = await lockVersion(tx, versionId);
  if (version === undefined || version.frozen) return false;
  await watchVersion(tx, versionId);
  await requestAnalysis(deps, tx, version, 'advisories');
  return true;
}

async function requestOutdatedVersions(
  deps: PipelineDeps,
  orgId: string,
  since: number,
  trigger: 'advisories' | 'engine',
): Promise<number> {
  const limit = VERSIONS_PER_READ;
  let asked = 0;
  let after: string | undefined;
  for (;;) {
    const page = await deps.database.inOrg(
      orgId,
      async (tx) => await listOutdatedVersions(tx, since, { after, limit }),
    );
    for (let start = 0; start < page.length; start += VERSIONS_PER_REQUEST) {
      asked += await requestOutdated(deps, orgId, page.slice(start, start + VERSIONS_PER_REQUEST), trigger);
    }
    after = page.at(-1)?.id;
    if (page.length < limit) return asked;
  }
}

// Queues a job for every organization that applies new data. The announced snapshot is stored, so that a change made just
// before a crash is announced by the next process, and no organization gets a job without new data.
const ORGANIZATIONS_PER_READ = 500;

export async function enqueueSnapshotJobs(deps: PipelineDeps): Promise<void> {
  const snapshot = await deps.database.reference(findUnannouncedSnapshot);
  if (snapshot === undefined) return;
  let after: string | undefined;
  for (;;) {
    const orgIds = await deps.database.reference(async (tx) => {
      const page = await listOrganizationIds(tx, after, ORGANIZATIONS_PER_READ);
      for (const orgId of page) await deps.queue.enqueue(tx, 'apply-snapshot', { orgId });
      return page;
    });
    after = orgIds.at(-1);
    if (orgIds.length < ORGANIZATIONS_PER_READ) break;
  }
  await deps.database.reference(async (tx) => await recordAnnouncedSnapshot(tx, snapshot));
}
