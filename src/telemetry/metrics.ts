/** Prometheus metrics. Labels are route groups, codes and internal names, never text from clients. */
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';

export interface Metrics {
  readonly registry: Registry;
  readonly httpDuration: Histogram<'group' | 'operation'>;
  readonly httpRequests: Counter<'group' | 'status'>;
  readonly httpErrors: Counter<'code'>;
  readonly uploads: Counter<'outcome'>;
  readonly uploadBytes: Histogram;
  readonly jobDuration: Histogram<'job'>;
  readonly jobs: Counter<'job' | 'outcome'>;
  readonly mispredicted: Counter;
  readonly spoolBytes: Gauge;
  readonly webhookAttempts: Counter<'outcome'>;
  readonly webhookPending: Gauge;
  readonly webhookOldestDue: Gauge;
  readonly eventStreams: Gauge;
  readonly requestsWaiting: Gauge;
  readonly advisoryAge: Gauge<'source'>;
  readonly advisoryRecords: Gauge<'source'>;
  readonly advisoryRefused: Gauge<'source'>;
  readonly analyses: Gauge<'status'>;
  readonly queueWaiting: Gauge<'queue'>;
  readonly queueOldest: Gauge<'queue'>;
  readonly diskFree: Gauge<'folder'>;
  readonly databaseUp: Gauge;
  readonly poolConnections: Gauge<'pool' | 'state'>;
  readonly poolMax: Gauge<'pool'>;
  readonly poolWaiting: Gauge<'pool'>;
}

export function createMetrics(build: { readonly version: string; readonly node: string }): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  const about = <Label extends string>(name: string, help: string, ...labelNames: Label[]) => ({
    name: `assay_${name}`,
    help,
    labelNames,
    registers,
  });
  new Gauge(about('build_info', 'Version of Assay and Node.js; always 1.', 'version', 'node')).set({ ...build }, 1);
  return {
    registry,
    httpDuration: new Histogram({
      ...about(
        'http_request_duration_seconds',
        'Time from the first header byte to the end of the response, by route group and operation (read or write).',
        'group',
        'operation',
      ),
      buckets: [0.025, 0.1, 0.5, 2.5, 10, 60],
    }),
    httpRequests: new Counter(
      about('http_requests_total', 'Completed requests by route group and status class.', 'group', 'status'),
    ),
    httpErrors: new Counter(about('http_errors_total', 'Error responses by error code.', 'code')),
    uploads: new Counter(
      about('uploads_total', 'Accepted uploads by outcome: stored, or deduplicated (same bytes as before).', 'outcome'),
    ),
    uploadBytes: new Histogram({
      ...about('upload_size_bytes', 'Size of stored documents after decompression.'),
      buckets: [10_000, 100_000, 1_000_000, 10_000_000, 100_000_000],
    }),
    jobDuration: new Histogram({
      ...about('job_duration_seconds', 'Duration of jobs in this process.', 'job'),
      buckets: [0.025, 0.1, 0.5, 2.5, 15, 60, 300],
    }),
    jobs: new Counter(about('jobs_total', 'Finished jobs in this process, by outcome.', 'job', 'outcome')),
    mispredicted: new Counter(
      about(
        'remediation_mispredicted_findings_total',
        'Findings that appeared or remained contrary to the prediction of a remediation plan, without a known cause.',
      ),
    ),
    spoolBytes: new Gauge(about('spool_bytes', 'Bytes of uploads in progress, in memory and in files.')),
    eventStreams: new Gauge(about('event_streams', 'Open event streams.')),
    requestsWaiting: new Gauge(
      about('http_requests_waiting', 'Requests delayed because their organization has used its share of work.'),
    ),
    webhookAttempts: new Counter(
      about('webhook_attempts_total', 'Webhook delivery attempts by outcome: delivered, retry or failed.', 'outcome'),
    ),
    webhookPending: new Gauge(about('webhook_pending_messages', 'Webhook messages waiting for an attempt.')),
    webhookOldestDue: new Gauge(
      about('webhook_oldest_due_seconds', 'Age of the oldest webhook message that is due; 0 if none.'),
    ),
    advisoryAge: new Gauge(
      about(
        'advisory_source_age_seconds',
        'Time since the last successful sync of an advisory source; absent before the first one.',
        'source',
      ),
    ),
    advisoryRecords: new Gauge(about('advisory_source_records', 'Records stored for an advisory source.', 'source')),
    advisoryRefused: new Gauge(
      about('advisory_source_refused_records', 'Records of an advisory source that were rejected.', 'source'),
    ),
    analyses: new Gauge(
      about('analyses', 'Versions by the status of their latest analysis: queued, running or failed.', 'status'),
    ),
    queueWaiting: new Gauge(about('queue_waiting_jobs', 'Jobs waiting in a queue, retries included.', 'queue')),
    queueOldest: new Gauge(about('queue_oldest_job_age_seconds', 'Age of the oldest waiting job; 0 if none.', 'queue')),
    diskFree: new Gauge(about('disk_free_bytes', 'Free bytes on the disk of a folder.', 'folder')),
    databaseUp: new Gauge(
      about('database_up', '1 if the last database sample succeeded; if 0, the values from the database are outdated.'),
    ),
    poolConnections: new Gauge(
      about('database_pool_connections', 'Open connections of a pool, by state: used or idle.', 'pool', 'state'),
    ),
    poolMax: new Gauge(about('database_pool_max_connections', 'Maximum number of connections of a pool.', 'pool')),
    poolWaiting: new Gauge(
      about('database_pool_waiting_requests', 'Transactions waiting for a connection of a pool.', 'pool'),
    ),
  };
}

export interface AnsweredRequest {
  readonly method: string;
  /** As declared, with parameter names. */
  readonly route: string | undefined;
  readonly status: number;
  readonly seconds: number;
}

export function observeRequest(metrics: Metrics, { method, route, status, seconds }: AnsweredRequest): void {
  const group = toRouteGroup(route);
  const operation = method === 'GET' || method === 'HEAD' ? 'read' : 'write';
  metrics.httpDuration.observe({ group, operation }, seconds);
  metrics.httpRequests.inc({ group, status: `${Math.floor(status / 100)}xx` });
}

const API = '/api/v2/';
const WATCHED: ReadonlySet<string> = new Set(['/healthz', '/readyz', '/metrics']);

/** Maps `/api/v2/service/:service/version/:version/finding/summary` to `finding`: a series per route would be too many. */
export function toRouteGroup(route: string | undefined): string {
  if (route === undefined) return 'unknown';
  if (WATCHED.has(route)) return 'health';
  const path = route.startsWith(API) ? route.slice(API.length) : route.slice(1);
  const words = path.split('/').filter((word) => word !== '' && !word.startsWith(':') && word !== '*');
  if (!route.startsWith(API) && words[0] !== 'service') return 'portal';
  const inside = words.findIndex((word) => word !== 'service' && word !== 'version');
  return words[inside === -1 ? words.length - 1 : inside] ?? 'unknown';
}

type Handler = (payload: never, about?: never) => Promise<void>;

/** Wraps job handlers to measure their time and outcome. */
export function measureJobs<Handlers extends Readonly<Record<string, Handler>>>(
  handlers: Handlers,
  metrics: Metrics,
): Handlers {
  const measured = Object.entries(handlers).map(([job, handler]) => [job, measure(job, handler, metrics)] as const);
  return Object.fromEntries(measured) as Handlers;
}

function measure(job: string, handler: Handler, metrics: Metrics): Handler {
  return async (payload, about) => {
    const end = metrics.jobDuration.startTimer({ job });
    let outcome = 'failed';
    try {
      await handler(payload, about);
      outcome = 'completed';
    } finally {
      end();
      metrics.jobs.inc({ job, outcome });
    }
  };
}
