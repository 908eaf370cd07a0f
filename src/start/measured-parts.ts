/** Provides the values of the `/metrics` gauges from a running Assay. */
import { statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { JobQueue } from '../queue/job-queue.ts';
import { sumRefusedRecords } from '../store/advisories/sources/directories.ts';
import type { Database } from '../store/database.ts';
import { getWebhookBacklog } from '../store/delivery/webhook-due.ts';
import { countOpenAnalyses } from '../store/findings/analyses/open-analyses.ts';
import { listOrganizationIds } from '../store/people/organizations.ts';
import type { Spool } from '../store/portfolio/blobs/spool.ts';
import type { DatabaseSample, MeasuredParts } from '../telemetry/metrics-report.ts';
import { listUsedSources } from './server-state.ts';

const ORGANIZATIONS_PER_READ = 500;

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
  for (let after: string | undefined; ;) {
    const from = after;
    const ids = await database.reference(async (tx) => await listOrganizationIds(tx, from, ORGANIZATIONS_PER_READ));
    for (const id of ids) {
      const open = await database.inOrg(id, countOpenAnalyses);
      for (const status of ['queued', 'running', 'failed'] as const) counts[status] += open[status];
    }
    after = ids.at(-1);
    if (ids.length < ORGANIZATIONS_PER_READ) return counts;
  }
}
