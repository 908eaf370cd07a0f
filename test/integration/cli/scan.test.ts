/** Tests of `assay scan` that need a process; parsing and printing are tested next to their source. */
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { WireScan } from '../../../src/api/contract/services/sbom.ts';
import { checkStrictly } from '../../../src/threads/schema/check-strictly.ts';
import { aCycloneDx } from '../../support/documents.ts';
import { runAssay, type CommandResult } from '../../support/run-assay.ts';
import { countAllRows } from '../../support/stored-rows.ts';
import { startTestAssay, type TestAssay } from '../../support/test-assay.ts';
import { aFolder } from './places.ts';

const TIMEOUT = { timeout: 120_000 };

/** One component with a high vulnerability in the starter set, and one that cannot be checked. */
const DOCUMENT = JSON.stringify(
  aCycloneDx({
    components: [
      { type: 'library', name: 'lodash', version: '4.17.20', purl: 'pkg:npm/lodash@4.17.20', 'bom-ref': 'lodash' },
      { type: 'library', name: 'nameless', 'bom-ref': 'nameless' },
    ],
    dependencies: [],
  }),
);
const TABLE = [
  'SEVERITY  VULNERABILITY   PACKAGE  INSTALLED  FIXED IN  CONFIDENCE',
  'high      CVE-2021-23337  lodash   4.17.20    4.17.21   high',
  '',
  '1 finding: 1 high.',
  '1 of 2 components were checked. Not checked: 1 (no package identity).',
  'Only the built-in starter set of advisories is loaded, so most vulnerabilities cannot be found. Run "assay advisories sync", or import a bundle.',
  '',
];

describe('assay scan', TIMEOUT, () => {
  let assay: TestAssay;
  let folder: string;
  const run = async (line: string, input?: string | Uint8Array): Promise<CommandResult> =>
    await runAssay(['scan', ...line.split(' ')], {
      folder,
      environment: { ASSAY_DATABASE_URL: assay.databaseUrl },
      ...(input !== undefined && { input }),
    });

  beforeAll(async () => {
    assay = await startTestAssay();
    folder = await mkdtemp(join(tmpdir(), 'assay-cli-'));
    await writeFile(join(folder, 'sbom.json'), DOCUMENT);
  });

  afterAll(async () => {
    await assay.stop();
    await rm(folder, { recursive: true, force: true });
  });

  it('prints a table of the findings, the unchecked components and the age of the data, and writes nothing', async () => {
    const before = await countAllRows(assay.databaseUrl);

    const result = await run('sbom.json');

    expect(result).toEqual({ code: 0, stdout: TABLE.join('\n'), stderr: '' });
    expect(await countAllRows(assay.databaseUrl)).toEqual(before);
  });

  it('reads standard input, and prints the API response as JSON with a separate summary', async () => {
    const options = '--format json --image registry.example.com/app:1 --fail-on critical';

    const { code, stdout, stderr } = await run(`- ${options}`, gzipSync(DOCUMENT));

    const path = '/api/v2/scan?image=registry.example.com/app:1';
    const answer = await assay.request(path, { method: 'POST', body: DOCUMENT });
    expect(JSON.parse(stdout)).toEqual((await answer.json()) as WireScan);
    expect([code, stderr]).toEqual([0, TABLE.slice(3).join('\n')]);
  });

  it('writes SARIF to a file, and exits with a special code when a finding reaches the given severity', async () => {
    const { code, stdout } = await run('sbom.json --format sarif --output result.sarif --fail-on high');

    expect([code, stdout]).toEqual([3, '']);
    expect(JSON.parse(await readFile(join(folder, 'result.sarif'), 'utf8'))).toMatchObject({
      version: '2.1.0',
      runs: [{ artifacts: [{ location: { uri: 'sbom.json' } }], results: [{ ruleId: 'CVE-2021-23337' }] }],
    });
  });

  it('prints a CycloneDX VDR that its schema accepts, without control characters from the document', async () => {
    const name = 'a\u001b[2J\u001b]0;owned\u0007\u202e';
    const components = [{ type: 'library', name, version: name, purl: 'pkg:npm/lodash@4.17.20' }];

    const { stdout, stderr } = await run(
      '- --format cyclonedx',
      JSON.stringify(aCycloneDx({ components, dependencies: [] })),
    );

    const bytes = new TextEncoder().encode(stdout);
    expect(checkStrictly({ format: 'cyclonedx', specVersion: '1.6', path: '', bytes })).toEqual([]);
    expect(JSON.parse(stdout)).toMatchObject({ vulnerabilities: [{ id: 'CVE-2021-23337' }] });
    expect(`${stdout}${stderr}`.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u);
  });

  it('reads the lockfiles below a folder, and reports those that it cannot read beside the results of the others', async () => {
    const files = {
      'project/package-lock.json': JSON.stringify({
        lockfileVersion: 3,
        packages: {
          '': { dependencies: { lodash: '^4.17.0' } },
          'node_modules/lodash': { version: '4.17.20' },
          'node_modules/forked': { version: '1.0.0', resolved: 'git+ssh://git@example.com/forked.git#1a2b3c' },
        },
      }),
      'project/api/requirements.txt': 'requests==2.19.0\nflask>=2.0\n-r base.txt\n',
      'project/web/pnpm-lock.yaml': 'lockfileVersion: "9.0"\nimporters:\n  .: {\n',
      'project/web/package.json': '{}',
      'project/vendor/lib/go.mod': 'module example.com/lib\n',
    };
    for (const [file, text] of Object.entries(files)) {
      await mkdir(dirname(join(folder, file)), { recursive: true });
      await writeFile(join(folder, file), text);
    }

    const { code, stdout, stderr } = await run('project --format json --fail-on high');

    const scans = JSON.parse(stdout) as (WireScan & { readonly file: string })[];
    expect(
      scans.map(({ file, coverage, findings, summary }) => ({
        file,
        components: summary.componentCount,
        notChecked: coverage.notChecked,
        findings: findings.map((finding) => finding.vulnerability.id),
      })),
    ).toEqual([
      {
        file: 'project/api/requirements.txt',
        components: 2,
        notChecked: [{ reason: 'floating-ref', count: 1 }],
        findings: ['CVE-2023-32681'],
      },
      {
        file: 'project/package-lock.json',
        components: 2,
        notChecked: [{ reason: 'floating-ref', count: 1 }],
        findings: ['CVE-2021-23337'],
      },
    ]);
    // An unreadable file outweighs the finding.
    expect(code).toBe(1);
    expect(stderr.split('\n').slice(0, 6)).toEqual([
      'Skipped "project/vendor/lib/go.mod": it belongs to a copy of a dependency.',
      'Reading "project/api/requirements.txt".',
      'Reading "project/package-lock.json".',
      'Reading "project/web/pnpm-lock.yaml".',
      '"project/api/requirements.txt" does not list all dependencies: "/3: -r base.txt". Scan the other files too.',
      expect.stringMatching(
        /^Cannot scan "project\/web\/pnpm-lock.yaml": the lockfile cannot be read: it is not valid YAML at line \d+\. Create it again with "pnpm install --lockfile-only"\.$/,
      ) as string,
    ]);
  });

  it('reports in one line that it could not write the file', async () => {
    const { code, stdout, stderr } = await run('sbom.json --output no/where');

    expect([code, stdout, stderr]).toEqual([
      1,
      '',
      'Cannot write "no/where": ENOENT. Choose another file with --output.\n',
    ]);
  });
});

describe('assay scan without a database', TIMEOUT, () => {
  it('creates one with the starter set, and reports it beside the result', async () => {
    const folder = await aFolder();

    const { code, stdout, stderr } = await runAssay(['scan', '-', '--fail-on', 'high'], { folder, input: DOCUMENT });

    expect([code, stdout]).toEqual([3, TABLE.join('\n')]);
    expect(stderr).toBe(
      `No database found. Creating one in ${join(folder, '.assay')}.\n` +
        'No advisories found. Loading the built-in starter set.\n',
    );
  });

  it('creates none for an invalid document', async () => {
    const folder = await aFolder();

    await writeFile(join(folder, 'yarn.lock'), 'not a lockfile');

    const absent = await runAssay(['scan', 'absent.json'], { folder });
    const broken = await runAssay(['scan', 'yarn.lock'], { folder });

    expect([absent.code, absent.stderr]).toEqual([1, expect.stringContaining('Cannot read "absent.json"') as string]);
    expect([broken.code, broken.stderr]).toEqual([
      1,
      'Cannot scan "yarn.lock": the lockfile cannot be read: it is not valid at line 1. Create it again with "yarn install".\n',
    ]);
    await expect(readFile(join(folder, '.assay', 'pg', 'PG_VERSION'))).rejects.toThrow(/ENOENT/);
  });
});
