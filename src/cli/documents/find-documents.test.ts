import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { findDocuments } from './find-documents.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-find-'));
  await mkdir(join(folder, 'images/deep'), { recursive: true });
  await mkdir(join(folder, 'node_modules/a'), { recursive: true });
  await mkdir(join(folder, 'empty'));
  const files = {
    'app.cdx.json': '{}',
    'package.json': '{"name":"a"}',
    'images/b.spdx.json.gz': 'x',
    'images/plain.json': '{\n  "bomFormat": "CycloneDX"}',
    'images/deep/sbom.json': '{}',
    'images/deep/notes.txt': '"bomFormat"',
    'node_modules/a/bom.json': '{}',
  };
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  await symlink(join(folder, 'app.cdx.json'), join(folder, 'images/link.cdx.json'));
});
afterAll(async () => await rm(folder, { recursive: true, force: true }));

async function find(...inputs: string[]): Promise<string[]> {
  const found = await findDocuments(inputs.map((input) => (input === '-' ? input : join(folder, input))));
  return found.map((path) => path.replace(`${folder}/`, ''));
}

describe('findDocuments', () => {
  it('finds SBOMs below a folder by name and content, without those of dependencies and links', async () => {
    expect(await find('.')).toEqual([
      'app.cdx.json',
      'images/b.spdx.json.gz',
      'images/deep/sbom.json',
      'images/plain.json',
    ]);
  });

  it('finds lockfiles below a folder for a command that reads them, and reports what it skips', async () => {
    const project = await mkdtemp(join(tmpdir(), 'assay-find-'));
    onTestFinished(async () => await rm(project, { recursive: true, force: true }));
    const files = ['package-lock.json', 'package.json', 'packages/a/package.json', 'api/go.mod', 'api/go.sum'];
    files.push('vendor/lib/go.mod', 'node_modules/a/yarn.lock', 'site/Gemfile', 'sbom.json', 'notes.txt');
    for (const file of files) {
      await mkdir(dirname(join(project, file)), { recursive: true });
      await writeFile(join(project, file), '{}');
    }
    const skipped: string[] = [];

    const found = await findDocuments([project], (path, reason) => {
      skipped.push(`${relative(project, path)}: ${reason}`);
    });

    expect(found.map((path) => relative(project, path))).toEqual(['api/go.mod', 'package-lock.json', 'sbom.json']);
    expect(skipped.toSorted()).toEqual([
      'api/go.sum: go.mod lists the modules in use; go.sum also lists others',
      'node_modules: it contains other programs',
      'site/Gemfile: it states no installed versions, and there is no Gemfile.lock',
      'vendor/lib/go.mod: it belongs to a copy of a dependency',
    ]);
    expect((await findDocuments([project])).map((path) => relative(project, path))).toEqual(['sbom.json']);
  });

  it('takes files and standard input as they are, and each document once', async () => {
    expect(await find('package.json', '-', 'app.cdx.json', 'package.json')).toEqual([
      'package.json',
      '-',
      'app.cdx.json',
    ]);
  });

  it('expands a pattern that the shell has not expanded', async () => {
    expect(await find('images/**/*.json')).toEqual([
      'images/deep/sbom.json',
      'images/link.cdx.json',
      'images/plain.json',
    ]);
  });

  it('leaves a missing file to the command that reads it', async () => {
    expect(await find('absent.json')).toEqual(['absent.json']);
  });

  it.each([
    ['empty', 'No SBOM found below'],
    ['*.xml', 'No file matches'],
  ])('says that nothing was found: %s', async (input, message) => {
    await expect(find(input)).rejects.toMatchObject({
      code: 'DOCUMENTS_ABSENT',
      message: expect.stringContaining(message) as string,
    });
  });
});
