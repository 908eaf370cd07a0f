/** The server that was named, or one of our own beside the data. */
import type { Config } from '../config.ts';
import { startPostgres } from '../postgres/start-postgres.ts';
import type { Logger } from '../telemetry/log.ts';

export async function provideDatabase(
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
