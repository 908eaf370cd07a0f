/**
 * The composition root: starts configuration, database, store, queue, pipeline and API in this order, and stops them in reverse.
 */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import manifest from '../package.json' with { type: 'json' };
import { createAiServices } from './ai/ai-services.ts';
import { firstStart, type FirstStart } from './access/organizations/manage-organizations.ts';
import { requireUsableAddress } from './api/http/listen.ts';
import { listPlainHttpWarnings } from './api/http/session-cookie.ts';
import type { Config } from './config.ts';
import { startWakeUps } from './events/wake-ups.ts';
import { startDispatcher } from './events/webhooks/dispatcher.ts';
import type { SendDeps, WebhookDeps } from './events/webhooks/webhook-deps.ts';
import { starterSet } from './feeds/starter.ts';
import { createMailer } from './outbound/mailer.ts';
import { toAiPolicy, WEBHOOK_POLICY } from './outbound/policy.ts';
import type { AiServices } from './pipeline/ai/ai-deps.ts';
import { type DemoReport, startDemo } from './pipeline/demo/load-demo.ts';
import type { PipelineDeps } from './pipeline/deps.ts';
import { loadStarterSet } from './pipeline/advisories/refresh-sources.ts';
import type { RefreshDeps } from './pipeline/advisories/refresh-source.ts';
import { withFolderErrors } from './postgres/data-folder/data-folder.ts';
import { toSchedule } from './queue/jobs.ts';
import { migrateQueue, openQueue } from './queue/pg-boss-queue.ts';
import { registerSources } from './store/advisories/sources.ts';
import { openDatabase } from './store/database.ts';
import { describeFailure, toStartError } from './store/failures.ts';
import { migrate } from './store/migrate.ts';
import { newId } from './store/new-id.ts';
import { Spool } from './store/portfolio/blobs/spool.ts';
import { openKeyFile, toKeyFilePath } from './store/secrets/key-file.ts';
import { toTrustedKeyRing } from './store/secrets/trusted-key-ring.ts';
import type { Logger } from './telemetry/log.ts';
import { createMetrics } from './telemetry/metrics.ts';
import { createThreadPool } from './threads/pool/thread-pool.ts';
import { createCrashPoint } from './start/crash-point.ts';
import { toMeasuredParts } from './start/measured-parts.ts';
import { provideDatabase, shareConnections } from './start/provide-database.ts';
import { logProgress, selectScheduledSources, createSources, startWorker } from './start/start-worker.ts';
import { startWeb } from './start/start-web.ts';
import { listServerWarnings } from './start/readiness.ts';

export interface RunningAssay {
  /** The URL of the API; undefined for a worker. */
  readonly url: string | undefined;
  readonly firstStart: FirstStart | undefined;
  readonly warnings: readonly string[];
  /** Resolves when the demo is loaded, if requested. */
  readonly demo: Promise<DemoReport> | undefined;
  /** Resolves when Assay cannot continue: the embedded database ended and could not be restarted. */
  readonly lost: Promise<void>;
  stop(): Promise<void>;
}

/** Together with the time for requests, below the 30 s after which most supervisors kill a process. */
const JOBS_DRAIN_MS = 5_000;
const WEB_STATEMENT_TIMEOUT_MS = 30_000;
const BACKGROUND_ORG_SHARE = 1 / 5;

export interface StartOptions {
  /** Loads the demo into the oldest organization. */
  readonly demo?: boolean;
}

export async function startAssay(config: Config, log: Logger, options: StartOptions = {}): Promise<RunningAssay> {
  const stops: (() => Promise<void>)[] = [];
  const stop = async (): Promise<void> => {
    // In reverse order of the start; a failure must not keep the others from stopping.
    for (const end of stops.splice(0).toReversed()) {
      await end().catch((error: unknown) => log.error({ err: error }, 'shutdown step failed'));
    }
  };
  try {
    return await start(config, log, stops, stop, options);
  } catch (error) {
    await stop();
    throw toStartError(error);
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
  const shares = shareConnections(config);
  const queueOptions = {
    url: postgres.url,
    connectionsMax: shares.queue,
    log: (level: 'debug' | 'warn' | 'error', message: string, fields: Record<string, unknown>) =>
      log[level](fields, message),
  };
  await migrateQueue(queueOptions, { 'refresh-advisories': toSchedule(config.advisories.intervalMinutes) });
  const databaseOptions = {
    url: postgres.url,
    statementTimeoutMs: WEB_STATEMENT_TIMEOUT_MS,
    quotas: config.quotas,
    onIdleError: (error: Error) => log.warn({ err: error }, 'idle database connection lost'),
  };
  const replica =
    config.databaseReplicaUrl === undefined
      ? undefined
      : {
          url: config.databaseReplicaUrl,
          onTrouble: (error: unknown) =>
            log.warn({ reason: describeFailure(error) }, 'standby unavailable, reading from the primary server'),
        };
  // The embedded server has no pooler in front of it and is not migrated while Assay runs.
  const isEmbedded = config.databaseUrl === undefined;
  const database = openDatabase({
    ...databaseOptions,
    connectionsMax: shares.web,
    replica,
    remembersStatements: isEmbedded ? 'changes' : undefined,
    hasOneLog: !report.isDistributed,
  });
  stops.push(async () => await database.close());
  const wakeUps = startWakeUps({
    url: postgres.url,
    onTrouble: (error) => log.warn({ reason: describeFailure(error) }, 'notification connection lost, reconnecting'),
  });
  stops.push(async () => await wakeUps.stop());
  // Created before the queue and so closed after it: a running job still needs the threads at shutdown.
  const threads = createThreadPool({ count: config.threads, log });
  stops.push(async () => await threads.close());
  // Analyses of a busy organization leave most of the processor time to other organizations.
  const backgroundOptions = { ...databaseOptions, statementTimeoutMs: 0, orgShare: BACKGROUND_ORG_SHARE };
  const jobDatabase = openDatabase({ ...backgroundOptions, connectionsMax: shares.jobs });
  stops.push(async () => await jobDatabase.close());
  const analyses = openDatabase({
    ...backgroundOptions,
    connectionsMax: shares.analyses,
    remembersStatements: isEmbedded ? 'all' : undefined,
  });
  stops.push(async () => await analyses.close());
  const queue = await openQueue({ ...queueOptions, isDirect: isEmbedded });
  stops.push(async () => await queue.stop(JOBS_DRAIN_MS));
  const spool = new Spool({ folder: join(config.dataDir, 'spool'), bytesMax: config.limits.spoolBytesMax });
  if (config.role !== 'worker') await withFolderErrors(config.dataDir, async () => await spool.sweep());
  const keyFile = await openKeyFile(toKeyFilePath(config), { generate: config.secretKeyFile === undefined });
  // Comes after all checks that an operator may have to act on, because the secrets of the first start are shown only once.
  const first = await firstStart(database, { ...config, now: Date.now, newId });
  const { keyRing, warnings: keyWarnings } = await toTrustedKeyRing(database, keyFile, {
    alone: isEmbedded,
  });

  const crashPoint = createCrashPoint(config);
  const aiPolicy = toAiPolicy({ ...config.ai, proxy: config.proxy });
  const ai: AiServices = { keyRing, ...createAiServices({ policy: aiPolicy, nowMs: Date.now }) };
  const deps: PipelineDeps & { readonly ai: AiServices } = { database, queue, now: Date.now, newId, crashPoint, ai };
  const metrics = createMetrics({ version: manifest.version, node: process.version });
  const addressWarnings = config.role === 'worker' ? [] : listPlainHttpWarnings(config);
  const warnings = [...listServerWarnings(report), ...keyWarnings, ...addressWarnings];
  const webhooks: WebhookDeps = {
    database,
    now: Date.now,
    newId,
    keyRing,
    policy: { ...WEBHOOK_POLICY, allowPrivate: config.webhooks.allowPrivate, proxy: config.proxy },
    mailer: config.mail && createMailer(config.mail),
    publicUrl: config.publicUrl,
  };
  const ending = new AbortController();
  const jobDeps: RefreshDeps = {
    ...deps,
    database: jobDatabase,
    threads,
    feedIntervalMs: config.advisories.intervalMinutes * 60_000,
    onProgress: logProgress(log),
    signal: ending.signal,
  };
  const sources = createSources(config);
  await mkdir(join(config.dataDir, 'staging'), { recursive: true, mode: 0o700 });
  await jobDatabase.reference(async (tx) => await registerSources(tx, [...sources.feeds, ...sources.enrichment]));
  await loadStarterSet(jobDeps, starterSet()).catch((error: unknown) =>
    log.warn({ err: error }, 'loading the starter set failed'),
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
    const worker = await startWorker(
      jobDeps,
      { all: sources, scheduled: selectScheduledSources(config, sources) },
      own,
    );
    stops.push(async () => await worker.stop());
    const dispatcher = startDispatcher(sending, wakeUps);
    stops.push(async () => await dispatcher.stop());
  }
  // Runs before the queue waits for its jobs, so that a refresh releases its lease instead of being cut off.
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
          measured: toMeasuredParts({
            dataDir: config.dataDir,
            database,
            queue,
            spool,
            pools: { web: database, jobs: jobDatabase, analyses },
          }),
          wakeUps,
          webhooks,
          report,
          warnings,
          postgresState: postgres.state,
        });
  const demo = options.demo === true ? startDemo({ ...deps, spool }) : undefined;
  if (demo !== undefined) stops.push(demo.stop);
  return { url, firstStart: first, warnings, demo: demo?.loaded, lost: postgres.lost, stop };
}
