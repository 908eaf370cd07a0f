/** What each job does. A job carries only its key; the flow behind it reads from the tables what is wanted. */
import type { JobHandlers } from '../queue/job-queue.ts';
import { analyzeVersion } from './analyze-version.ts';
import { applySnapshot } from './apply-snapshot.ts';
import { refreshAll, type Sources } from './refresh-all.ts';
import type { RefreshDeps } from './refresh-source.ts';
import { removeDeleted } from './remove-deleted.ts';
import { repairSweep } from './repair-sweep.ts';

/** `sources` are those that a schedule may refresh. */
export function createJobHandlers(deps: RefreshDeps, sources: Sources): JobHandlers {
  return {
    'analyze-version': async (job) => await analyzeVersion(deps, job),
    'apply-snapshot': async (job) => await applySnapshot(deps, job),
    'refresh-advisories': async () => await refreshAll(deps, sources),
    'remove-deleted': async (job) => await removeDeleted(deps, job),
    'repair-sweep': async () => await repairSweep(deps),
  };
}
