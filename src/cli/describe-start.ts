/** What is printed when Assay is ready: the address always, the credentials of the first start once. */
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../config.ts';
import type { RunningAssay } from '../main.ts';
import type { DemoReport } from '../pipeline/demo/load-demo.ts';

export function describeStart({ url, warnings }: RunningAssay): string {
  const lines = [''];
  if (url === undefined) lines.push('Assay is ready: this process runs jobs and answers no requests.');
  else lines.push(`Assay is ready at ${url}`, `  Portal         ${url}/`, `  API reference  ${url}/api/docs`);
  for (const warning of warnings) lines.push(`  Warning: ${warning}`);
  return `${lines.join('\n')}\n\n`;
}

/**
 * What the standard output says of the first start. Credentials go to a terminal or, where there is none, to a file that only its
 * owner can read: other output ends up in log collectors.
 */
export async function handOverCredentials(
  { url, firstStart }: Pick<RunningAssay, 'url' | 'firstStart'>,
  { dataDir }: Pick<Config, 'dataDir'>,
  { stdout, stderr }: Readonly<Record<'stdout' | 'stderr', TerminalStream>> = process,
): Promise<string> {
  if (firstStart === undefined) return '';
  const { ownerEmail, generatedPassword, generatedToken, passwordProblem } = firstStart;
  const opening = 'First start. An organization with its owner was created.\n';
  const lines = [`  E-mail    ${ownerEmail}`];
  if (passwordProblem !== undefined)
    lines.push(`  Warning: the password of ASSAY_OWNER_PASSWORD ${passwordProblem}. Change it in the portal.`);
  if (generatedPassword !== undefined) lines.push(`  Password  ${generatedPassword}`);
  if (generatedToken !== undefined) {
    lines.push(`  Token     ${generatedToken}`, '', 'These are shown only now: keep them. Upload your first SBOM:', '');
    lines.push(...toCurl(url ?? '', generatedToken));
  }
  const text = `${lines.join('\n')}\n\n`;
  if (lines.length === 1 || stdout.isTTY === true) return `${opening}${text}`;
  if (stderr.isTTY === true) {
    stderr.write(`\n${opening}${text}`);
    return '';
  }
  const path = join(dataDir, 'first-start.txt');
  await rm(path, { force: true });
  await writeFile(path, text, { mode: 0o600, flag: 'wx' });
  return `${opening}  E-mail    ${ownerEmail}\n  The password and the token are in ${path}\n  Store them safely and delete the file.\n\n`;
}

interface TerminalStream {
  readonly isTTY?: boolean | undefined;
  write(text: string): unknown;
}

function toCurl(url: string, token: string): string[] {
  return [
    `  curl -H "Authorization: Bearer ${token}" \\`,
    '       -H "Content-Type: application/json" --data-binary @sbom.json \\',
    `       "${url}/api/v2/service/my-service/version/1.0.0/sbom"`,
  ];
}

export function describeDemo({ services, versions, unchanged }: DemoReport): string {
  const what = `${services} services with ${versions} versions, all called demo-...`;
  return unchanged ? `The demo was loaded before: ${what}\n` : `The demo is loaded: ${what}\n`;
}
