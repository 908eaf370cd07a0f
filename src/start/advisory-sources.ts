/** The configured advisory sources, and the log lines while they are read. */
import { join } from 'node:path';
import type { Config } from '../config.ts';
import { createConfiguredEnrichment, createConfiguredFeeds } from '../feeds/configured-feeds.ts';
import type { Sources } from '../pipeline/advisories/refresh-all.ts';
import type { RefreshDeps } from '../pipeline/advisories/refresh-source.ts';
import type { Logger } from '../telemetry/log.ts';

export function createSources({ advisories, dataDir, proxy }: Config): Sources {
  const common = { stagingDir: join(dataDir, 'staging'), proxy };
  return {
    feeds: createConfiguredFeeds({ url: advisories.osvUrl, ecosystems: advisories.ecosystems, ...common }),
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
  return (source, progress) => {
    if (Date.now() - lastAt < PROGRESS_EVERY_MS && progress.records < progress.recordsTotal) return;
    lastAt = Date.now();
    log.info({ source, ...progress }, 'importing advisories');
  };
}
