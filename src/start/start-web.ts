/** Starts the API and the portal. */
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import manifest from '../../package.json' with { type: 'json' };
import { createAccountMail } from '../access/account/account-mail.ts';
import { createAuthenticator } from '../access/tokens/authenticate-token.ts';
import { createSessionAuthenticator } from '../access/sessions/sessions.ts';
import { createFailedSignIns } from '../access/sessions/sign-in.ts';
import { createForgottenPasswords } from '../access/account/reset-password.ts';
import { createPasswordGuard } from '../access/passwords/passwords.ts';
import { AnalysisWatch } from '../api/http/stream/analysis-watch.ts';
import { buildApp } from '../api/app.ts';
import { listen } from '../api/http/listen.ts';
import { createProxyWatch } from '../api/http/proxy-watch.ts';
import { createStorageGuard } from '../api/http/limits/storage-guard.ts';
import { FairQueue } from '../api/http/limits/fair-queue.ts';
import { LongPolls } from '../api/http/stream/long-polls.ts';
import type { Config } from '../config.ts';
import { LIMITS } from '../core/limits.ts';
import type { WakeUps } from '../events/wake-ups.ts';
import type { WebhookDeps } from '../events/webhooks/webhook-deps.ts';
import { callInProcess } from '../outbound/call-api.ts';
import type { AiDeps } from '../pipeline/deps.ts';
import type { PostgresState } from '../postgres/supervisor.ts';
import type { MigrationReport } from '../store/migrate.ts';
import type { Spool } from '../store/portfolio/blobs/spool.ts';
import type { Logger } from '../telemetry/log.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import { startMetricsReport, type MeasuredParts } from '../telemetry/metrics-report.ts';
import type { ThreadPool } from '../threads/pool/thread-pool.ts';
import { createReadiness } from './readiness.ts';

const PORTAL_FOLDER = join(import.meta.dirname, '../../portal/dist');
/** Together with the time for jobs, below the 30 s after which most supervisors kill a process. */
const REQUESTS_DRAIN_MS = 20_000;
const MAIL_DRAIN_MS = 3_000;

export interface WebParts {
  readonly deps: AiDeps;
  readonly threads: ThreadPool;
  readonly spool: Spool;
  readonly metrics: Metrics;
  readonly measured: MeasuredParts;
  readonly wakeUps: WakeUps;
  readonly webhooks: WebhookDeps;
  readonly report: MigrationReport;
  readonly warnings: readonly string[];
  readonly postgresState: () => PostgresState;
}

export async function startWeb(
  config: Config,
  log: Logger,
  stops: (() => Promise<void>)[],
  parts: WebParts,
): Promise<string> {
  const { deps, threads, spool, metrics, report, warnings } = parts;
  const { database, queue } = deps;
  const onError = (error: unknown): void =>
    log.warn({ err: error }, 'failed to record a token use, session use or failed sign-in');
  const checks = new FairQueue({
    atOnceMax: LIMITS.passwordChecksAtOnceMax,
    weightMax: LIMITS.passwordChecksAtOnceMax,
    waitingMax: LIMITS.passwordChecksWaitingMax,
  });
  const passwords = createPasswordGuard({ database, now: Date.now, inTurn: async (work) => await checks.run(1, work) });
  const { mailer, publicUrl } = parts.webhooks;
  const accountMail =
    mailer === undefined || publicUrl === undefined ? undefined : createAccountMail(mailer, publicUrl);
  const forgottenPasswords = createForgottenPasswords({
    database,
    passwords,
    mail: accountMail,
    now: Date.now,
    newId: deps.newId,
    onError: (error) => log.warn({ err: error }, 'sending a password reset link failed'),
  });
  stops.push(async () => await Promise.race([forgottenPasswords.whenIdle(), delay(MAIL_DRAIN_MS)]));
  const proxyWatch = createProxyWatch(log);
  const metricsReport = await startMetricsReport(metrics, parts.measured);
  stops.push(async () => await Promise.resolve(metricsReport.stop()));
  const app = await buildApp({
    ...deps,
    authenticator: createAuthenticator({ database, now: Date.now, onError }),
    sessions: createSessionAuthenticator({ database, now: Date.now, onError }),
    passwords,
    forgottenPasswords,
    accountMail,
    failedSignIns: createFailedSignIns({ database, onError }),
    spool,
    threads,
    limits: config.limits,
    storageGuard: createStorageGuard(config.dataDir),
    log,
    wakeUps: parts.wakeUps,
    webhooks: parts.webhooks,
    bodyQueue: new FairQueue({
      atOnceMax: Infinity,
      atOncePerOrgMax: LIMITS.bodyPiecesAtOncePerOrgMax,
      weightMax: Infinity,
      waitingMax: Infinity,
    }),
    reportQueue: new FairQueue({
      atOnceMax: LIMITS.reportsAtOnceMax,
      atOncePerOrgMax: LIMITS.reportsAtOncePerOrgMax,
      weightMax: LIMITS.reportsAtOnceMax,
      waitingMax: LIMITS.reportsWaitingPerOrgMax,
    }),
    longPolls: new LongPolls(),
    analysisWatch: new AnalysisWatch({ database, wakeUps: parts.wakeUps, log }),
    metrics,
    metricsReport,
    metricsToken: config.metricsToken,
    readiness: createReadiness({
      dataDir: config.dataDir,
      database,
      queue,
      spool,
      spoolBytesMax: config.limits.spoolBytesMax,
      postgresState: parts.postgresState,
      migrations: report.newest,
      warnings: () => [...warnings, ...proxyWatch.warnings()],
    }),
    callInProcess,
    publicUrl: config.publicUrl,
    version: manifest.version,
    trustProxy: config.trustProxy,
    proxyWatch,
    portalFolder: PORTAL_FOLDER,
  });
  stops.push(async () => await closeApp(app));
  const port = await listen(app, config);
  return config.publicUrl ?? `http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${port}`;
}

/** Finishes requests in progress; clients that are not done in time must retry on another instance. */
async function closeApp(app: FastifyInstance): Promise<void> {
  const patience = setTimeout(() => app.server.closeAllConnections(), REQUESTS_DRAIN_MS);
  await app.close();
  clearTimeout(patience);
}
