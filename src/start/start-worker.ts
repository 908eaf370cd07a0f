/** Starts taking jobs, beginning with those that an earlier process left behind. */
import { cleanUpWebhooks } from '../events/webhooks/clean-up-webhooks.ts';
import type { SendDeps } from '../events/webhooks/webhook-deps.ts';
import { createJobHandlers } from '../pipeline/job-handlers.ts';
import type { RefreshDeps } from '../pipeline/advisories/refresh-source.ts';
import { repairSweep } from '../pipeline/maintenance/repair-sweep.ts';
import type { JobHandlers } from '../queue/job-queue.ts';
import type { Database } from '../store/database.ts';
import type { Logger } from '../telemetry/log.ts';
import { measureJobs } from '../telemetry/measure-jobs.ts';
import type { Metrics } from '../telemetry/metrics.ts';

export interface RunningWorker {
  /** Stops its own work; jobs stop with their queue. */
  stop(): Promise<void>;
}

export async function startWorker(
  deps: RefreshDeps,
  sources: Parameters<typeof createJobHandlers>[1],
  own: { readonly analyses: Database; readonly sending: SendDeps; readonly metrics: Metrics; readonly log: Logger },
): Promise<RunningWorker> {
  const { analyses, sending, metrics, log } = own;
  const onMispredicted = (count: number): void => metrics.mispredicted.inc(count);
  const handlers = createJobHandlers({ ...deps, onMispredicted }, sources, analyses);
  const retention: JobHandlers['retention'] = async (job) => {
    await handlers.retention(job);
    await cleanUpWebhooks(sending);
  };
  await deps.queue.work(measureJobs({ ...handlers, retention }, metrics));
  // Jobs left behind by an earlier process are picked up at once, not at the next full minute.
  const sweep = repairSweep(deps).catch((error: unknown) => log.error({ err: error }, 'repair sweep failed'));
  return { stop: async () => await sweep };
}
