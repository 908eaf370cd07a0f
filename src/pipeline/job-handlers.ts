/** Handlers of all jobs. A job carries only its key; the handler reads from the tables what to do. */
import type { JobHandlers } from '../queue/job-queue.ts';
import type { Database } from '../store/database.ts';
import { shareTransactions } from '../store/shared-transactions.ts';
import { assessVersion } from './ai/assessment/assess-version.ts';
import { analyzeVersion, closeFailedAnalysis } from './analysis/analyze-version.ts';
import { applySnapshot } from './analysis/apply-snapshot.ts';
import { applyRetention } from './maintenance/apply-retention.ts';
import { deleteMarkedOrganization, removeDeleted } from './maintenance/remove-deleted.ts';
import { refreshAll, type Sources, refreshOne, warnAboutStaleData } from './advisories/refresh-sources.ts';
import type { RefreshDeps } from './advisories/refresh-source.ts';
import { closeFailedPlan, planVersion, type PlanDeps } from './remediation/plan-version.ts';
import { repairSweep } from './maintenance/repair-sweep.ts';

/** `scheduled` are the sources that may be refreshed automatically; `analyses` are the connections that analyses run on. */
export function createJobHandlers(
  deps: RefreshDeps & PlanDeps,
  { all, scheduled }: { readonly all: Sources; readonly scheduled: Sources },
  analyses: Database,
): JobHandlers {
  const analysisDeps = { ...deps, database: analyses };
  const batchDeps = { ...deps, database: shareTransactions(analyses) };
  return {
    'analyze-version': async (job) => await analyzeVersion(analysisDeps, job),
    'reanalyze-version': async (job) => await analyzeVersion(batchDeps, job),
    'close-failed-analysis': async (job, failed) => await closeFailedAnalysis(deps, job, failed),
    'assess-version': async (job) => {
      const { ai, signal = NEVER } = deps;
      if (ai !== undefined) await assessVersion({ ...deps, ai, signal }, job);
    },
    'plan-version': async (job) => await planVersion(analysisDeps, job),
    'close-failed-plan': async (job, failed) => await closeFailedPlan(deps, job, failed),
    'apply-snapshot': async (job) => {
      await applySnapshot(deps, job);
    },
    'refresh-advisories': async ({ source, complete = false, acceptShrink = false }) => {
      if (source !== undefined) return await refreshOne(deps, all, { source, complete, acceptShrink });
      try {
        await refreshAll(deps, scheduled);
      } finally {
        // Also after a failure, because then data becomes stale.
        await warnAboutStaleData(deps);
      }
    },
    'remove-deleted': async (job) => await removeDeleted(deps, job),
    'delete-organization': async ({ orgId }) => {
      await deleteMarkedOrganization(deps, orgId);
    },
    'repair-sweep': async () => await repairSweep(deps),
    retention: async () => await applyRetention(deps),
  };
}

/** For work that is never aborted. */
const NEVER = new AbortController().signal;
