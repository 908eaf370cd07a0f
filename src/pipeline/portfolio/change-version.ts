/** Renames, tags, aliases and deletes versions, each with its audit entry in one transaction. */
import type { OrgTx } from '../../store/database.ts';
import type { NewAuditEntry } from '../../store/people/audit.ts';
import { insertEvents } from '../../store/delivery/events.ts';
import type { Analysis } from '../../store/findings/analyses/analyses.ts';
import { findAnalysis, countFailedVersions, listFailedVersions } from '../../store/findings/analyses/list-analyses.ts';
import {
  lockVersion,
  markVersionDeleted,
  putAlias,
  removeAlias,
  renameVersion,
  setTags,
  type LockedVersion,
} from '../../store/portfolio/versions/change-versions.ts';
import { copyNewestFindings } from '../../store/findings/publication/newest-findings.ts';
import { addToVersionCount } from '../../store/portfolio/services.ts';
import { hasUnwatchedVersions } from '../../store/portfolio/versions/watched-versions.ts';
import { countVexDocuments } from '../../store/relevance/vex.ts';
import { findVersion, type VersionDetails } from '../../store/portfolio/versions/versions.ts';
import { requestAnalysis, lockAndRequestAnalysis } from '../request-analysis.ts';
import { getService } from './change-service.ts';
import { nowOf, recordChange, type Caller, type PipelineDeps } from '../deps.ts';
import { ALIAS_LIMIT, ALIAS_UNKNOWN, NAME_TAKEN, VERSION_FROZEN, VERSION_UNKNOWN } from '../errors.ts';
import { LIMITS } from '../../core/limits.ts';

export interface VersionAddress {
  readonly service: string;
  readonly version: string;
}

/** Throws if the caller has seen another state of the version. */
type VersionCheck = (current: VersionDetails) => void;

/** Returns the version or throws an error that does not distinguish an absent version from one of another organization. */
export async function getVersion(
  tx: OrgTx,
  caller: Pick<Caller, 'services'>,
  address: VersionAddress,
): Promise<VersionDetails> {
  const service = await getService(tx, caller, address.service);
  const version = await findVersion(tx, service.id, address.version);
  if (version === undefined) throw VERSION_UNKNOWN({ version: address.version });
  return version;
}

export async function changeVersion(
  deps: PipelineDeps,
  caller: Caller,
  address: VersionAddress,
  change: {
    readonly name?: string | undefined;
    readonly tags?: readonly string[] | undefined;
    readonly onlyIf: VersionCheck;
  },
): Promise<VersionDetails> {
  return await withLockedVersion(deps, caller, address, async (tx, version, locked) => {
    change.onlyIf(version);
    if (change.name !== undefined && !(await renameVersion(tx, locked, change.name))) {
      throw NAME_TAKEN({ what: 'version name', name: change.name });
    }
    if (change.tags !== undefined) await setTags(tx, version.id, change.tags);
    const after = { ...version, name: change.name ?? version.name, tags: change.tags ?? version.tags };
    await record(deps, tx, caller, version.id, {
      action: 'version.updated',
      before: { name: version.name, tags: version.tags },
      after: { name: after.name, tags: after.tags },
    });
    if (after.name !== version.name) await requestForNames(deps, tx, locked);
    return after;
  });
}

export async function setAlias(
  deps: PipelineDeps,
  caller: Caller,
  address: VersionAddress,
  alias: string,
  onlyIf: VersionCheck = () => {},
): Promise<VersionDetails> {
  const at = nowOf(deps);
  const { changed, from } = await withLockedVersion(deps, caller, address, async (tx, version, locked) => {
    onlyIf(version);
    const outcome = await putAlias(tx, locked, alias, at);
    if (outcome.kind === 'taken') throw NAME_TAKEN({ what: 'alias', name: alias });
    if (outcome.kind === 'full') throw ALIAS_LIMIT();
    if (outcome.kind === 'kept') return { changed: version, from: null };
    const { serviceId, id: versionId } = version;
    await requestForNames(deps, tx, locked);
    await enqueueCatchUp(deps, tx, serviceId);
    await insertEvents(tx, [
      {
        id: deps.newId(),
        type: 'version.alias_moved',
        at,
        serviceId,
        versionId,
        detail: { alias, from: outcome.from },
      },
    ]);
    await record(deps, tx, caller, versionId, {
      action: 'alias.set',
      before: { alias, versionId: outcome.from },
      after: { alias, versionId },
    });
    return { changed: { ...version, aliases: [...version.aliases, alias] }, from: outcome.from };
  });
  // In a transaction of its own: versions are locked in the order of their ids.
  if (from !== null)
    await deps.database.inOrg(caller.orgId, async (tx) => {
      const former = await lockVersion(tx, from);
      if (former !== undefined) await requestForNames(deps, tx, former);
    });
  return changed;
}

export async function dropAlias(
  deps: PipelineDeps,
  caller: Caller,
  address: VersionAddress,
  alias: string,
  onlyIf: VersionCheck = () => {},
): Promise<void> {
  await withLockedVersion(deps, caller, address, async (tx, version, locked) => {
    onlyIf(version);
    if (!(await removeAlias(tx, locked, alias))) throw ALIAS_UNKNOWN({ alias });
    await record(deps, tx, caller, version.id, { action: 'alias.removed', before: { alias } });
    await requestForNames(deps, tx, locked);
  });
}

/** Statements of VEX documents name services and versions, so other names change which of them apply. */
async function requestForNames(deps: PipelineDeps, tx: OrgTx, version: LockedVersion): Promise<void> {
  if (!version.frozen && (await countVexDocuments(tx)) > 0) await requestAnalysis(deps, tx, version, 'decision');
}

export async function deleteVersion(
  deps: PipelineDeps,
  caller: Caller,
  address: VersionAddress,
  onlyIf: VersionCheck = () => {},
): Promise<void> {
  const at = nowOf(deps);
  await withLockedVersion(deps, caller, address, async (tx, version, locked) => {
    onlyIf(version);
    await markVersionDeleted(tx, locked, at);
    const { id: versionId, serviceId, name } = version;
    await insertEvents(tx, [{ id: deps.newId(), type: 'version.deleted', at, serviceId, versionId, detail: { name } }]);
    await record(deps, tx, caller, version.id, { action: 'version.deleted', before: { name: version.name } });
    await deps.queue.enqueue(tx, 'remove-deleted', { orgId: tx.orgId });
    await enqueueCatchUp(deps, tx, version.serviceId);
    await addToVersionCount(tx, version.serviceId, -1);
    await copyNewestFindings(tx, version.serviceId);
  });
}

/** A version that is watched again catches up with the data. */
async function enqueueCatchUp(deps: PipelineDeps, tx: OrgTx, serviceId: string): Promise<void> {
  if (await hasUnwatchedVersions(tx, serviceId)) await deps.queue.enqueue(tx, 'apply-snapshot', { orgId: tx.orgId });
}

/** Returns the analysis that will run. */
export async function reanalyzeVersion(deps: PipelineDeps, caller: Caller, address: VersionAddress): Promise<Analysis> {
  return await withLockedVersion(deps, caller, address, async (tx, version, locked) => {
    if (locked.frozen) throw VERSION_FROZEN({ version: version.name });
    const analysisId = await requestAnalysis(deps, tx, locked, 'manual');
    await record(deps, tx, caller, version.id, { action: 'analysis.requested', after: { analysisId } });
    const analysis = await findAnalysis(tx, analysisId, caller.services);
    if (analysis === undefined) throw new Error('The analysis was deleted although its version is locked.');
    return analysis;
  });
}

/** The lock comes first: a stage that ends at the same time holds it while it writes the same rows. */
export async function withLockedVersion<Result>(
  deps: PipelineDeps,
  caller: Caller,
  address: VersionAddress,
  work: (tx: OrgTx, version: VersionDetails, locked: LockedVersion) => Promise<Result>,
): Promise<Result> {
  return await deps.database.inOrg(caller.orgId, async (tx) => {
    const { id } = await getVersion(tx, caller, address);
    const locked = await lockVersion(tx, id);
    // Read again under the lock: the compared and recorded state must be the one that is changed.
    const version = locked && (await findVersion(tx, locked.serviceId, id));
    if (locked === undefined || version === undefined) throw VERSION_UNKNOWN({ version: address.version });
    return await work(tx, version, locked);
  });
}

async function record(
  deps: PipelineDeps,
  tx: OrgTx,
  caller: Caller,
  versionId: string,
  change: Pick<NewAuditEntry, 'action' | 'before' | 'after'>,
): Promise<void> {
  await recordChange(deps, tx, caller, { ...change, kind: 'version', id: versionId, at: nowOf(deps) });
}

export interface RetryFilter {
  /** Name or id. */
  readonly service?: string | undefined;
  /** Code of the failure. */
  readonly code?: string | undefined;
}

interface RetryReport {
  readonly requested: number;
  /** Failed analyses that are left; repeat the request until there are none. */
  readonly remaining: number;
}

/** Requests new analyses for the versions whose newest analysis has failed, a bounded number at a time. */
export async function retryFailedAnalyses(
  deps: PipelineDeps,
  caller: Caller,
  { service, code }: RetryFilter,
): Promise<RetryReport> {
  const { orgId } = caller;
  const { filter, versionIds } = await deps.database.inOrg(orgId, async (tx) => {
    const services = service === undefined ? caller.services : [(await getService(tx, caller, service)).id];
    const failed = await listFailedVersions(tx, { services, code }, LIMITS.analysesRetriedAtOnceMax);
    if (failed.length > 0) {
      await recordChange(deps, tx, caller, {
        at: nowOf(deps),
        action: 'analysis.retry_requested',
        kind: 'organization',
        id: orgId,
        after: { versions: failed.length, service, code },
      });
    }
    return { filter: { services, code }, versionIds: failed };
  });
  // Each in its own transaction, so that the locks of many versions are never held together.
  for (const versionId of versionIds) await lockAndRequestAnalysis(deps, { orgId, versionId }, 'manual');
  const remaining = await deps.database.inOrg(orgId, async (tx) => await countFailedVersions(tx, filter));
  return { requested: versionIds.length, remaining };
}
