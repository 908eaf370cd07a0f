import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createMetrics } from './metrics.ts';
import { startMetricsReport, type MeasuredParts, type MetricsReport } from './metrics-report.ts';

let report: MetricsReport | undefined;
beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  report?.stop();
  vi.useRealTimers();
});

function someParts(changes: Partial<MeasuredParts> = {}): MeasuredParts {
  return {
    spoolBytes: () => 7,
    pools: () => ({ web: { max: 10, open: 4, idle: 1, waiting: 2 } }),
    freeBytes: async () => await Promise.resolve({ data: 1_000 }),
    sampleDatabase: async () =>
      await Promise.resolve({
        queues: [{ name: 'analyze-version', waiting: 3, oldestSeconds: 12.5 }],
        webhooks: { pending: 0, oldestDueSeconds: 0 },
        sources: [
          { name: 'osv', ageSeconds: 60, records: 5, refused: 1 },
          { name: 'kev', ageSeconds: null, records: 0, refused: 0 },
        ],
      }),
    countAnalyses: async () => await Promise.resolve({ queued: 1, running: 0, failed: 2 }),
    ...changes,
  };
}

async function start(parts: MeasuredParts): Promise<MetricsReport> {
  report = await startMetricsReport(createMetrics({ version: '1', node: 'v24' }), parts);
  return report;
}

describe('startMetricsReport', () => {
  it('reports all metrics from the start', async () => {
    const text = (await start(someParts())).read().toString();

    for (const line of [
      'assay_queue_waiting_jobs{queue="analyze-version"} 3',
      'assay_queue_oldest_job_age_seconds{queue="analyze-version"} 12.5',
      'assay_disk_free_bytes{folder="data"} 1000',
      'assay_database_pool_max_connections{pool="web"} 10',
      'assay_database_pool_connections{pool="web",state="used"} 3',
      'assay_database_pool_connections{pool="web",state="idle"} 1',
      'assay_database_pool_waiting_requests{pool="web"} 2',
      'assay_advisory_source_age_seconds{source="osv"} 60',
      'assay_advisory_source_refused_records{source="osv"} 1',
      'assay_analyses{status="failed"} 2',
      'assay_database_up 1',
      'assay_spool_bytes 7',
    ]) {
      expect(text).toContain(`${line}\n`);
    }
    expect(text).not.toContain('assay_advisory_source_age_seconds{source="kev"}');
  });

  it('renders once per interval, however often the report is read', async () => {
    let rendered = 0;
    const parts = someParts({ spoolBytes: () => (rendered += 1) });
    const { read } = await start(parts);
    for (let scrape = 0; scrape < 1_000; scrape += 1) read();
    expect(rendered).toBe(1);

    await vi.advanceTimersByTimeAsync(2_000);
    expect(rendered).toBe(2);
    expect(read().toString()).toContain('assay_spool_bytes 2\n');
  });

  it('reports that the database is down, and keeps the last values', async () => {
    let isDown = false;
    const { sampleDatabase } = someParts();
    const { read } = await start(
      someParts({
        sampleDatabase: async () => {
          if (isDown) throw new Error('The database is gone.');
          return await sampleDatabase();
        },
      }),
    );
    isDown = true;
    await vi.advanceTimersByTimeAsync(12_000);

    expect(read().toString()).toContain('assay_database_up 0\n');
    expect(read().toString()).toContain('assay_queue_waiting_jobs{queue="analyze-version"} 3\n');
  });

  it('does not start another sample while one hangs', async () => {
    let samples = 0;
    const { sampleDatabase } = someParts();
    await start(
      someParts({
        sampleDatabase: async () => {
          samples += 1;
          return samples === 1 ? await sampleDatabase() : await new Promise<never>(() => {});
        },
      }),
    );
    await vi.advanceTimersByTimeAsync(60_000);

    expect(samples).toBe(2);
  });
});
