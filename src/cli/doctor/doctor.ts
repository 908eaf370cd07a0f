/** `assay doctor`: checks everything that an installation depends on, changes nothing, and says what to do. */
import { loadConfig, type Config } from '../../config.ts';
import { parseArguments } from '../read-arguments.ts';
import { fail, ok, toMessage, type CheckResult } from './check.ts';
import { checkDataFolder, checkFreeSpace } from './check-data-folder.ts';
import { checkDatabase } from './check-database.ts';
import { checkPort } from './check-port.ts';
import { checkSecretKey } from './check-secret-key.ts';

const LABEL_WIDTH = 20;

export async function doctor(parameters: readonly string[]): Promise<void> {
  parseArguments('doctor', parameters, {});
  let failures = 0;
  for await (const finding of examine()) {
    process.stdout.write(describeResult(finding));
    if (finding.state === 'fail') failures += 1;
  }
  if (failures === 0) return;
  process.stdout.write(`\n${failures === 1 ? 'One check' : `${failures} checks`} failed.\n`);
  process.exitCode = 1;
}

async function* examine(): AsyncGenerator<CheckResult> {
  yield ok('Node.js', process.versions.node);
  let config: Config;
  try {
    config = loadConfig();
    yield ok('Configuration', 'every variable has a usable value');
  } catch (error) {
    yield fail('Configuration', toMessage(error));
    return;
  }
  yield await checkDataFolder(config);
  yield await checkFreeSpace(config);
  yield await checkSecretKey(config);
  yield* checkDatabase(config);
  yield* checkPort(config);
}

function describeResult({ state, what, found, cure }: CheckResult): string {
  const line = `${state.padEnd(4)}  ${what.padEnd(LABEL_WIDTH)}  ${found}\n`;
  return cure === undefined ? line : `${line}${' '.repeat(LABEL_WIDTH + 8)}${cure}\n`;
}
