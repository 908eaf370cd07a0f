/** Provides the configured database server, or an embedded one in the data folder, and divides its connections. */
import type { Config } from '../config.ts';
import { startPostgres } from '../postgres/start-postgres.ts';
import type { PostgresState } from '../postgres/supervisor.ts';
import type { Logger } from '../telemetry/log.ts';
import { COPY_CONNECTIONS_MAX } from '../store/database.ts';

export async function provideDatabase(
  config: Config,
  log: Logger,
  stops: (() => Promise<void>)[],
): Promise<{ readonly url: string; readonly state: () => PostgresState; readonly lost: Promise<void> }> {
  const lost = Promise.withResolvers<void>();
  if (config.databaseUrl !== undefined) return { url: config.databaseUrl, state: () => 'up', lost: lost.promise };
  let current: PostgresState = 'up';
  const postgres = await startPostgres({
    dataDir: config.dataDir,
    ...(config.pgBin !== undefined && { binDir: config.pgBin }),
    purpose: 'serve',
    // Log lines of the server are for debugging only; its problems arrive as warnings or errors.
    log: (level, message, fields) => log[level === 'info' ? 'debug' : level]({ ...fields }, message),
    onState: (state) => {
      current = state;
      if (state === 'failed') lost.resolve();
    },
  });
  stops.push(async () => await postgres.stop());
  return { url: postgres.url, state: () => current, lost: lost.promise };
}

/** The pools of a process together never exceed ASSAY_DATABASE_POOL_MAX. */
interface ConnectionShares {
  readonly web: number;
  readonly jobs: number;
  readonly analyses: number;
  readonly queue: number;
}

/** Listening for events and for jobs takes one connection each. */
const LISTENERS = 2;
const QUEUE_MAX = 3;
const JOBS_SHARE = 0.3;

export function shareConnections({
  databasePoolMax,
  role,
}: Pick<Config, 'databasePoolMax' | 'role'>): ConnectionShares {
  const queue = databasePoolMax < 16 ? QUEUE_MAX - 1 : QUEUE_MAX;
  const rest = databasePoolMax - LISTENERS - COPY_CONNECTIONS_MAX - queue;
  if (role === 'web') return { web: rest - 2, jobs: 1, analyses: 1, queue };
  if (role === 'worker') {
    const jobs = Math.floor((rest - 1) / 2);
    return { web: 1, jobs, analyses: rest - 1 - jobs, queue };
  }
  const each = Math.max(1, Math.floor(rest * JOBS_SHARE));
  return { web: rest - 2 * each, jobs: each, analyses: each, queue };
}
