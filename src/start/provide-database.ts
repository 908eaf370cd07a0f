/** Provides the configured database server, or an embedded one in the data folder. */
import type { Config } from '../config.ts';
import { startPostgres } from '../postgres/start-postgres.ts';
import type { PostgresState } from '../postgres/supervisor.ts';
import type { Logger } from '../telemetry/log.ts';

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
