/** Runs the commands of README.md and the guides against Assay as a process in an empty folder, and checks their results. */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createInstallation, type Installation } from '../support/assay-process.ts';
import { aCycloneDx } from '../support/documents.ts';

const ROOT = join(import.meta.dirname, '../..');
const PROGRAM = join(ROOT, 'bin/assay.mjs');
const FIRST_UPLOAD = 'docs/get-started/first-upload.md';
const run = promisify(execFile);
const hasCurl = await run('curl', ['--version']).then(
  () => true,
  () => false,
);
if (!hasCurl) console.warn('The commands in the documents were not run: this machine has no curl.');

/** Has a vulnerability in the starter set. */
const LODASH = {
  type: 'library',
  name: 'lodash',
  version: '4.17.20',
  purl: 'pkg:npm/lodash@4.17.20',
  'bom-ref': 'lodash',
};

let installation: Installation;
let url: string;
beforeAll(async () => {
  installation = await createInstallation();
  await writeFile(
    join(installation.folder, 'sbom.json'),
    JSON.stringify(aCycloneDx({ components: [LODASH], dependencies: [] })),
  );
  url = await installation.launch().ready;
});
afterAll(async () => await installation.remove());

describe('the commands in the documents', () => {
  it.runIf(hasCurl)('upload a first SBOM and list the versions', async () => {
    const [upload = ''] = blocksUnder('README.md', '## First upload');
    const [uploadInGuide, list = ''] = blocksUnder(FIRST_UPLOAD, '## Upload');

    const receipt = JSON.parse(await type(upload)) as Record<string, unknown>;
    const versions = JSON.parse(await type(list)) as unknown;

    expect(uploadInGuide).toBe(upload);
    expect(receipt).toMatchObject({ status: 'analyzed', serviceCreated: true, versionName: '1.0.0' });
    expect(versions).toEqual([
      {
        id: receipt['versionId'],
        name: '1.0.0',
        tags: [],
        serviceId: receipt['serviceId'],
        createdAt: expect.any(String) as string,
        aliases: [],
      },
    ]);
  });

  it.runIf(hasCurl)('show the findings of that version', async () => {
    const [findings = ''] = blocksUnder(FIRST_UPLOAD, '## See the findings');

    expect(JSON.parse(await type(findings))).toMatchObject([
      { vulnerability: { id: 'CVE-2021-23337' }, component: { name: 'lodash' } },
    ]);
  });

  it('scan without a server', async () => {
    const [scan = ''] = blocksUnder(FIRST_UPLOAD, '## Scan without a server');

    expect(await type(scan.replace('npm run -s assay --', `"${process.execPath}" "${PROGRAM}"`))).toContain(
      'CVE-2021-23337',
    );
  });

  it.runIf(hasCurl)('scan over HTTP', async () => {
    const [scan = ''] = blocksUnder(FIRST_UPLOAD, '## Scan over HTTP');

    expect(JSON.parse(await type(scan))).toMatchObject({ summary: { total: 1 }, coverage: { checked: 1 } });
  });

  it.runIf(hasCurl)('upload from a pipeline', async () => {
    const [upload = ''] = blocksUnder('docs/guides/upload-sboms.md', '## In a pipeline');

    const receipt = JSON.parse(await type(upload)) as unknown;

    expect(receipt).toMatchObject({ versionName: '1.4.2', slot: 'registry.example.com/team/app:1.4.2' });
  });
});

/** Returns the `sh` blocks between a heading and the next heading of the same level. */
function blocksUnder(file: string, heading: string): string[] {
  const text = readFileSync(join(ROOT, file), 'utf8');
  const section = text.split(`\n${heading}\n`)[1]?.split('\n## ')[0] ?? '';
  return [...section.matchAll(/```sh\n(.*?)```/gs)].map(([, block]) => block ?? '');
}

async function type(command: string): Promise<string> {
  const env = { PATH: process.env['PATH'], ASSAY_URL: url, ASSAY_TOKEN: installation.token };
  const { stdout } = await run('/bin/sh', ['-ec', command], { cwd: installation.folder, env });
  return stdout;
}
