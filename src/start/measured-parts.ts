/** Provides the values of the `/metrics` gauges from a running Assay. */
import { statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { walkOrganizations } from '../pipeline/walk.ts';
import type { JobQueue } from '../queue/job-queue.ts';
import { sumRefusedRecords } from '../store/advisories/directories.ts';
import type { Database } from '../store/database.ts';
import { getWebhookBacklog } from '../store/delivery/webhook-due.ts';
import { countOpenAnalyses } from '../store/findings/analyses/list-analyses.ts';
import type { Spool } from '../store/portfolio/blobs/spool.ts';
import type { DatabaseSample, MeasuredParts } from '../telemetry/metrics-report.ts';
import { listUsedSources } from './readiness.ts';

export interface Measurable {
  readonly dataDir: string;
  readonly database: Database;
  /** Keyed by metric label. */
  readonly pools: Readonly<Record<string, Database>>;
  readonly queue: JobQueue;
  readonly spool: Spool;
}

export function toMeasuredParts({ dataDir, database, pools, queue, spool }: Measurable): MeasuredParts {
  const folders = { data: dataDir, spool: join(dataDir, 'spool') };
  return {
    spoolBytes: () => spool.bytesInUse,
    pools: () => Object.fromEntries(Object.entries(pools).map(([name, each]) => [name, each.poolState()])),
    freeBytes: async () =>
      Object.fromEntries(
        await Promise.all(Object.entries(folders).map(async ([name, path]) => [name, await readFreeBytes(path)])),
      ) as Record<string, number>,
    sampleDatabase: async () => await sampleDatabase(database, queue),
    countAnalyses: async () => await countAnalyses(database),
  };
}

async function readFreeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

async function sampleDatabase(database: Database, queue: JobQueue): Promise<DatabaseSample> {
  const sources = await listUsedSources(database);
  return await database.reference(async (tx) => {
    const refused = await sumRefusedRecords(tx);
    return {
      queues: await queue.listDepths(tx),
      webhooks: await getWebhookBacklog(tx, new Date().toISOString()),
      sources: sources.map(({ name, ageSeconds, records }) => ({
        name,
        ageSeconds,
        records,
        refused: refused.get(name) ?? 0,
      })),
    };
  });
}

/** Queries one organization after the other: row-level security hides the analyses of several from one statement. */
async function countAnalyses(database: Database): Promise<Record<string, number>> {
  const counts = { queued: 0, running: 0, failed: 0 };
  for await (const orgId of walkOrganizations(database)) {
    const open = await database.inOrg(orgId, countOpenAnalyses);
    for (const status of ['queued', 'running', 'failed'] as const) counts[status] += open[status];
  }
  return counts;
}
