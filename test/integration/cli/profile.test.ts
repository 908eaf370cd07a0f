import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { WireProfile } from '../../../src/api/contract/services/profile.ts';
import { runAssay, type CommandResult } from '../../support/run-assay.ts';
import { startTestAssay, type TestAssay } from '../../support/test-assay.ts';

describe('assay profile push', { timeout: 120_000 }, () => {
  let assay: TestAssay;
  let folder: string;
  const run = async (...parameters: string[]): Promise<CommandResult> =>
    await runAssay(['profile', 'push', ...parameters], {
      folder,
      environment: { ASSAY_URL: `${assay.url}/`, ASSAY_TOKEN: assay.token },
    });

  beforeAll(async () => {
    assay = await startTestAssay();
    folder = await mkdtemp(join(tmpdir(), 'assay-cli-'));
    await assay.request('/api/v2/service', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{"name":"shop"}',
    });
    await writeFile(join(folder, 'Dockerfile'), 'FROM alpine\nUSER 1000\n');
    await writeFile(join(folder, 'compose.yaml'), 'services: { web: { image: a, ports: ["8080:80"] } }\nx-a: !b c\n');
    await writeFile(join(folder, 'broken.yaml'), 'services: [1\n');
  });

  afterAll(async () => {
    await assay.stop();
    await rm(folder, { recursive: true, force: true });
  });

  it('shows what the documents say, and confirms it on request', async () => {
    const detected = await run('--service', 'shop', 'Dockerfile', 'compose.yaml');
    const confirmed = await run('--service', 'shop', '--confirm', 'Dockerfile', 'compose.yaml');
    const profile = (await (await assay.request('/api/v2/service/shop/profile/default')).json()) as WireProfile;

    expect(detected).toMatchObject({ code: 0, stderr: '' });
    expect(detected.stdout).toMatch(/^exposure\.reach +internet +compose\.yaml line 1: ports: 8080:80$/m);
    expect(detected.stdout).toMatch(/values detected\. They take effect when you confirm them/);
    expect(confirmed.stdout).toMatch(/^privilege\.runsAsRoot +no +Dockerfile line 2: USER 1000$/m);
    expect(confirmed.stdout).toMatch(/values in effect\.\n$/);
    expect(profile.documents.map(({ name }) => name)).toEqual(['Dockerfile', 'compose.yaml']);
  });

  it.each([
    [['--service', 'shop', 'broken.yaml'], 1, /"broken\.yaml" was not accepted: The document cannot be parsed/],
    [['--service', 'shop', 'absent.yaml'], 1, /Cannot read "absent\.yaml"/],
    [['--service', 'absent', 'Dockerfile'], 1, /was not accepted: .*absent/],
    [['Dockerfile'], 2, /requires --service/],
  ])('names the problem: %j', async (parameters, code, message) => {
    const result = await run(...parameters);

    expect(result.code).toBe(code);
    expect(result.stderr).toMatch(message);
  });

  it('names a server that cannot be reached', async () => {
    const environment = { ASSAY_URL: 'http://127.0.0.1:9', ASSAY_TOKEN: 'x' };
    const { code, stderr } = await runAssay(['profile', 'push', '--service', 'shop', 'Dockerfile'], {
      folder,
      environment,
    });

    expect(code).toBe(1);
    expect(stderr).toMatch(/Cannot reach Assay at "http:\/\/127\.0\.0\.1:9": .* Check ASSAY_URL/);
  });
});
