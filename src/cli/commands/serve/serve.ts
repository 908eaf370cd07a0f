/** `assay serve`: starts everything, prints the URL, and shuts down gracefully on Ctrl-C or SIGTERM. */
import { join } from 'node:path';
import { loadConfig, type Config } from '../../../config.ts';
import { startAssay, type RunningAssay } from '../../../main.ts';
import { createLogger, toTextStream } from '../../../telemetry/log.ts';
import { buildPortal } from './build-portal.ts';
import { onStopSignal } from '../../terminal/interruption.ts';
import type { DemoReport } from '../../../pipeline/demo/load-demo.ts';

const ROOT = join(import.meta.dirname, '../../../..');

export async function serve({ demo }: { readonly demo: boolean }): Promise<void> {
  await run(loadConfig(), demo);
}

export async function serveWorker(): Promise<void> {
  await run(loadConfig({ ASSAY_ROLE: 'worker' }), false);
}

async function run(config: Config, demo: boolean): Promise<void> {
  // Standard output contains the credentials of the first start, which must not end up in log collection.
  const log = createLogger(
    config.logLevel,
    toTextStream(process.stderr, { format: config.logFormat, color: config.logColor }),
  );
  const ended = Promise.withResolvers<string>();
  onStopSignal(ended.resolve);

  // In parallel with the start of the database, which mostly waits for the disk.
  const portal = config.role === 'worker' ? undefined : buildPortal(ROOT, (line) => process.stdout.write(`${line}\n`));
  const assay = await startAssay(config, log, { demo });
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

// The text printed when Assay is ready: always the URL, and once the credentials of the first start.
export function describeStart({
  url,
  warnings,
  firstStart,
}: Pick<RunningAssay, 'url' | 'warnings' | 'firstStart'>): string {
  const lines = [''];
  if (url === undefined) lines.push('Assay is ready: this process runs jobs and does not serve requests.');
  else lines.push(`Assay is ready at ${url}`, `  Portal         ${url}/`, `  API reference  ${url}/api/docs`);
  for (const warning of warnings) lines.push(`  Warning: ${warning}`);
  return `${[...lines, ...describeFirstStart({ url, firstStart })].join('\n')}\n\n`;
}

/** Includes the generated credentials, which are shown nowhere else: logs go to standard error. */
function describeFirstStart({ url, firstStart }: Pick<RunningAssay, 'url' | 'firstStart'>): string[] {
  if (firstStart === undefined) return [];
  const { ownerEmail, generatedPassword, generatedToken, passwordProblem } = firstStart;
  const lines = ['', 'First start: created an organization and its owner.', `  E-mail    ${ownerEmail}`];
  if (passwordProblem !== undefined)
    lines.push(`  Warning: the password in ASSAY_OWNER_PASSWORD ${passwordProblem}. Change it in the portal.`);
  if (generatedPassword !== undefined) lines.push(`  Password  ${generatedPassword}`);
  if (generatedToken === undefined) return lines;
  return [
    ...lines,
    `  Token     ${generatedToken}`,
    '',
    'These credentials are shown only once: save them. Upload your first SBOM:',
    '',
    ...toCurl(url ?? '', generatedToken),
  ];
}

function toCurl(url: string, token: string): string[] {
  return [
    `  curl -H "Authorization: Bearer ${token}" \\`,
    '       -H "Content-Type: application/json" --data-binary @sbom.json \\',
    `       "${url}/api/v2/service/my-service/version/1.0.0/sbom"`,
  ];
}

function describeDemo({ services, versions, unchanged }: DemoReport): string {
  const what = `${services} services with ${versions} versions, named demo-...`;
  return unchanged ? `Demo data is already loaded: ${what}\n` : `Loaded demo data: ${what}\n`;
}
