/** `assay serve`: starts everything, says where it is, and ends cleanly on Ctrl-C or SIGTERM. */
import { loadConfig } from '../config.ts';
import { startAssay } from '../main.ts';
import { createLogger } from '../telemetry/log.ts';
import { describeStart } from './describe-start.ts';
import { onStopSignal } from './interruption.ts';
import { readArguments } from './read-arguments.ts';

export async function serve(parameters: readonly string[]): Promise<void> {
  readArguments('serve', parameters, {});
  const config = loadConfig();
  const log = createLogger(config.logLevel);
  const ended = Promise.withResolvers<string>();
  onStopSignal(ended.resolve);

  const assay = await startAssay(config, log);
  process.stdout.write(describeStart(assay));
  const reason = await Promise.race([ended.promise, assay.lost.then(() => 'the database is gone')]);
  process.stdout.write(`\nAssay stops (${reason}): finishing what is under way.\n`);
  await assay.stop();
  process.stdout.write('Assay has stopped.\n');
  process.exit(reason.startsWith('SIG') ? 0 : 1);
}
