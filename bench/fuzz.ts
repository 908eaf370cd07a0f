/**
 * `npm run fuzz`: schemathesis (https://schemathesis.io) sends generated requests to a running Assay and compares the responses
 * with the OpenAPI document. It must be installed (`pip install schemathesis`) or named by SCHEMATHESIS; otherwise nothing runs.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { createInstallation } from '../test/support/assay-process.ts';
import { aCycloneDx } from '../test/support/documents.ts';

const PROGRAM = process.env['SCHEMATHESIS'] ?? 'schemathesis';
const CONFIG = fileURLToPath(new URL('schemathesis.toml', import.meta.url));
const EXAMPLES_PER_OPERATION = 20;
const SECONDS_MAX = 300;
const LODASH = { type: 'library', name: 'lodash', version: '4.17.20', purl: 'pkg:npm/lodash@4.17.20' };

/** Runs in a folder that is removed afterwards, because it keeps a cache. Returns undefined if the program is missing. */
async function run(parameters: readonly string[], folder: string): Promise<number | undefined> {
  const child = spawn(PROGRAM, parameters, { cwd: folder, stdio: ['ignore', 'inherit', 'inherit'] });
  try {
    const [code] = (await once(child, 'exit')) as [number | null];
    return code ?? 1;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

if ((await run(['--version'], tmpdir())) === undefined) {
  console.log(
    'SKIPPED: schemathesis is not installed (run "pip install schemathesis", or set SCHEMATHESIS to its path).',
  );
  process.exit(0);
}

const installation = await createInstallation();
try {
  const assay = installation.launch({
    environment: {
      ASSAY_AI_ALLOW_PRIVATE: 'true',
      ASSAY_TOKEN_UPLOADS_PER_MINUTE_MAX: '1000000',
      ASSAY_ORG_UPLOADS_PER_MINUTE_MAX: '1000000',
      ASSAY_EVENT_LOOP_DELAY_MS_MAX: '120000',
    },
  });
  const url = await assay.ready;
  const authorization = `Bearer ${installation.token}`;
  const send = async (method: string, path: string, body?: unknown): Promise<Response> =>
    await fetch(`${url}/api/v2${path}`, {
      method,
      headers: { authorization, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  await send('POST', '/service/shop/version/1.0/sbom?wait=30', aCycloneDx({ components: [LODASH] }));
  await send('POST', '/service/shop/version/2.0/sbom?wait=30', aCycloneDx());
  await send('PUT', '/service/shop/profile/web', { fields: {} });
  await send('PATCH', '/organization/ai', { baseUrl: 'http://127.0.0.1:9/v1', model: 'none' });

  const parameters = [
    '--config-file',
    CONFIG,
    'run',
    `${url}/api/v2/openapi.json`,
    '--header',
    `Authorization: ${authorization}`,
    '--phases',
    'examples,coverage,fuzzing',
    '--max-examples',
    String(EXAMPLES_PER_OPERATION),
    '--max-time',
    String(SECONDS_MAX),
    '--workers',
    '1',
    '--seed',
    '1',
    '--no-color',
  ];
  const code = await run(parameters, installation.folder);
  const errors = assay
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{"level":"error"'));
  for (const line of errors) console.log(line);
  process.exitCode = errors.length > 0 ? 1 : code;
} finally {
  await installation.remove();
}
