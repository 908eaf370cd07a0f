/** Follows docs/get-started literally in an empty folder: every command, in the order of the pages. */
import { spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { cp, lstat, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { followAssay, type AssayProcess } from '../support/assay-process.ts';
import { aNewUser, type NewUser } from './new-user.ts';

const ROOT = join(import.meta.dirname, '../..');
const hasCurl = spawnSync('curl', ['--version']).status === 0;
if (!hasCurl) console.warn('docs/get-started was not followed: this machine has no curl.');

/** All commands of a page, as a reader copies them. */
function commandsOf(page: string): string[] {
  const text = readFileSync(join(ROOT, 'docs/get-started', page), 'utf8');
  return [...text.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, block]) => block?.trim() ?? '');
}

/** What each command prints, by its beginning. */
const RESULTS: readonly (readonly [beginning: string, result: RegExp])[] = [
  [
    'curl -sS -H "Authorization: Bearer $ASSAY_TOKEN" \\\n     -H "Content-Type',
    /"status":"analyzed".*"versionName":"1\.0\.0"/,
  ],
  [
    'curl -sS -H "Authorization: Bearer $ASSAY_TOKEN" "$ASSAY_URL/api/v2/service/my-service/version?',
    /"name":"1\.0\.0"/,
  ],
  [
    'curl -sS -H "Authorization: Bearer $ASSAY_TOKEN" "$ASSAY_URL/api/v2/service/my-service/version/1.0.0/finding',
    /^\[/,
  ],
  ['npm run -s assay -- upload', /1 file: 1 unchanged\./],
  ['npm run -s assay -- findings', /components were checked/],
  ['npm run -s assay -- plan', /steps?: /],
  ['npm run -s assay -- scan', /components were checked/],
  ['curl --fail-with-body', /"coverage":\{"components":/],
];

describe.runIf(hasCurl)('docs/get-started', () => {
  let user: NewUser;
  let environment: Record<string, string>;
  let running: AssayProcess | undefined;

  beforeAll(async () => {
    user = await aNewUser();
    // The state after a clone: the files of the repository, and nothing installed.
    for (const name of ['bin', 'src', 'data', 'portal', 'package.json', 'package-lock.json', '.npmrc', 'tsconfig.json'])
      await cp(join(ROOT, name), join(user.folder, name), {
        recursive: true,
        filter: (path) => path !== join(ROOT, 'portal/dist'),
      });
    // No test contacts the public advisory sources.
    const sources = Object.fromEntries(['OSV', 'KEV', 'EPSS', 'SSVC'].map((name) => [`ASSAY_${name}_URL`, 'off']));
    environment = {
      PATH: process.env['PATH'] ?? '',
      HOME: user.folder,
      // The registry that this machine can reach.
      npm_config_userconfig: spawnSync('npm', ['config', 'get', 'userconfig'], { encoding: 'utf8' }).stdout.trim(),
      ASSAY_PORT: '0',
      ...sources,
    };
  });
  afterAll(async () => {
    await running?.end('SIGKILL');
    await user.remove();
  });

  const start = (command: string): AssayProcess =>
    followAssay(
      spawn('/bin/sh', ['-ec', command], {
        cwd: user.folder,
        detached: true,
        stdio: ['ignore', 'pipe', 'pipe'],
        env: environment,
      }),
    );

  it('starts Assay, also with the demo', async () => {
    const [first = '', demo = '', ...others] = commandsOf('start.md');
    expect([first, demo, others]).toEqual(['npm ci && npm start', 'npm start -- --demo', []]);

    running = start(await withInstallation(user.folder, first, environment));
    environment['ASSAY_URL'] = await running.ready;
    environment['ASSAY_TOKEN'] = /^ {2}Token {5}(\S+)$/m.exec(running.output())?.[1] ?? '';
    expect(environment['ASSAY_TOKEN']).toMatch(/^asy_/);
    await running.end('SIGINT');

    running = start(demo);
    environment['ASSAY_URL'] = await running.ready;
  });

  it('uploads an SBOM and reads its findings, command by command', async () => {
    const page = readFileSync(join(ROOT, 'docs/get-started/first-upload.md'), 'utf8');
    const [, create = ''] = /for example `(npm sbom [^`]*)`/.exec(page) ?? [];
    // The packages of this checkout can only be listed there.
    const isLink = (await lstat(join(user.folder, 'node_modules'))).isSymbolicLink();
    await user.shell(isLink ? create.replace('npm sbom', `npm --prefix '${ROOT}' sbom`) : create, environment);
    const commands = commandsOf('first-upload.md');
    expect(commands.length).toBe(RESULTS.length);

    for (const [at, command] of commands.entries()) {
      const [beginning = '', result = /^$/] = RESULTS[at] ?? [];
      expect(command.slice(0, beginning.length)).toBe(beginning);
      expect(await user.shell(command, environment)).toMatch(result);
    }
  });
});

/** Where the registry cannot be reached, the packages of this checkout are used, and `npm ci` is left out. */
async function withInstallation(folder: string, command: string, env: Record<string, string>): Promise<string> {
  const [install = '', rest = ''] = command.split(' && ');
  const { status, stderr } = spawnSync('/bin/sh', ['-ec', `${install} --prefer-offline`], { cwd: folder, env });
  if (status === 0) return rest;
  const problems = stderr
    .toString()
    .split('\n')
    .filter((line) => line.startsWith('npm error'));
  console.warn(`"${install}" failed: ${problems.slice(0, 3).join(' ')}`);
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  return rest;
}
