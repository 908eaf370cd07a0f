/** Requests new analyses for the versions whose newest analysis has failed, a bounded number at a time. */
import { LIMITS } from '../../core/limits.ts';
import { countFailedVersions, listFailedVersions } from '../../store/findings/analyses/failed-analyses.ts';
import { insertAuditEntry } from '../../store/people/audit.ts';
import { lockAndRequestAnalysis } from '../scheduling/request-analysis.ts';
import { getService } from '../portfolio/change-service.ts';
import type { Caller, PipelineDeps } from '../deps.ts';

export interface RetryFilter {
  /** Name or id. */
  readonly service?: string | undefined;
  /** Code of the failure. */
  readonly code?: string | undefined;
}

export interface RetryReport {
  readonly requested: number;
  /** Failed analyses that are left; repeat the request until there are none. */
  readonly remaining: number;
}

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
      await insertAuditEntry(tx, {
        id: deps.newId(),
        at: new Date(deps.now()).toISOString(),
        actor: caller.actor,
        action: 'analysis.retry_requested',
        subject: { kind: 'organization', id: orgId },
        after: { versions: failed.length, service, code },
        requestId: caller.requestId,
      });
    }
    return { filter: { services, code }, versionIds: failed };
  });
  // Each in its own transaction, so that the locks of many versions are never held together.
  for (const versionId of versionIds) await lockAndRequestAnalysis(deps, { orgId, versionId }, 'manual');
  const remaining = await deps.database.inOrg(orgId, async (tx) => await countFailedVersions(tx, filter));
  return { requested: versionIds.length, remaining };
}
