/** What is going on inside, for Prometheus. Labels are route patterns and codes, never what a stranger sent. */
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';

export interface Metrics {
  readonly registry: Registry;
  readonly httpDuration: Histogram<'method' | 'route' | 'status'>;
  readonly httpErrors: Counter<'code'>;
  readonly uploads: Counter<'outcome'>;
  readonly uploadBytes: Histogram;
  readonly jobs: Histogram<'job' | 'outcome'>;
  readonly mispredicted: Counter;
  readonly spoolBytes: Gauge;
  readonly webhookAttempts: Counter<'outcome'>;
  readonly webhookPending: Gauge;
  readonly webhookOldestDue: Gauge;
  readonly eventStreams: Gauge;
  readonly advisoryAge: Gauge<'source'>;
  readonly advisoryRecords: Gauge<'source'>;
}

/** Asked when the metrics are read. */
export interface Measured {
  readonly spoolBytes: () => number;
  /** May fail, like the next one. */
  readonly webhookBacklog: () => Promise<{ readonly pending: number; readonly oldestDueSeconds: number }>;
  /** May fail: whoever watches learns of the database elsewhere. */
  readonly advisorySources: () => Promise<
    readonly { readonly name: string; readonly ageSeconds: number | null; readonly records: number }[]
  >;
}

export function createMetrics(measured: Measured): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  return {
    registry,
    httpDuration: new Histogram({
      name: 'assay_http_request_duration_seconds',
      help: 'Time from the first header byte to the end of the answer.',
      labelNames: ['method', 'route', 'status'],
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60],
      registers,
    }),
    httpErrors: new Counter({
      name: 'assay_http_errors_total',
      help: 'Error answers by code.',
      labelNames: ['code'],
      registers,
    }),
    uploads: new Counter({
      name: 'assay_uploads_total',
      help: 'Accepted uploads: stored, or deduplicated because the same bytes were there.',
      labelNames: ['outcome'],
      registers,
    }),
    uploadBytes: new Histogram({
      name: 'assay_upload_bytes',
      help: 'Size of stored documents after decoding.',
      buckets: [10_000, 100_000, 1_000_000, 10_000_000, 100_000_000],
      registers,
    }),
    jobs: new Histogram({
      name: 'assay_job_duration_seconds',
      help: 'Time a job took, by job and outcome.',
      labelNames: ['job', 'outcome'],
      buckets: [0.005, 0.025, 0.1, 0.5, 1, 5, 15, 60, 300],
      registers,
    }),
    mispredicted: new Counter({
      name: 'assay_remediation_mispredicted_total',
      help: 'Findings that came or stayed against the prediction of a plan that was followed, without a known cause.',
      registers,
    }),
    spoolBytes: new Gauge({
      name: 'assay_spool_bytes',
      help: 'Compressed bytes of uploads in flight.',
      registers,
      collect() {
        this.set(measured.spoolBytes());
      },
    }),
    eventStreams: new Gauge({
      name: 'assay_event_streams',
      help: 'Streams of events that are open.',
      registers,
    }),
    webhookAttempts: new Counter({
      name: 'assay_webhook_attempts_total',
      help: 'Attempts to deliver a message: delivered, to be retried, or given up.',
      labelNames: ['outcome'],
      registers,
    }),
    webhookPending: new Gauge({
      name: 'assay_webhook_pending_messages',
      help: 'Messages that wait for an attempt, in all organizations.',
      registers,
      async collect() {
        const backlog = await measured.webhookBacklog().catch(() => undefined);
        if (backlog !== undefined) this.set(backlog.pending);
      },
    }),
    webhookOldestDue: new Gauge({
      name: 'assay_webhook_oldest_due_seconds',
      help: 'For how long the webhook that has waited longest could have been called; 0 when none waits.',
      registers,
      async collect() {
        const backlog = await measured.webhookBacklog().catch(() => undefined);
        if (backlog !== undefined) this.set(backlog.oldestDueSeconds);
      },
    }),
    advisoryAge: new Gauge({
      name: 'assay_advisory_source_age_seconds',
      help: 'Time since a source of advisories was last read to its end; absent before.',
      labelNames: ['source'],
      registers,
      async collect() {
        this.reset();
        for (const { name, ageSeconds } of await measured.advisorySources().catch(() => [])) {
          if (ageSeconds !== null) this.set({ source: name }, ageSeconds);
        }
      },
    }),
    advisoryRecords: new Gauge({
      name: 'assay_advisory_source_records',
      help: 'Records that are kept of a source of advisories.',
      labelNames: ['source'],
      registers,
      async collect() {
        this.reset();
        for (const { name, records } of await measured.advisorySources().catch(() => [])) {
          this.set({ source: name }, records);
        }
      },
    }),
  };
}
