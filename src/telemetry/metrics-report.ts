/**
 * The text of `/metrics`, rendered on a timer, so that a scrape only sends bytes. Values from the database or the disk are
 * sampled less often.
 */
import type { Gauge } from 'prom-client';
import type { Metrics } from './metrics.ts';

export interface MetricsReport {
  readonly contentType: string;
  /** As of the last rendering, at most a few seconds old. */
  read(this: void): Buffer;
  stop(): void;
}

export interface PoolState {
  readonly max: number;
  readonly open: number;
  readonly idle: number;
  readonly waiting: number;
}

export interface DatabaseSample {
  readonly queues: readonly { readonly name: string; readonly waiting: number; readonly oldestSeconds: number }[];
  readonly webhooks: { readonly pending: number; readonly oldestDueSeconds: number };
  readonly sources: readonly {
    readonly name: string;
    readonly ageSeconds: number | null;
    readonly records: number;
    readonly refused: number;
  }[];
}

export interface MeasuredParts {
  readonly spoolBytes: () => number;
  readonly pools: () => Readonly<Record<string, PoolState>>;
  /** Free space on the disks of the data folders, by name. */
  readonly freeBytes: () => Promise<Readonly<Record<string, number>>>;
  readonly sampleDatabase: () => Promise<DatabaseSample>;
  /** By status. Queries every organization, so it runs least often. */
  readonly countAnalyses: () => Promise<Readonly<Record<string, number>>>;
}

export interface ReportIntervals {
  readonly renderMs: number;
  readonly sampleMs: number;
  readonly countMs: number;
}

const INTERVALS: ReportIntervals = { renderMs: 2_000, sampleMs: 10_000, countMs: 60_000 };

export async function startMetricsReport(
  metrics: Metrics,
  parts: MeasuredParts,
  intervals: ReportIntervals = INTERVALS,
): Promise<MetricsReport> {
  let bytes = Buffer.alloc(0);
  const timers: NodeJS.Timeout[] = [];
  /** Runs never overlap: the next one starts after the previous one has ended. */
  const repeat = async (work: () => Promise<void>, everyMs: number): Promise<void> => {
    await work();
    let isBusy = false;
    const timer = setInterval(() => {
      if (isBusy) return;
      isBusy = true;
      void work().finally(() => (isBusy = false));
    }, everyMs);
    timers.push(timer.unref());
  };
  await repeat(async () => await sample(metrics, parts), intervals.sampleMs);
  await repeat(async () => await count(metrics, parts), intervals.countMs);
  await repeat(async () => {
    measure(metrics, parts);
    bytes = Buffer.from(await metrics.registry.metrics());
  }, intervals.renderMs);
  return {
    contentType: metrics.registry.contentType,
    read: () => bytes,
    stop: () => timers.forEach((timer) => clearInterval(timer)),
  };
}

function measure(metrics: Metrics, { spoolBytes, pools }: MeasuredParts): void {
  metrics.spoolBytes.set(spoolBytes());
  for (const [pool, { max, open, idle, waiting }] of Object.entries(pools())) {
    metrics.poolMax.set({ pool }, max);
    metrics.poolConnections.set({ pool, state: 'used' }, open - idle);
    metrics.poolConnections.set({ pool, state: 'idle' }, idle);
    metrics.poolWaiting.set({ pool }, waiting);
  }
}

async function sample(metrics: Metrics, { freeBytes, sampleDatabase }: MeasuredParts): Promise<void> {
  const free = await freeBytes().catch(() => ({}));
  for (const [folder, count] of Object.entries<number>(free)) metrics.diskFree.set({ folder }, count);
  try {
    const { queues, webhooks, sources } = await sampleDatabase();
    replace(metrics.queueWaiting, 'queue', queues, ({ waiting }) => waiting);
    replace(metrics.queueOldest, 'queue', queues, ({ oldestSeconds }) => oldestSeconds);
    replace(metrics.advisoryAge, 'source', sources, ({ ageSeconds }) => ageSeconds);
    replace(metrics.advisoryRecords, 'source', sources, ({ records }) => records);
    replace(metrics.advisoryRefused, 'source', sources, ({ refused }) => refused);
    metrics.webhookPending.set(webhooks.pending);
    metrics.webhookOldestDue.set(webhooks.oldestDueSeconds);
    metrics.databaseUp.set(1);
  } catch {
    metrics.databaseUp.set(0);
  }
}

async function count(metrics: Metrics, { countAnalyses }: MeasuredParts): Promise<void> {
  const counts = await countAnalyses().catch(() => ({}));
  for (const [status, value] of Object.entries<number>(counts)) metrics.analyses.set({ status }, value);
}

/** Removes series that no longer exist. */
function replace<Label extends string, Row extends { readonly name: string }>(
  gauge: Gauge<Label>,
  label: Label,
  rows: readonly Row[],
  valueOf: (row: Row) => number | null,
): void {
  gauge.reset();
  for (const row of rows) {
    const value = valueOf(row);
    if (value !== null) gauge.labels({ [label]: row.name } as Record<Label, string>).set(value);
  }
}
