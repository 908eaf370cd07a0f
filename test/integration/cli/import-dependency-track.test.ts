import { once } from 'node:events';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { WireFinding } from '../../../src/api/contract/findings/finding.ts';
import { aCycloneDx } from '../../support/documents.ts';
import { runAssay, type CommandResult } from '../../support/run-assay.ts';
import { startTestAssay, type TestAssay } from '../../support/test-assay.ts';

const [SHOP, EMPTY] = ['0a0a0a0a-0000-4000-8000-000000000001', '0a0a0a0a-0000-4000-8000-000000000002'];
const COMPONENT = '0b0b0b0b-0000-4000-8000-000000000001';
const LODASH = { type: 'library', name: 'lodash', version: '4.17.20', purl: 'pkg:npm/lodash@4.17.20' };

function aFinding(number: number, vulnId: string, analysis: object) {
  const uuid = `0c0c0c0c-0000-4000-8000-00000000000${number}`;
  return {
    matrix: `${SHOP}:${COMPONENT}:${uuid}`,
    component: { uuid: COMPONENT, name: 'lodash', version: '4.17.20', purl: LODASH.purl },
    vulnerability: { uuid, vulnId, aliases: [{ ghsaId: 'GHSA-0000-0000-0000' }] },
    analysis,
  };
}

const DECIDED = aFinding(1, 'CVE-2021-23337', { state: 'NOT_AFFECTED', isSuppressed: true });
const UNKNOWN = aFinding(2, 'CVE-1999-0001', { state: 'EXPLOITABLE', isSuppressed: false });
const SUPPRESSED = aFinding(3, 'CVE-2020-28500', { state: 'NOT_SET', isSuppressed: true });
const OPEN = aFinding(4, 'CVE-2020-8203', { isSuppressed: false });

/** Answers by path, without the page. */
const ANSWERS: Readonly<Record<string, unknown>> = {
  '/api/v1/project': [
    { uuid: SHOP, name: 'shop', version: '1.0', isLatest: true, tags: [{ name: 'backend' }] },
    { uuid: EMPTY, name: 'empty' },
  ],
  [`/api/v1/bom/cyclonedx/project/${SHOP}`]: aCycloneDx({ components: [LODASH] }),
  [`/api/v1/finding/project/${SHOP}`]: [DECIDED, UNKNOWN, SUPPRESSED, OPEN],
  [`/api/v1/analysis?vulnerability=${DECIDED.vulnerability.uuid}`]: {
    analysisState: 'NOT_AFFECTED',
    analysisJustification: 'CODE_NOT_REACHABLE',
    analysisDetails: 'The template function is not called.',
    analysisComments: [{ timestamp: Date.UTC(2026, 0, 2), comment: 'Reviewed.', commenter: 'ada' }],
    isSuppressed: true,
  },
};

describe('assay import dependency-track', { timeout: 120_000 }, () => {
  let assay: TestAssay;
  let server: Server;
  let folder: string;
  const requested: string[] = [];
  const run = async (environment: Readonly<Record<string, string>> = {}, answers = 'answers'): Promise<CommandResult> =>
    await runAssay(['import', 'dependency-track', answers], {
      folder,
      environment: { ASSAY_URL: assay.url, ASSAY_TOKEN: assay.token, ...environment },
    });
  const live = (key = 'odt_key'): Record<string, string> => ({
    ASSAY_DEPENDENCY_TRACK_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    ASSAY_DEPENDENCY_TRACK_KEY: key,
  });

  beforeAll(async () => {
    assay = await startTestAssay();
    folder = await mkdtemp(join(tmpdir(), 'assay-import-'));
    server = createServer((request, response) => {
      const url = new URL(request.url ?? '', 'http://localhost');
      requested.push(url.pathname);
      const vulnerability = url.searchParams.get('vulnerability');
      const answer = ANSWERS[vulnerability === null ? url.pathname : `${url.pathname}?vulnerability=${vulnerability}`];
      if (request.headers['x-api-key'] !== 'odt_key') response.writeHead(401).end();
      else if (answer === undefined) response.writeHead(404).end('Not found.');
      else response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  });

  afterAll(async () => {
    server.close();
    await assay.stop();
    await rm(folder, { recursive: true, force: true });
  });

  it('imports projects, tags, SBOMs and decisions, and lists what it could not map', async () => {
    const { code, stdout, stderr } = await run(live());

    expect([code, stderr]).toEqual([0, '1 of 2: shop 1.0\n2 of 2: empty unversioned\n']);
    expect(stdout).toContain('Imported 2 projects: 1 SBOM, 1 decision.\n');
    expect(stdout).toMatch(
      /^shop 1\.0 +CVE-1999-0001 in pkg:npm\/lodash@4\.17\.20 +Assay does not report this finding$/m,
    );
    expect(stdout).toMatch(/^shop 1\.0 +CVE-2020-28500 in .+ +suppressed without a state$/m);
    expect(stdout).toMatch(/^empty unversioned +SBOM +the project has none$/m);
    const version = await (await assay.request('/api/v2/service/shop/version/latest')).json();
    expect(version).toMatchObject({ name: '1.0', tags: ['backend'], aliases: ['latest'] });
    const decided = '/api/v2/service/shop/version/1.0/finding?cve=CVE-2021-23337&relevance=not_relevant';
    await expect
      .poll(async () => (await (await assay.request(decided)).json()) as WireFinding[], { timeout: 30_000 })
      .toEqual([
        expect.objectContaining({
          decision: expect.objectContaining({
            action: 'not_affected',
            justification: 'code_not_reachable',
            scope: 'version',
            detail: 'Imported from Dependency-Track.\nThe template function is not called.\n2026-01-02 ada: Reviewed.',
          }),
        }),
      ]);
  });

  it('changes nothing when it is repeated, and reads the saved answers without a connection', async () => {
    const before = requested.length;

    const { code, stdout } = await run();

    expect(code).toBe(0);
    expect(stdout).toContain('Imported 2 projects: 0 SBOMs, 0 decisions.\n2 already imported.\n');
    expect(requested).toHaveLength(before);
    expect((await readdir(join(folder, 'answers'))).filter((file) => file.endsWith('.part'))).toEqual([]);
  });

  it('requests only the answers that are missing', async () => {
    await rm(join(folder, 'answers', `${SHOP}-bom.json`));
    requested.length = 0;

    expect((await run()).stderr).toMatch(/The saved answer ".+-bom\.json" does not exist/);
    expect((await run(live())).code).toBe(0);
    expect(requested).toEqual([`/api/v1/bom/cyclonedx/project/${SHOP}`]);
  });

  it('names the problem of a wrong key, an invalid answer and a missing key', async () => {
    const refused = await run(live('wrong'), 'other');
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('status 401')]);
    await writeFile(join(folder, 'answers', `${SHOP}-bom.json`), '{"cut');
    expect((await run()).stderr).toContain('it is not JSON');
    const { ASSAY_DEPENDENCY_TRACK_KEY: _, ...noKey } = live();
    const missing = await run(noKey);
    expect([missing.code, missing.stderr]).toEqual([2, expect.stringContaining('requires ASSAY_DEPENDENCY_TRACK_KEY')]);
  });
});
