import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aCycloneDx } from '../../support/documents.ts';
import { aGoRecord, aGovulncheckStream } from '../../support/govulncheck.ts';
import { runAssay, type CommandResult } from '../../support/run-assay.ts';
import { startTestAssay, type TestAssay } from '../../support/test-assay.ts';

const COMMIT = '9fceb02d0ae598e95dc970b74767f19372d61af8';

describe('assay reachability push', { timeout: 120_000 }, () => {
  let assay: TestAssay;
  let folder: string;
  const run = async (...parameters: string[]): Promise<CommandResult> =>
    await runAssay(['reachability', 'push', ...parameters], {
      folder,
      environment: { ASSAY_URL: assay.url, ASSAY_TOKEN: assay.token },
    });

  beforeAll(async () => {
    assay = await startTestAssay();
    folder = await mkdtemp(join(tmpdir(), 'assay-cli-'));
    await assay.request(`/api/v2/service/shop/version/1.0/sbom?git_commit_sha=${COMMIT}`, {
      method: 'POST',
      body: JSON.stringify(aCycloneDx()),
    });
    const [id, module] = ['GO-2024-1000', 'example.com/lib'];
    const finding = { id, module, version: 'v1.0.0', level: 'symbol' } as const;
    await writeFile(join(folder, 'calls.json'), aGovulncheckStream([aGoRecord(id, module, [])], [finding]));
    await writeFile(join(folder, 'truncated.json'), '{"config":');
  });

  afterAll(async () => {
    await assay.stop();
    await rm(folder, { recursive: true, force: true });
  });

  it('shows what the document says, and what has no finding', async () => {
    const { code, stdout } = await run('--service', 'shop', '--version', '1.0', '--commit', COMMIT, 'calls.json');

    expect(code).toBe(0);
    expect(stdout).toMatch(/^govulncheck v1\.1\.4: 1 called, 0 imported, 0 not called, 0 not imported\.$/m);
    expect(stdout).toMatch(/^1 statement without a finding:$/m);
    expect(stdout).toMatch(/^GO-2024-1000 +example\.com\/lib +v1\.0\.0 +called$/m);
    expect(stdout).not.toContain('Another commit');
  });

  it('says that another commit was analyzed', async () => {
    const { stdout } = await run('--service', 'shop', '--version', '1.0', '--commit', '1234567', 'calls.json');

    expect(stdout).toMatch(/Another commit was analyzed than the version was built from: no finding is dismissed\./);
  });

  it.each([
    [['--service', 'shop', '--version', '1.0', 'truncated.json'], 1, /"truncated\.json" was not accepted: .*truncated/],
    [['--service', 'shop', '--version', '9.9', 'calls.json'], 1, /was not accepted: .*9\.9/],
    [['--service', 'shop', '--version', '1.0', '--commit', 'main', 'calls.json'], 1, /was not accepted/],
    [['--service', 'shop', 'calls.json'], 2, /requires --service and --version/],
  ])('names the problem: %j', async (parameters, code, message) => {
    const result = await run(...parameters);

    expect(result.code).toBe(code);
    expect(result.stderr).toMatch(message);
  });
});
