/**
 * Measures osv-scanner beside `assay scan` and `POST /scan`, on the same documents and the same advisories. The command is that of the
 * package, as users install it: osv-scanner is a program that was built, too. Requires the data named by
 * ASSAY_TEST_DATA, and the program osv-scanner, whose path ASSAY_BENCH_OSV_SCANNER gives.
 */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { createInstallation, type Installation } from '../test/support/assay-process.ts';
import { findRealData, getRealData } from '../test/support/real-data.ts';
import { runAssay } from '../test/support/run-assay.ts';
import { findRealExport, refresh } from './advisories.ts';
import { inMs, judge, type BenchmarkOptions, type Table } from './report.ts';

const DOCUMENTS = [
  'in-the-wild/joc-cockpit-sbom-cdx.json',
  'images/ubuntu/cimg_node-c17f175669ac.trivy.spdx.json',
  'large/openshift-container-storage-4.8.z.json',
] as const;
const ROOT = join(import.meta.dirname, '..');
const RUNS = 5;
const RATIO_MIN = 2;
/** From the upload of the product to its findings. */
const PRODUCT_MS_MAX = 1_000;
const run = promisify(execFile);

export async function measurePeers({ quick, print, quiet }: BenchmarkOptions): Promise<readonly Table[]> {
  const program = process.env['ASSAY_BENCH_OSV_SCANNER'];
  const realExport = findRealExport();
  if (program === undefined || realExport === undefined || findRealData('sboms') === undefined) {
    print('skipped: ASSAY_BENCH_OSV_SCANNER or ASSAY_TEST_DATA is not set');
    return [];
  }
  const ecosystems = quick ? ['npm'] : realExport.ecosystems;
  const folder = await mkdtemp(join(tmpdir(), 'assay-peers-'));
  const installation = await createInstallation();
  try {
    await linkArchives(folder, ecosystems);
    const assay = await unpackPackage(folder);
    await refresh(installation, realExport.url, ecosystems);
    const { stdout: version } = await run(program, ['--version']);
    const rows: string[][] = [];
    for (const file of quick ? DOCUMENTS.slice(0, 1) : DOCUMENTS) {
      const busy = await quiet();
      const path = join(folder, basename(file).replace('.z.json', '.spdx.json').replace('-sbom-cdx.json', '.cdx.json'));
      await writeFile(path, await readFile(getRealData('sboms', file)));
      const runs = quick ? 2 : RUNS;
      const peer = await measure(runs, async () => await scanWithPeer(program, folder, path));
      const command = await measure(runs, async () => await scanWithCommand(assay, installation, path));
      const { request, upload } = await measureServer(installation, path, runs);
      const ratio = (times: Times): string => `${(peer.median / times.median).toFixed(1)} times`;
      const aims = [judge(peer.first >= RATIO_MIN * command.first, `command ${RATIO_MIN} times as fast, first run`)];
      if (file.startsWith('large/'))
        aims.push(judge(upload.first < PRODUCT_MS_MAX, `findings of an upload in ${PRODUCT_MS_MAX / 1_000} s`));
      const cells = [peer, command, request, upload].map((times) => `${inMs(times.first)}, ${inMs(times.median)}`);
      const counts = `${peer.result} and ${request.result}`;
      rows.push([file, counts, ...cells, ratio(command), ratio(request), aims.join('; '), busy]);
      print(rows.at(-1)?.join('; ') ?? '');
    }
    return [
      {
        title: 'Comparison with osv-scanner',
        notes: [
          `${version.split('\n')[0] ?? ''}, offline, with the archives that Assay has imported (${ecosystems.length} ecosystems).`,
          `Each time is that of the first run and the median of ${quick ? 1 : RUNS - 1} more. Every run of osv-scanner and of \`assay scan\`, from the package, is a new process, which for Assay includes the start of the database; \`POST /scan\` is sent to a running server.`,
          'An upload ends with its findings (`wait`): the first version of a service of a new organization, and the median of later versions with the same components and other bytes.',
          'Packages are those that osv-scanner finds and those that Assay finds.',
        ],
        columns: [
          'document',
          'packages',
          'osv-scanner',
          '`assay scan`',
          '`POST /scan`',
          'upload',
          'ratio of the command',
          'ratio of the request',
          'target',
          'load before',
        ],
        rows,
      },
    ];
  } finally {
    await installation.remove();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Ecosystems without an archive in the data get an empty one; otherwise osv-scanner fails. */
const WITHOUT_ARCHIVE = [
  'GIT',
  'GitHub Actions',
  'OSS-Fuzz',
  'Linux',
  'Android',
  'Chainguard',
  'MinimOS',
  'Mageia',
  'openSUSE',
  'openEuler',
  'Azure Linux',
  'Photon OS',
  'ConanCenter',
  'GHC',
  'VSCode',
  'Julia',
];
const EMPTY_ARCHIVE = Buffer.from('504b0506000000000000000000000000000000000000', 'hex');

/** Versions up to 2.4 and later ones expect the archives under different names. */
async function linkArchives(folder: string, ecosystems: readonly string[]): Promise<void> {
  const archives = join(folder, 'osv-scanner');
  await mkdir(archives);
  for (const name of ecosystems) await symlink(getRealData('osv', name), join(archives, name));
  for (const name of WITHOUT_ARCHIVE) {
    await mkdir(join(archives, name));
    await writeFile(join(archives, name, 'all.zip'), EMPTY_ARCHIVE);
  }
  await symlink(archives, join(folder, 'osv-scalibr'));
}

interface Times {
  readonly first: number;
  readonly median: number;
  /** The number of packages that were found. */
  readonly result: string;
}

async function measure(runs: number, scan: () => Promise<string>): Promise<Times> {
  const times: number[] = [];
  let result = '';
  for (let round = 0; round < runs; round += 1) {
    const start = performance.now();
    result = await scan();
    times.push(performance.now() - start);
  }
  const [first = NaN, ...others] = times;
  return { first, median: others.toSorted((a, b) => a - b)[Math.floor(others.length / 2)] ?? NaN, result };
}

async function scanWithPeer(program: string, folder: string, path: string): Promise<string> {
  const environment = { OSV_SCANNER_LOCAL_DB_CACHE_DIRECTORY: folder, OSV_SCALIBR_LOCAL_DB_CACHE_DIRECTORY: folder };
  const parameters = ['scan', 'source', '--offline', '--format', 'json', '--output-file', `${path}.out`, '-L', path];
  // It exits with 1 if it finds vulnerabilities, and with 127 if it fails.
  const { stderr } = await run(program, parameters, { env: { PATH: process.env['PATH'], ...environment } }).catch(
    (error: { readonly code?: number; readonly stderr?: string }) => {
      if (error.code !== 1) throw error;
      return { stderr: error.stderr ?? '' };
    },
  );
  return /found ([0-9]+) packages/u.exec(stderr)?.[1] ?? 'unknown';
}

/** Returns the launcher of the package, with the dependencies of this clone. */
async function unpackPackage(folder: string): Promise<string> {
  await run('npm', ['pack', '--pack-destination', folder], { cwd: ROOT, maxBuffer: 10_000_000 });
  const tarball = (await readdir(folder)).find((name) => name.endsWith('.tgz')) ?? '';
  await run('tar', ['-xzf', join(folder, tarball), '-C', folder]);
  await symlink(join(ROOT, 'node_modules'), join(folder, 'package/node_modules'));
  return join(folder, 'package/bin/assay.mjs');
}

async function scanWithCommand(program: string, { folder }: Installation, path: string): Promise<string> {
  const { code, stderr, stdout } = await runAssay(['scan', path, '--format', 'json'], { folder, program });
  if (code !== 0) throw new Error(`The scan failed: ${stderr}`);
  return countComponents(stdout);
}

/** On the same new server: uploads, which store components and their matches, and requests, which store nothing. */
async function measureServer(
  installation: Installation,
  path: string,
  runs: number,
): Promise<{ readonly request: Times; readonly upload: Times }> {
  const assay = installation.launch();
  try {
    const url = await assay.ready;
    const body = await readFile(path);
    const send = async (to: string, sent: Buffer): Promise<string> => {
      const headers = { authorization: `Bearer ${installation.token}`, 'content-type': 'application/json' };
      const response = await fetch(`${url}/api/v2${to}`, { method: 'POST', headers, body: sent });
      const text = await response.text();
      if (!response.ok) throw new Error(`The document was rejected: ${response.status} ${text}`);
      return text;
    };
    let version = 0;
    const upload = await measure(runs, async () => {
      version += 1;
      const service = basename(path).replace(/\..*/u, '');
      const answer = await send(
        `/service/${service}/version/${version}/sbom?wait=60`,
        Buffer.concat([body, Buffer.alloc(version, '\n')]),
      );
      const { status } = JSON.parse(answer) as { readonly status: string };
      if (!status.startsWith('analyzed')) throw new Error(`The analysis has not completed: ${status}`);
      return status;
    });
    const request = await measure(runs, async () => countComponents(await send('/scan', body)));
    return { request, upload };
  } finally {
    await assay.end('SIGTERM');
  }
}

function countComponents(text: string): string {
  const { coverage } = JSON.parse(text) as { readonly coverage?: { readonly components?: number } };
  return String(coverage?.components ?? 'unknown');
}
