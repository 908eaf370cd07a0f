/** Finds a browser for the tests of the portal: the first one found, installed from the distribution where possible. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

const NAMES = ['chromium-headless-shell', 'chromium', 'google-chrome-stable', 'google-chrome'];
const APT_GET = '/usr/bin/apt-get';
const PACKAGE = 'chromium-headless-shell';

/** Returns undefined when there is none; the tests that need it are then skipped with a message. */
export function findChromium(): string | undefined {
  const given = process.env['CHROME_PATH'];
  if (given !== undefined && given !== '') return given;
  return findOnPath() ?? installFromDistribution();
}

function findOnPath(): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter);
  return NAMES.flatMap((name) => folders.map((folder) => join(folder, name))).find((path) => existsSync(path));
}

function installFromDistribution(): string | undefined {
  if (process.platform !== 'linux' || process.getuid?.() !== 0 || !existsSync(APT_GET)) return undefined;
  console.log(`Installing ${PACKAGE} from the distribution.`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  for (const step of [
    ['update', '-qq'],
    ['install', '-y', '-qq', '--no-install-recommends', PACKAGE],
  ]) {
    const { status } = spawnSync(APT_GET, step, { env, stdio: 'inherit', timeout: 300_000 });
    if (status !== 0) return undefined;
  }
  return findOnPath();
}
