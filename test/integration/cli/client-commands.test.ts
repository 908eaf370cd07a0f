/** Client commands against a running Assay: outputs, exit codes, and uploads that can be repeated. */
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OPERATIONS } from '../../../src/client/operations.ts';
import { aCycloneDx } from '../../support/documents.ts';
import { listOperations, type OpenApiDocument } from '../../support/openapi-document.ts';
import { runAssay, type CommandResult } from '../../support/run-assay.ts';
import { startTestAssay, type TestAssay } from '../../support/test-assay.ts';
import { anOpenVex } from '../../support/vex.ts';

/** Versions before 4.17.21 have a high vulnerability in the starter set. */
function aDocument(version: string, name = 'shop'): string {
  const purl = `pkg:npm/lodash@${version}`;
  return JSON.stringify(
    aCycloneDx({
      metadata: { component: { type: 'application', name, 'bom-ref': name } },
      components: [{ type: 'library', name: 'lodash', version, purl, 'bom-ref': 'lodash' }],
      dependencies: [],
    }),
  );
}

const STARTER =
  'Only the built-in starter set of advisories is loaded, so most vulnerabilities cannot be found. Run "assay advisories sync", or import a bundle.';

describe('client commands', { timeout: 180_000 }, () => {
  let assay: TestAssay;
  let folder: string;
  const run = async (line: string, input?: string, environment = {}): Promise<CommandResult> =>
    await runAssay(line.split(' '), {
      folder,
      environment: { ASSAY_URL: assay.url, ASSAY_TOKEN: assay.token, ...environment },
      ...(input !== undefined && { input }),
    });
  const ask = async (path: string): Promise<unknown> => await (await assay.request(`/api/v2${path}`)).json();

  beforeAll(async () => {
    assay = await startTestAssay();
    folder = await mkdtemp(join(tmpdir(), 'assay-cli-'));
    await mkdir(join(folder, 'images'));
    await writeFile(join(folder, 'old.json'), aDocument('4.17.20'));
    await writeFile(join(folder, 'new.json'), aDocument('4.17.21'));
    for (const name of ['a', 'b', 'c'])
      await writeFile(join(folder, `images/${name}.cdx.json`), aDocument('4.17.21', name));
    await writeFile(join(folder, 'broken.json'), '{"bomFormat": "CycloneDX"');
    await run('upload --service shop --version 1.0.0 old.json --wait');
    await run('upload --service shop --version 1.1.0 new.json --wait');
  });

  afterAll(async () => {
    await assay.stop();
    await rm(folder, { recursive: true, force: true });
  });

  it('use operations of the OpenAPI document', async () => {
    const document = (await ask('/openapi.json')) as OpenApiDocument;
    const documented = new Map(listOperations(document).map(({ name, operation }) => [operation.operationId, name]));

    for (const [id, line] of Object.entries(OPERATIONS)) expect(documented.get(id)).toBe(line.replace(' ', ' /api/v2'));
  });

  it('upload waits for the analysis, and changes nothing when it is repeated', async () => {
    const first = await run('upload --service waited --version 1.0.0 old.json --wait');
    const second = await run('upload --service waited --version 1.0.0 old.json --wait');
    const sboms = (await ask('/service/waited/version/1.0.0/sbom?all=true')) as unknown[];

    expect(first).toMatchObject({ code: 0, stderr: '' });
    expect(first.stdout.split('\n')).toEqual([
      'RESULT    FILE      SERVICE  VERSION',
      'uploaded  old.json  waited   1.0.0',
      '1 file: 1 uploaded.',
      '',
      'SERVICE       CRITICAL  HIGH  MEDIUM  LOW  UNKNOWN  COMPONENTS CHECKED',
      'waited 1.0.0  0         1     0       0    0        1 of 1',
      '',
    ]);
    expect(second.stdout).toContain('1 file: 1 unchanged.');
    expect(sboms.length).toBe(1);
  });

  it('upload sends many files, folders and patterns, one service for each, with the git metadata of the CI system', async () => {
    const environment = { GITHUB_REF: 'refs/heads/main', GITHUB_SHA: 'a'.repeat(40) };

    const { code, stdout } = await run(
      'upload --service {folder}/{name} --version 1 images images/*.json',
      '',
      environment,
    );
    const version = await ask('/service/images%2Fb/version/1');

    expect(code).toBe(0);
    expect(stdout).toContain('3 files: 3 uploaded.');
    expect(version).toMatchObject({ git: { branch: 'main', commitSha: 'a'.repeat(40) } });
  });

  it('upload reads standard input, and names the version by the commit', async () => {
    const environment = { CI_COMMIT_SHA: 'b'.repeat(40) };

    const { stdout } = await run('upload --service piped - --json', aDocument('4.17.21'), environment);

    expect(JSON.parse(stdout)).toMatchObject({
      files: [{ file: '-', result: 'uploaded', receipt: { versionName: 'b'.repeat(40) }, error: null }],
      versions: [],
    });
  });

  it('upload reports files that were not accepted, and uploads the others', async () => {
    const { code, stdout, stderr } = await run('upload --service partly --version 1 broken.json absent.json new.json');

    expect(code).toBe(1);
    expect(stdout).toContain('3 files: 2 failed, 1 uploaded.');
    expect(stderr).toMatch(/^broken\.json: .*JSON.* \(status 4\d\d, request [0-9a-f-]{36}\)$/m);
    expect(stderr).toMatch(/^absent\.json: Cannot read "absent\.json"/m);
    expect(stderr).toContain('2 of 3 files were not uploaded. Fix the problems above and run the command again.\n');
  });

  it('upload fails if one of its files replaces another', async () => {
    const { code, stderr } = await run('upload --service replaced --version 1 old.json new.json');
    const apart = await run('upload --service apart --version 1 --slot {name} old.json new.json');

    expect(code).toBe(1);
    expect(stderr).toMatch(/(old|new)\.json replaced (old|new)\.json, because both describe the same subject\./);
    expect(apart.code).toBe(0);
  });

  it('upload exits with a special code when the gate fails', async () => {
    const { code, stdout } = await run('upload --service gated --version 1.0.0 old.json --fail-on high');

    expect(code).toBe(3);
    expect(stdout).toContain('Gate failed for gated 1.0.0: 1 finding of 1.\n');
  });

  it('upload prints one line for a wrong token, whatever the number of files', async () => {
    const { code, stdout, stderr } = await run('upload --service shop --version 1 images', '', {
      ASSAY_TOKEN: 'asy_wrong',
    });

    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(/^[^\n]*token[^\n]* \(status 401, request [0-9a-f-]{36}\)\n$/);
  });

  it('findings prints a table, or the response of the API', async () => {
    const table = await run('findings shop 1.0.0');
    const json = await run('findings shop 1.0.0 --json');
    const newest = await run('findings shop');

    expect(table).toEqual({
      code: 0,
      stderr: '',
      stdout: [
        'SEVERITY  PRIORITY  VULNERABILITY   PACKAGE  INSTALLED  FIXED IN',
        'high      P1        CVE-2021-23337  lodash   4.17.20    4.17.21',
        '',
        '1 finding: 1 high.',
        'The one component was checked.',
        STARTER,
        '',
      ].join('\n'),
    });
    expect(JSON.parse(json.stdout)).toEqual(await ask('/service/shop/version/1.0.0/finding'));
    expect([newest.stderr, newest.stdout.split('\n')[0]]).toEqual([
      'Newest version: "1.1.0"\n',
      'No known vulnerability among 1 checked component.',
    ]);
  });

  it('findings writes reports to files, and shows only what the filters select', async () => {
    await run('findings shop 1.0.0 --sarif --output out.sarif');
    const markdown = await run('findings shop 1.0.0 --markdown');
    const filtered = await run('findings shop 1.0.0 --severity critical --csv');

    expect(JSON.parse(await readFile(join(folder, 'out.sarif'), 'utf8'))).toMatchObject({
      runs: [{ results: [{ ruleId: 'CVE-2021-23337' }] }],
    });
    expect(markdown.stdout).toContain('| high |');
    expect(filtered.stdout.trim().split('\n').length).toBe(1);
  });

  it('diff compares two versions, or one with the previous', async () => {
    const both = await run('diff shop 1.0.0 1.1.0');
    const previous = await run('diff shop 1.1.0');
    const markdown = await run('diff shop 1.1.0 --markdown');

    expect(both).toEqual({
      code: 0,
      stderr: '',
      stdout: [
        'CHANGE  SEVERITY  VULNERABILITY   PACKAGE  VERSION  CAUSE',
        'fixed   high      CVE-2021-23337  lodash   4.17.20  code',
        '',
        'Compared 1.1.0 with 1.0.0.',
        'Findings: 0 introduced, 1 fixed, 0 changed, 0 unchanged.',
        'Components: 0 added, 0 removed, 1 changed.',
        '',
      ].join('\n'),
    });
    expect(previous.stdout).toBe(both.stdout);
    expect(markdown.stdout).toContain('CVE-2021-23337');
  });

  it('plan prints steps with commands', async () => {
    const { code, stdout } = await run('plan shop 1.0.0');

    expect(code).toBe(0);
    expect(stdout).toMatch(
      /^1\. Upgrade lodash to 4\.17\.21\..*\n {3}Fixes 1 finding; 0 remain after this step\.\n {3}npm:\n {5}npm install/,
    );
    expect(stdout).toContain('1 step: 1 finding before, 0 after all steps.\n');
  });

  it.each([
    ['gate shop 1.0.0', 3, 'Gate failed for shop 1.0.0: 1 finding of 1.'],
    ['gate shop 1.0.0 --fail-on critical', 1, 'The gate of "shop 1.0.0" has no result: Only the built-in starter set'],
    ['gate shop 1.0.0 --markdown', 3, '| high | CVE-2021-23337 | lodash 4.17.20 | yes |'],
    ['gate shop 9.9.9', 1, '(status 404, request'],
  ])('gate passes only with a result: %s', async (line, code, text) => {
    const result = await run(line);

    expect([result.code, `${result.stdout}${result.stderr}`]).toEqual([code, expect.stringContaining(text)]);
  });

  it('vex exports decisions and imports documents', async () => {
    await writeFile(join(folder, 'vex.json'), JSON.stringify(anOpenVex()));

    const exported = await run('vex export shop 1.0.0 --output exported.json');
    const imported = await run('vex import vex.json --service shop');

    expect([exported.code, imported.code, imported.stderr]).toEqual([0, 0, '']);
    expect(JSON.parse(await readFile(join(folder, 'exported.json'), 'utf8'))).toMatchObject({
      statements: [{ vulnerability: { name: 'CVE-2021-23337' } }],
    });
    expect(imported.stdout).toMatch(/^\d+ statements? by .*, trust: /);
  });

  it('service lists and shows services', async () => {
    const list = await run('service list --q shop');
    const show = await run('service show shop');

    expect(list.stdout.split('\n').slice(0, 2)).toEqual([
      'NAME  NEWEST VERSION  CRITICAL  HIGH  MEDIUM  LOW  ANALYSIS',
      'shop  1.1.0           0         0     0       0    completed',
    ]);
    expect(show.stdout).toMatch(
      /^shop: 2 versions, created .*\nVERSION  CREATED {5}ALIASES  TAGS\n1\.1\.0 .*\n1\.0\.0 /,
    );
  });

  it('status shows the state of Assay and the token, which may come from a file', async () => {
    await writeFile(join(folder, 'token'), `${assay.token}\n`);

    const { code, stdout } = await run(`status --url ${assay.url}/ --token-file token`, '', {
      ASSAY_TOKEN: '',
      ASSAY_URL: '',
    });

    expect(code).toBe(0);
    expect(stdout).toMatch(/^Assay {9}accepts uploads/);
    expect(stdout).toContain('Scopes        sbom:upload, read');
  });

  it.each([
    ['findings shop', { ASSAY_URL: '' }, 'The URL of Assay is missing. Set ASSAY_URL or --url.'],
    ['findings shop', { ASSAY_TOKEN: '' }, 'The token is missing. Set ASSAY_TOKEN or --token-file.'],
    ['findings shop --url ftp://a', {}, '"ftp://a" is not the URL of an Assay.'],
    ['findings shop --json --csv', {}, 'Use either --json or --csv.'],
    ['findings shop --limit 0', {}, '"0" is not valid for --limit. Use a whole number from 1 to 10000.'],
    ['upload --service shop new.json', {}, '"assay upload" requires --version or --image'],
    ['vex import vex.json --version 1', {}, 'requires --service with --version'],
  ])('reject an invalid command line: %s %j', async (line, environment, message) => {
    const { code, stdout, stderr } = await run(line, '', environment);

    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(message);
  });
});
