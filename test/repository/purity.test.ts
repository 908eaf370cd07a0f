/**
 * The compiler proves that the core is pure, because its configuration includes neither Node.js nor browser types. These tests
 * run it on seeded violations: an inherited `types` or `lib` would bring the types back, and every check would still pass.
 */
import { spawnSync } from 'node:child_process';
import { copyFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seedTree, type SeededTree } from '../support/seeded-tree.ts';

const ROOT = join(import.meta.dirname, '../..');

const IMPURE: Readonly<Record<string, string>> = {
  'built-in': `import { readFileSync } from 'node:fs';\nexport const text = readFileSync;`,
  console: `console.log(1);`,
  process: `export const home = process.cwd();`,
  fetch: `export const answer = fetch('');`,
  timer: `setTimeout(() => {}, 1);`,
  decoder: `export const decoder = new TextDecoder();`,
  address: `export const url = new URL('');`,
  crypto: `export const id = crypto.randomUUID();`,
  buffer: `export const bytes = Buffer.from('');`,
};

describe('tsc -p src/core', () => {
  let tree: SeededTree;
  let errors: string[];

  beforeAll(() => {
    const seeds = Object.entries(IMPURE).map(([name, text]) => [`src/core/${name}.ts`, `${text}\n`]);
    tree = seedTree({
      ...Object.fromEntries(seeds),
      'package.json': '{ "type": "module" }',
      'src/core/pure.ts': `export const sum = (a: number): number => a + 1;\n`,
      'src/core/pure.test.ts': `import { readFileSync } from 'node:fs';\nreadFileSync('');\n`,
    });
    for (const config of ['tsconfig.json', 'src/core/tsconfig.json'])
      copyFileSync(join(ROOT, config), join(tree.root, config));
    symlinkSync(join(ROOT, 'node_modules'), join(tree.root, 'node_modules'));
    const tsc = join(ROOT, 'node_modules/.bin/tsc');
    const { stdout } = spawnSync(tsc, ['-p', 'src/core'], { cwd: tree.root, encoding: 'utf8' });
    errors = stdout.trim().split('\n');
  });

  afterAll(() => tree.remove());

  it.each(Object.keys(IMPURE))('rejects platform APIs in the core: %s', (name) => {
    expect(errors.filter((line) => line.startsWith(`src/core/${name}.ts(1,`))).toEqual([
      expect.stringContaining('Cannot find name'),
    ]);
  });

  it('accepts pure code, and tests that read files', () => {
    expect(errors).toHaveLength(Object.keys(IMPURE).length);
  });
});
