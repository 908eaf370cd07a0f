/** Runs the upload command that docs/guides/upload-sboms.md gives for pipelines. */
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { createInstallation } from '../support/assay-process.ts';
import { aCycloneDx } from '../support/documents.ts';

const GUIDE = join(import.meta.dirname, '../../docs/guides/upload-sboms.md');
const run = promisify(execFile);
const hasCurl = await run('curl', ['--version']).then(
  () => true,
  () => false,
);
if (!hasCurl) console.warn('The command of docs/guides/upload-sboms.md was not run: this machine has no curl.');

it.runIf(hasCurl)('docs/guides/upload-sboms.md: the pipeline example uploads an SBOM', async () => {
  const [, command = ''] = /^## In a pipeline\n\n```sh\n(.*?)```$/ms.exec(readFileSync(GUIDE, 'utf8')) ?? [];
  const installation = await createInstallation();
  onTestFinished(async () => await installation.remove());
  await writeFile(join(installation.folder, 'sbom.json'), JSON.stringify(aCycloneDx()));
  const env = {
    PATH: process.env['PATH'],
    ASSAY_URL: await installation.launch().ready,
    ASSAY_TOKEN: installation.token,
  };

  const { stdout } = await run('/bin/sh', ['-ec', command], { cwd: installation.folder, env });

  expect(JSON.parse(stdout)).toMatchObject({
    status: 'analyzed',
    versionName: '1.4.2',
    slot: 'registry.example.com/team/app:1.4.2',
  });
});
