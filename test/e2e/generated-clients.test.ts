/**
 * Clients that common generators make from the OpenAPI document compile, and one of them reads from a live Assay. The generators are
 * installed for this test only, because they need other versions of TypeScript or another language. Reports when they cannot be.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Installation } from '../support/assay-process.ts';
import { aCycloneDx } from '../support/documents.ts';
import { startedInstallation } from '../support/started-installation.ts';

const ROOT = join(import.meta.dirname, '../..');
const TIMEOUT_MS = 300_000;

let folder: string;
let installation: Installation;
let url: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'assay-generated-'));
  installation = await startedInstallation();
  url = await installation.launch().ready;
  const document = await fetch(`${url}/api/v2/openapi.json`);
  writeFileSync(join(folder, 'openapi.json'), await document.text());
  // Not later: the programs below block this process so long that the server closes its idle connections.
  await fetch(`${url}/api/v2/service/shop/version/1.0.0/sbom`, {
    method: 'POST',
    headers: { authorization: `Bearer ${installation.token}`, 'content-type': 'application/json' },
    body: JSON.stringify(aCycloneDx({})),
  });
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }');
}, TIMEOUT_MS);
afterAll(async () => {
  await installation?.remove();
  rmSync(folder, { recursive: true, force: true });
});

interface Ended {
  readonly isOk: boolean;
  readonly text: string;
}

function run(program: string, ...parameters: readonly string[]): Ended {
  const { status, stdout, stderr, error } = spawnSync(program, parameters, { cwd: folder, encoding: 'utf8' });
  return { isOk: status === 0, text: [stdout, stderr, error?.message].filter(Boolean).join('\n') };
}

/** A missing interpreter or registry is not a fault of the document. */
function isInstalled(...steps: readonly (() => Ended)[]): boolean {
  for (const step of steps) {
    const { isOk, text } = step();
    if (isOk) continue;
    console.log(`Not tested, because the generator could not be installed: ${text.slice(-400)}`);
    return false;
  }
  return true;
}

describe('a client generated from the OpenAPI document', { timeout: TIMEOUT_MS }, () => {
  it('compiles in TypeScript', ({ skip }) => {
    const packages = ['openapi-typescript@7.13.0', 'typescript@5.9.3', 'openapi-fetch@0.17.0'];
    skip(!isInstalled(() => run('npm', 'install', '--no-audit', '--no-fund', ...packages)));
    const generated = run(
      process.execPath,
      'node_modules/openapi-typescript/bin/cli.js',
      'openapi.json',
      '-o',
      'api.ts',
    );
    writeFileSync(
      join(folder, 'use.ts'),
      `import createClient from 'openapi-fetch';
       import type { paths } from './api.ts';
       const client = createClient<paths>({ baseUrl: 'http://127.0.0.1:1' });
       const { data } = await client.GET('/api/v2/service/{service}/version/{version}', {
         params: { path: { service: 'shop', version: '1.0.0' } },
       });
       export const name: string | undefined = data?.name;`,
    );
    const flags = [
      '--noEmit',
      '--strict',
      '--module',
      'nodenext',
      '--target',
      'es2024',
      '--allowImportingTsExtensions',
    ];
    const compiled = run(join(ROOT, 'node_modules/.bin/tsc'), ...flags, '--types', '', 'api.ts', 'use.ts');

    expect(generated.text).not.toMatch(/error/i);
    expect(compiled.text).toBe('');
  });

  it('compiles in Python, and lists services', ({ skip }) => {
    const python = join(folder, 'python/bin/python');
    skip(
      !isInstalled(
        () => run('python3', '-m', 'venv', 'python'),
        () => run(python, '-m', 'pip', 'install', '--quiet', 'openapi-python-client==0.29.1'),
      ),
    );
    const generate = join(folder, 'python/bin/openapi-python-client');
    const generated = run(generate, 'generate', '--path', 'openapi.json', '--output-path', 'client', '--meta', 'none');
    const compiled = run(python, '-m', 'compileall', '-q', 'client');
    writeFileSync(
      join(folder, 'use.py'),
      `from client import AuthenticatedClient
from client.api.services import list_services
services = list_services.sync(client=AuthenticatedClient(base_url=${JSON.stringify(url)}, token=${JSON.stringify(installation.token)}))
print([service.name for service in services])`,
    );

    expect(generated.text).not.toMatch(/unable|unsupported|invalid/i);
    expect(compiled).toMatchObject({ isOk: true });
    expect(run(python, 'use.py').text.trim()).toBe("['shop']");
  });
});
