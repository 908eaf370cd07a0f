/**
 * The tarball of `npm pack`, installed into an empty folder: its commands run from JavaScript, with the portal, threads, migrations
 * and starter data inside. Needs the npm registry for the dependencies, and reports when it cannot be reached.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newTokenSecret } from '../../src/access/secrets.ts';
import { aCycloneDx } from '../support/documents.ts';
import { findFreePort } from '../support/free-port.ts';

const ROOT = join(import.meta.dirname, '../..');
const NO_NETWORK = /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|E40[13]|E5[0-9]{2}/;
const OFFLINE = { ASSAY_OSV_URL: 'off', ASSAY_KEV_URL: 'off', ASSAY_EPSS_URL: 'off', ASSAY_SSVC_URL: 'off' };

let folder: string;
let isInstalled = false;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'assay-package-'));
  npm(ROOT, 'pack', '--pack-destination', folder);
  const [tarball = ''] = readdirSync(folder);
  writeFileSync(join(folder, 'package.json'), '{ "private": true }');
  const { status, stderr } = npm(folder, 'install', '--no-audit', '--no-fund', `./${tarball}`);
  isInstalled = status === 0;
  const reason = NO_NETWORK.exec(stderr)?.[0];
  if (isInstalled) return;
  if (reason === undefined) throw new Error(stderr);
  console.log(`The package is not tested: the npm registry cannot be reached (${reason}).`);
}, 600_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function npm(
  cwd: string,
  ...parameters: readonly string[]
): { readonly status: number | null; readonly stderr: string } {
  return spawnSync('npm', parameters, { cwd, encoding: 'utf8', env: process.env });
}

const program = (): string => join(folder, 'node_modules/assay/bin/assay.mjs');
const environment = (more: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv => ({
  PATH: [join(process.execPath, '..'), process.env['PATH']].join(delimiter),
  ...OFFLINE,
  ...more,
});

describe('the installed package', () => {
  it('has the built portal, the licenses and an SBOM of itself, and no sources', ({ skip }) => {
    skip(!isInstalled);
    const own = join(folder, 'node_modules/assay');
    const sbom = JSON.parse(readFileSync(join(own, 'dist/sbom.cdx.json'), 'utf8')) as {
      readonly components: readonly { readonly name: string }[];
    };
    const names = sbom.components.map(({ name }) => name);

    const files = ['LICENSE', 'CHANGELOG.md', 'portal/dist/index.html', 'dist/THIRD-PARTY-NOTICES.txt'];
    expect(files.filter((file) => !existsSync(join(own, file)))).toEqual([]);
    // Installed, bundled into the server, and bundled into the portal; a tool that only builds is not part of it.
    for (const name of ['fastify', 'zod', 'react']) expect(names).toContain(name);
    for (const name of ['vite', 'typescript', 'vitest']) expect(names).not.toContain(name);
    expect(existsSync(join(own, 'src/cli'))).toBe(false);
  });

  it('exports the client with its types', ({ skip }) => {
    skip(!isInstalled);
    const code = `import { createClient } from 'assay/client';
      const client = createClient({ url: 'http://127.0.0.1:1', token: 't', attempts: 1 });
      client.call('getMe', { path: {} }).then((me) => me.organization.name.length, (error: Error) => console.log(error.message));`;
    writeFileSync(join(folder, 'use.mts'), code);
    const tsc = join(ROOT, 'node_modules/.bin/tsc');
    const flags = [
      '--noEmit',
      '--strict',
      '--module',
      'nodenext',
      '--target',
      'es2024',
      '--types',
      '',
      '--lib',
      'es2024,dom',
    ];
    const compiled = spawnSync(tsc, [...flags, 'use.mts'], { cwd: folder, encoding: 'utf8' });
    const run = spawnSync(process.execPath, ['use.mts'], { cwd: folder, encoding: 'utf8', env: environment() });

    expect(compiled.stdout).toBe('');
    expect(run.stdout).toContain('Cannot reach Assay');
  }, 60_000);

  it('scans an SBOM and a lockfile', ({ skip }) => {
    skip(!isInstalled);
    const lodash = { type: 'library', name: 'lodash', version: '4.17.20', purl: 'pkg:npm/lodash@4.17.20' };
    writeFileSync(join(folder, 'sbom.json'), JSON.stringify(aCycloneDx({ components: [lodash] })));
    writeFileSync(join(folder, 'Cargo.lock'), '[[package]]\nname = "shop"\nversion = "0.1.0"\n');
    const files = ['sbom.json', 'Cargo.lock'];
    const { stdout, status } = spawnSync(process.execPath, [program(), 'scan', ...files, '--format', 'json'], {
      cwd: folder,
      encoding: 'utf8',
      env: environment(),
    });

    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject([
      { file: 'sbom.json', summary: { total: 1 }, coverage: { checked: 1 } },
      { file: 'Cargo.lock', summary: { total: 0 }, coverage: { components: 0 } },
    ]);
  }, 120_000);

  it('loads the code of a scan from few files, and no other package', ({ skip }) => {
    skip(!isInstalled);
    const hook = `import { registerHooks } from 'node:module';
      const files = [];
      registerHooks({ load: (url, context, next) => (url.startsWith('file:') && files.push(url), next(url, context)) });
      process.on('exit', () => process.stderr.write('FILES ' + JSON.stringify(files)));`;
    const parameters = ['--import', `data:text/javascript,${encodeURIComponent(hook)}`, program(), 'scan', 'sbom.json'];

    const { stderr } = spawnSync(process.execPath, parameters, { cwd: folder, encoding: 'utf8', env: environment() });

    const [, text = '[]'] = stderr.split('FILES ');
    const files = JSON.parse(text) as readonly string[];
    expect(files.filter((file) => !file.includes('/node_modules/assay/'))).toEqual([]);
    expect(files.length).toBeGreaterThan(3);
    expect(files.length).toBeLessThan(20);
  }, 120_000);

  it('serves the portal and analyzes an upload', async ({ skip }) => {
    skip(!isInstalled);
    const port = await findFreePort();
    const { text: token } = newTokenSecret();
    const server = spawn(process.execPath, [program(), 'serve'], {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'ignore'],
      env: environment({ ASSAY_PORT: String(port), ASSAY_BOOTSTRAP_TOKEN: token }),
    });
    const lines: string[] = [];
    const output = createInterface({ input: server.stdout }).on('line', (line) => lines.push(line));
    while (!lines.some((line) => line.includes('Assay is ready'))) {
      await Promise.race([once(output, 'line'), once(output, 'close')]);
      if (server.exitCode !== null) throw new Error(lines.join('\n'));
    }
    try {
      const url = `http://127.0.0.1:${port}`;
      const page = await fetch(url, { headers: { accept: 'text/html' } });
      const upload = await fetch(`${url}/api/v2/service/shop/version/1/sbom?wait=60&validate=strict`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}` },
        body: JSON.stringify(aCycloneDx()),
      });

      expect(lines.join('\n')).not.toContain('Building the portal');
      expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('<title>')]);
      expect([upload.status, await upload.json()]).toMatchObject([200, { status: 'analyzed', waited: true }]);
    } finally {
      server.kill('SIGTERM');
      if (server.exitCode === null) await once(server, 'exit');
    }
  }, 120_000);
});
