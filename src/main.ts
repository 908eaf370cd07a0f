/** The composition root: configuration, database, store, queue, pipeline, API, in this order; and back again at the end. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import manifest from '../package.json' with { type: 'json' };
import { openAiRoom } from './ai/open-ai-room.ts';
import { createAuthenticator } from './access/authenticate.ts';
import { createSessionAuthenticator } from './access/authenticate-session.ts';
import { firstStart, type FirstStart } from './access/first-start.ts';
import { createFailedSignIns } from './access/failed-sign-ins.ts';
import { createPasswordGuard } from './access/password-guard.ts';
import { InFlight } from './access/rate-limit.ts';
import type { Readiness } from './api/api-deps.ts';
import { buildApp } from './api/app.ts';
import { listen, requireUsableAddress } from './api/listen.ts';
import { warningsOfAddress } from './api/session-cookie.ts';
import { createStorageGuard } from './api/storage-guard.ts';
import { Turns } from './api/turns.ts';
import type { Config } from './config.ts';
import { LIMITS } from './core/limits.ts';
import { startWakeUps, type WakeUps } from './events/wake-ups.ts';
import { startDispatcher } from './events/webhooks/dispatcher.ts';
import { tidyWebhooks } from './events/webhooks/tidy-webhooks.ts';
import type { SendDeps, WebhookDeps } from './events/webhooks/webhook-deps.ts';
import { createConfiguredEnrichment, createConfiguredFeeds } from './feeds/configured-feeds.ts';
import { starterSet } from './feeds/starter.ts';
import { toAiPolicy, WEBHOOK_POLICY } from './outbound/policy.ts';
import { readDataState } from './pipeline/data-state.ts';
import type { AiParts } from './pipeline/ai/ai-deps.ts';
import type { DemoReport } from './pipeline/demo/load-demo.ts';
import { startDemo } from './pipeline/demo/start-demo.ts';
import type { PipelineDeps } from './pipeline/deps.ts';
import { createJobHandlers } from './pipeline/job-handlers.ts';
import { loadStarterSet } from './pipeline/load-starter-set.ts';
import type { Sources } from './pipeline/refresh-all.ts';
import type { RefreshDeps } from './pipeline/refresh-source.ts';
import { repairSweep } from './pipeline/repair-sweep.ts';
import { listSourceOverviews, type SourceOverview } from './pipeline/source-overview.ts';
import { orUnusable } from './postgres/data-folder.ts';
import { startPostgres } from './postgres/start-postgres.ts';
import type { JobHandlers, JobQueue } from './queue/job-queue.ts';
import { toSchedule } from './queue/jobs.ts';
import { migrateQueue, openQueue } from './queue/pg-boss-queue.ts';
import { declareSources } from './store/advisories/sources.ts';
import { openDatabase, type Database } from './store/database.ts';
import { readWebhookBacklog } from './store/delivery/webhook-due.ts';
import { migrate, type MigrationReport } from './store/migrate.ts';
import { newId } from './store/new-id.ts';
import { Spool } from './store/portfolio/spool.ts';
import { openKeyFile, toKeyFilePath } from './store/secrets/key-file.ts';
import { toTrustedKeyRing } from './store/secrets/trusted-key-ring.ts';
import type { Logger } from './telemetry/log.ts';
import { measureJobs } from './telemetry/measure-jobs.ts';
import { createMetrics, type Metrics } from './telemetry/metrics.ts';
import { createThreadPool, type ThreadPool } from './threads/pool.ts';

export interface RunningAssay {
  /** Where it is reached; undefined for a worker. */
  readonly url: string | undefined;
  readonly firstStart: FirstStart | undefined;
  readonly warnings: readonly string[];
  /** Resolves when the demo is loaded, where it was asked for. */
  readonly demo: Promise<DemoReport> | undefined;
  /** Resolves when Assay cannot go on by itself: the embedded database ended and no restart worked. */
  readonly lost: Promise<void>;
  stop(): Promise<void>;
}

const PORTAL_FOLDER = join(import.meta.dirname, '../portal/dist');
/** Together under the 30 s after which most supervisors kill. */
const REQUESTS_DRAIN_MS = 20_000;
const JOBS_DRAIN_MS = 5_000;
const WEB_STATEMENT_TIMEOUT_MS = 30_000;

export interface StartOptions {
  /** Load the demo into the oldest organization. */
  readonly demo?: boolean;
}

export async function startAssay(config: Config, log: Logger, options: StartOptions = {}): Promise<RunningAssay> {
  const stops: (() => Promise<void>)[] = [];
  const stop = async (): Promise<void> => {
    // In the reverse order of the start; one that fails must not keep the others from ending.
    for (const end of stops.splice(0).toReversed()) {
      await end().catch((error: unknown) => log.error({ err: error }, 'shutdown step failed'));
    }
  };
  try {
    return await start(config, log, stops, stop, options);
  } catch (error) {
    await stop();
    throw error;
  }
}

async function start(
  config: Config,
  log: Logger,
  stops: (() => Promise<void>)[],
  stop: () => Promise<void>,
  options: StartOptions,
): Promise<RunningAssay> {
  const postgres = await provideDatabase(config, log, stops);
  if (config.role !== 'worker') await requireUsableAddress(config);
  const report = await migrate(postgres.url);
  const queueOptions = {
    url: postgres.url,
    log: (level: 'warn' | 'error', message: string, fields: Record<string, unknown>) => log[level](fields, message),
  };
  await migrateQueue(queueOptions, { 'refresh-advisories': toSchedule(config.advisories.intervalMinutes) });
  const databaseOptions = {
    url: postgres.url,
    connectionsMax: 10,
    statementTimeoutMs: WEB_STATEMENT_TIMEOUT_MS,
    onIdleError: (error: Error) => log.warn({ err: error }, 'idle database connection lost'),
  };
  const database = openDatabase(databaseOptions);
  stops.push(async () => await database.close());
  const wakeUps = startWakeUps({
    url: postgres.url,
    onTrouble: (error) => log.warn({ err: error }, 'wake-ups interrupted'),
  });
  stops.push(async () => await wakeUps.stop());
  const queue = await openQueue(queueOptions);
  stops.push(async () => await queue.stop(JOBS_DRAIN_MS));
  const spool = new Spool({ folder: join(config.dataDir, 'spool'), bytesMax: config.limits.spoolBytesMax });
  if (config.role !== 'worker') await orUnusable(config.dataDir, async () => await spool.sweep());
  const keyFile = await openKeyFile(toKeyFilePath(config), { generate: config.secretKeyFile === undefined });
  // Whatever an operator may have to correct was asked before: the secrets of the first start are shown once.
  const first = await firstStart(database, { ...config, now: Date.now, newId });
  const { keyRing, warnings: keyWarnings } = await toTrustedKeyRing(database, keyFile, {
    alone: config.databaseUrl === undefined,
  });

  const crashPoint = crashPointOf(config);
  const aiPolicy = toAiPolicy({ ...config.ai, proxy: config.proxy });
  const ai: AiParts = { keyRing, ...openAiRoom({ policy: aiPolicy, nowMs: Date.now }) };
  const deps: PipelineDeps & { readonly ai: AiParts } = { database, queue, now: Date.now, newId, crashPoint, ai };
  const metrics = createMetrics({
    spoolBytes: () => spool.bytesInUse,
    advisorySources: async () => await listUsedSources(database),
    webhookBacklog: async () =>
      await database.reference(async (tx) => await readWebhookBacklog(tx, new Date().toISOString())),
  });
  const addressWarnings = config.role === 'worker' ? [] : warningsOfAddress(config);
  const warnings = [...warningsOf(report), ...keyWarnings, ...addressWarnings];
  const webhooks: WebhookDeps = {
    database,
    now: Date.now,
    newId,
    keyRing,
    policy: { ...WEBHOOK_POLICY, allowPrivate: config.webhooks.allowPrivate, proxy: config.proxy },
  };
  const threads = createThreadPool({ count: config.threads, log });
  stops.push(async () => await threads.close());
  const jobDatabase = openDatabase({ ...databaseOptions, connectionsMax: 10, statementTimeoutMs: 0 });
  stops.push(async () => await jobDatabase.close());
  // Always the same short statements. A server of our own has no pooler in front of it, and nobody migrates it while we run.
  const remembersStatements = config.databaseUrl === undefined;
  const analyses = openDatabase({ ...databaseOptions, connectionsMax: 8, statementTimeoutMs: 0, remembersStatements });
  stops.push(async () => await analyses.close());
  const ending = new AbortController();
  const jobDeps: RefreshDeps = {
    ...deps,
    database: jobDatabase,
    threads,
    onProgress: reportProgress(log),
    signal: ending.signal,
  };
  const sources = sourcesOf(config);
  await mkdir(join(config.dataDir, 'staging'), { recursive: true, mode: 0o700 });
  await jobDatabase.reference(async (tx) => await declareSources(tx, [...sources.feeds, ...sources.enrichment]));
  await loadStarterSet(jobDeps, starterSet()).catch((error: unknown) =>
    log.warn({ err: error }, 'starter set could not be loaded'),
  );
  if (config.role !== 'web') {
    const sending: SendDeps = {
      ...webhooks,
      database: jobDatabase,
      log,
      crashPoint,
      onAttempt: (outcome) => metrics.webhookAttempts.inc({ outcome }),
    };
    const own = { analyses, sending, metrics, log };
    await startWorker(jobDeps, { all: sources, scheduled: scheduledOf(config, sources) }, own);
    const dispatcher = startDispatcher(sending, wakeUps);
    stops.push(async () => await dispatcher.stop());
  }
  // Before the queue waits for its jobs: a refresh gives its lease back instead of being cut off.
  stops.push(async () => await Promise.resolve(ending.abort()));
  if (config.advisories.sync === 'auto' && sources.feeds.length + sources.enrichment.length > 0)
    await database.reference(async (tx) => await queue.enqueue(tx, 'refresh-advisories', {}));
  const url =
    config.role === 'worker'
      ? undefined
      : await startWeb(config, log, stops, {
          deps,
          threads,
          spool,
          metrics,
          database,
          queue,
          wakeUps,
          webhooks,
          report,
          warnings,
          isUp: postgres.isUp,
        });
  const demo = options.demo === true ? startDemo({ ...deps, spool }) : undefined;
  if (demo !== undefined) stops.push(demo.stop);
  return { url, firstStart: first, warnings, demo: demo?.loaded, lost: postgres.lost, stop };
}

async function provideDatabase(
  config: Config,
  log: Logger,
  stops: (() => Promise<void>)[],
): Promise<{ readonly url: string; readonly isUp: () => boolean; readonly lost: Promise<void> }> {
  const lost = Promise.withResolvers<void>();
  if (config.databaseUrl !== undefined) return { url: config.databaseUrl, isUp: () => true, lost: lost.promise };
  let isUp = true;
  const postgres = await startPostgres({
    dataDir: config.dataDir,
    ...(config.pgBin !== undefined && { binDir: config.pgBin }),
    purpose: 'serve',
    // The server's own lines are for those who look for trouble; what went wrong arrives as a warning or an error.
    log: (level, message, fields) => log[level === 'info' ? 'debug' : level]({ ...fields }, message),
    onState: (state) => {
      isUp = state === 'up';
      if (state === 'failed') lost.resolve();
    },
  });
  stops.push(async () => await postgres.stop());
  return { url: postgres.url, isUp: () => isUp, lost: lost.promise };
}

async function startWorker(
  deps: RefreshDeps,
  sources: Parameters<typeof createJobHandlers>[1],
  own: { readonly analyses: Database; readonly sending: SendDeps; readonly metrics: Metrics; readonly log: Logger },
): Promise<void> {
  const { analyses, sending, metrics, log } = own;
  const onMispredicted = (count: number): void => metrics.mispredicted.inc(count);
  const handlers = createJobHandlers({ ...deps, onMispredicted }, sources, analyses);
  const retention: JobHandlers['retention'] = async (job) => {
    await handlers.retention(job);
    await tidyWebhooks(sending);
  };
  await deps.queue.work(measureJobs({ ...handlers, retention }, metrics));
  // What an earlier process left behind is picked up at once, not at the next full minute.
  repairSweep(deps).catch((error: unknown) => log.error({ err: error }, 'repair sweep failed'));
}

function sourcesOf({ advisories, dataDir, proxy }: Config): Sources {
  const common = { stagingDir: join(dataDir, 'staging'), proxy };
  return {
    feeds: createConfiguredFeeds({ url: advisories.osvUrl, ecosystems: advisories.ecosystems, ...common }),
    enrichment: createConfiguredEnrichment({ ...advisories, ...common }),
  };
}

/** What is read without being asked to; `assay advisories sync` reads the others. */
function scheduledOf(config: Config, sources: Sources): Sources {
  return config.advisories.sync === 'auto' ? sources : { feeds: [], enrichment: [] };
}

const PROGRESS_EVERY_MS = 2_000;

/** One line now and then: an import takes minutes, and a silent one looks like one that hangs. */
function reportProgress(log: Logger): RefreshDeps['onProgress'] {
  let lastAt = 0;
  return (source, progress) => {
    if (Date.now() - lastAt < PROGRESS_EVERY_MS && progress.records < progress.recordsTotal) return;
    lastAt = Date.now();
    log.info({ source, ...progress }, 'reading advisories');
  };
}

interface WebParts {
  readonly deps: PipelineDeps & { readonly ai: AiParts };
  readonly threads: ThreadPool;
  readonly spool: Spool;
  readonly metrics: Metrics;
  readonly database: Database;
  readonly queue: JobQueue;
  readonly wakeUps: WakeUps;
  readonly webhooks: WebhookDeps;
  readonly report: MigrationReport;
  readonly warnings: readonly string[];
  readonly isUp: () => boolean;
}

async function startWeb(config: Config, log: Logger, stops: (() => Promise<void>)[], parts: WebParts): Promise<string> {
  const { deps, threads, spool, metrics, database, queue, report, warnings } = parts;
  const onError = (error: unknown): void =>
    log.warn({ err: error }, 'use of a token or session, or a failed sign-in, could not be recorded');
  const checks = new Turns({
    atOnceMax: LIMITS.passwordChecksAtOnceMax,
    weightMax: LIMITS.passwordChecksAtOnceMax,
    waitingMax: LIMITS.passwordChecksWaitingMax,
  });
  const app = await buildApp({
    ...deps,
    authenticator: createAuthenticator({ database, now: Date.now, onError }),
    sessions: createSessionAuthenticator({ database, now: Date.now, onError }),
    passwords: createPasswordGuard({ database, now: Date.now, inTurn: async (work) => await checks.run(1, work) }),
    failedSignIns: createFailedSignIns({ database, onError }),
    spool,
    threads,
    limits: config.limits,
    storageGuard: createStorageGuard(config.dataDir),
    log,
    wakeUps: parts.wakeUps,
    webhooks: parts.webhooks,
    waiting: new InFlight(LIMITS.waitingRequestsMax),
    metrics,
    readiness: async () => ({
      database: parts.isUp() && (await canReach(database)),
      queue: queue.isHealthy(),
      migrations: report.newest,
      advisories: await readAdvisoryState(database),
      warnings,
    }),
    publicUrl: config.publicUrl,
    version: manifest.version,
    trustProxy: config.trustProxy,
    portalFolder: PORTAL_FOLDER,
  });
  stops.push(async () => await closeApp(app));
  const port = await listen(app, config);
  return config.publicUrl ?? `http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${port}`;
}

/** Requests under way are answered; a client that is not done by the end of the patience sends again elsewhere. */
async function closeApp(app: FastifyInstance): Promise<void> {
  const patience = setTimeout(() => app.server.closeAllConnections(), REQUESTS_DRAIN_MS);
  await app.close();
  clearTimeout(patience);
}

async function readAdvisoryState(database: Database): Promise<Readiness['advisories']> {
  try {
    const { state } = await readDataState(database);
    const sources = await listUsedSources(database);
    return { state, sources: sources.map(({ name, state, ageSeconds }) => ({ name, state, ageSeconds })) };
  } catch {
    return { state: 'none', sources: [] };
  }
}

/** Those that are fetched, or have brought something before they were switched off. */
async function listUsedSources(database: Database): Promise<SourceOverview[]> {
  const sources = await listSourceOverviews(database, Date.now());
  return sources.filter(({ enabled, records }) => enabled || records > 0);
}

async function canReach(database: Database): Promise<boolean> {
  try {
    await database.reference(async () => await Promise.resolve());
    return true;
  } catch {
    return false;
  }
}

function warningsOf({ server }: MigrationReport): string[] {
  const warnings = [];
  if (!server.rowSecurityBinds) {
    warnings.push(
      'The database role is a superuser or bypasses row-level security: the second wall between organizations is off. Use an ordinary role that owns the database.',
    );
  }
  for (const setting of server.weakSettings) {
    warnings.push(`The database has ${setting} off: an acknowledged upload may be lost when the machine fails.`);
  }
  return warnings;
}

/**
 * For crash tests: ends the process without a chance to clean up, exactly as a failing machine would; or lets it stand still
 * once, as a machine does that is moved or starved.
 */
function crashPointOf(config: Config): (name: string) => void {
  let { stopAt } = config;
  return (name) => {
    if (name === config.crashAt) process.kill(process.pid, 'SIGKILL');
    if (name !== stopAt) return;
    stopAt = undefined;
    process.kill(process.pid, 'SIGSTOP');
  };
}
