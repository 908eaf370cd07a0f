/** What each job does. A job carries only its key; the flow behind it reads from the tables what is wanted. */
import type { Feed } from '../feeds/feed.ts';
import type { JobHandlers } from '../queue/job-queue.ts';
import { analyzeVersion } from './analyze-version.ts';
import { applySnapshot } from './apply-snapshot.ts';
import { refreshSource, type RefreshDeps } from './refresh-source.ts';
import { removeDeleted } from './remove-deleted.ts';
import { repairSweep } from './repair-sweep.ts';

/** `feeds` are those that a schedule may refresh. */
export function createJobHandlers(deps: RefreshDeps, feeds: readonly Feed[]): JobHandlers {
  return {
    'analyze-version': async (job) => await analyzeVersion(deps, job),
    'apply-snapshot': async (job) => await applySnapshot(deps, job),
    'refresh-advisories': async () => {
      for (const feed of feeds) await refreshSource(deps, feed);
    },
    'remove-deleted': async (job) => await removeDeleted(deps, job),
    'repair-sweep': async () => await repairSweep(deps),
  };
}
