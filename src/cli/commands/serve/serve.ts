/** `assay serve`: starts everything, prints the URL, and shuts down gracefully on Ctrl-C or SIGTERM. */
import { join } from 'node:path';
import { loadConfig } from '../../../config.ts';
import { startAssay } from '../../../main.ts';
import { createLogger, toTextStream } from '../../../telemetry/log.ts';
import { buildPortal } from './build-portal.ts';
import { describeDemo, describeStart } from './describe-start.ts';
import { onStopSignal } from '../../terminal/interruption.ts';
import { parseArguments } from '../../terminal/parse-arguments.ts';

const ROOT = join(import.meta.dirname, '../../../..');

export async function serve(parameters: readonly string[]): Promise<void> {
  const { values } = parseArguments('serve', parameters, { demo: { type: 'boolean' } });
  const config = loadConfig();
  // Standard output contains the credentials of the first start, which must not end up in log collection.
  const log = createLogger(
    config.logLevel,
    toTextStream(process.stderr, { format: config.logFormat, color: config.logColor }),
  );
  const ended = Promise.withResolvers<string>();
  onStopSignal(ended.resolve);

  // In parallel with the start of the database, which mostly waits for the disk.
  const portal = config.role === 'worker' ? undefined : buildPortal(ROOT, (line) => process.stdout.write(`${line}\n`));
  const assay = await startAssay(config, log, { demo: values.demo === true });
  await portal;
  process.stdout.write(describeStart(assay));
  assay.demo?.then(
    (report) => process.stdout.write(describeDemo(report)),
    (error: unknown) => log.error({ err: error }, 'loading demo data failed'),
  );
  const reason = await Promise.race([ended.promise, assay.lost.then(() => 'database lost')]);
  process.stdout.write(`\nStopping Assay (${reason}): finishing running work.\n`);
  await assay.stop();
  process.stdout.write('Assay stopped.\n');
  process.exit(reason.startsWith('SIG') ? 0 : 1);
}
