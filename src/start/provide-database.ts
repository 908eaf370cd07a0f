/** The server that was named, or one of our own beside the data. */
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
    // The server's own lines are for those who look for trouble; what went wrong arrives as a warning or an error.
    log: (level, message, fields) => log[level === 'info' ? 'debug' : level]({ ...fields }, message),
    onState: (state) => {
      current = state;
      if (state === 'failed') lost.resolve();
    },
  });
  stops.push(async () => await postgres.stop());
  return { url: postgres.url, state: () => current, lost: lost.promise };
}
