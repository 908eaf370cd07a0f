/**
 * Runs knip with the configuration of this repository on seeded violations: an entry pattern that is too wide would hide unused
 * code.
 */
import { spawnSync } from 'node:child_process';
import { copyFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seedTree, type SeededTree } from '../support/seeded-tree.ts';

const ROOT = join(import.meta.dirname, '../..');

const FILES = {
  'package.json': '{ "name": "seeded", "type": "module", "dependencies": { "pg": "8.23.1" } }',
  'bin/assay.mjs': `await import('../src/cli/assay.ts');\n`,
  'src/cli/assay.ts': `import { used } from '../store/used.ts';\nconsole.log(used);\n`,
  'src/main.ts': `export const main = 1;\n`,
  'src/store/used.ts': `export const used = 1;\nexport const neverUsed = 2;\n`,
  'src/store/forgotten.ts': `export const forgotten = 1;\n`,
  'src/threads/inventory/parse-thread.ts': `export const parse = 1;\n`,
  'scripts/check.ts': `export const check = 1;\n`,
};

describe('knip', () => {
  let tree: SeededTree;
  let report: string;

  beforeAll(() => {
    tree = seedTree(FILES);
    copyFileSync(join(ROOT, 'knip.json'), join(tree.root, 'knip.json'));
    symlinkSync(join(ROOT, 'node_modules'), join(tree.root, 'node_modules'));
    const knip = join(ROOT, 'node_modules/knip/bin/knip.js');
    const flags = ['--no-config-hints', '--reporter', 'compact'];
    report = spawnSync(process.execPath, [knip, ...flags], { cwd: tree.root, encoding: 'utf8' }).stdout;
  });

  afterAll(() => tree.remove());

  it.each(['src/store/forgotten.ts', 'neverUsed', 'pg'])('reports %s as unused', (name) => {
    expect(report).toContain(name);
  });

  it.each([
    'src/main.ts',
    'src/cli/assay.ts',
    'src/threads/inventory/parse-thread.ts',
    'scripts/check.ts',
    'bin/assay.mjs',
  ])('treats %s as an entry', (name) => {
    expect(report).not.toContain(name);
  });
});
