/** Starts taking jobs, beginning with those that an earlier process left behind, and the advisory sources that they sync. */
import { cleanUpWebhooks } from '../events/webhooks/clean-up-webhooks.ts';
import type { SendDeps } from '../events/webhooks/webhook-deps.ts';
import { createJobHandlers } from '../pipeline/job-handlers.ts';
import { estimate } from '../pipeline/advisories/data-state.ts';
import type { RefreshDeps } from '../pipeline/advisories/refresh-source.ts';
import { repairSweep } from '../pipeline/maintenance/repair-sweep.ts';
import type { JobHandlers } from '../queue/job-queue.ts';
import type { Database } from '../store/database.ts';
import type { Logger } from '../telemetry/log.ts';
import { measureJobs, type Metrics } from '../telemetry/metrics.ts';
import { join } from 'node:path';
import type { Config } from '../config.ts';
import { createConfiguredEnrichment, createConfiguredFeeds } from '../feeds/configured-feeds.ts';
import type { Sources } from '../pipeline/advisories/refresh-sources.ts';

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

export function createSources({ advisories, dataDir, proxy }: Config): Sources {
  const common = { stagingDir: join(dataDir, 'staging'), proxy };
  return {
    feeds: createConfiguredFeeds({ ...advisories, ...common }),
    enrichment: createConfiguredEnrichment({ ...advisories, ...common }),
  };
}

/** The sources that are synced automatically; `assay advisories sync` also syncs the others. */
export function selectScheduledSources(config: Config, sources: Sources): Sources {
  return config.advisories.sync === 'auto' ? sources : { feeds: [], enrichment: [] };
}

const PROGRESS_EVERY_MS = 2_000;

/** Logs a line now and then: an import takes minutes, and without output it would look stuck. */
export function logProgress(log: Logger): RefreshDeps['onProgress'] {
  let lastAt = 0;
  let current: { readonly directory: string; readonly startedAt: string } | undefined;
  return (source, progress) => {
    const { directory } = progress;
    if (directory !== current?.directory) current = { directory, startedAt: new Date().toISOString() };
    if (Date.now() - lastAt < PROGRESS_EVERY_MS && progress.records < progress.recordsTotal) return;
    lastAt = Date.now();
    log.info({ source, ...estimate({ ...progress, ...current }, lastAt) }, 'importing advisories');
  };
}
