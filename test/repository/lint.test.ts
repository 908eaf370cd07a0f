/**
 * Runs each lint rule of this repository against a seeded violation, because a misspelled rule, or one that an override turns
 * off, passes silently. For each seed there is a file where the same text is allowed.
 */
import { spawnSync } from 'node:child_process';
import { copyFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seedTree, type SeededTree } from '../support/seeded-tree.ts';

const ROOT = join(import.meta.dirname, '../..');

const CONSOLE = `console.log('hello');\n`;
const ENVIRONMENT = `export const home = process.env['HOME'];\n`;
const CLOCK = `export const now = new Date(0).toISOString();\n`;
const RANDOM = `export const random = Math.random();\n`;
const DEFAULT_EXPORT = `export default 1;\n`;
const FLOATING = `async function save(): Promise<void> {}\nexport function run(): void {\n  save();\n}\n`;

const SEEDS: readonly (readonly [rule: string, file: string, text: string])[] = [
  ['typescript(no-floating-promises)', 'src/store/floating.ts', FLOATING],
  ['typescript(no-floating-promises)', 'test/floating.ts', FLOATING],
  [
    'typescript(no-misused-promises)',
    'src/store/misused.ts',
    `export const run = (f: () => Promise<boolean>): number => (f() ? 1 : 2);\n`,
  ],
  ['import(no-default-export)', 'src/store/default.ts', DEFAULT_EXPORT],
  ['unicorn(filename-case)', 'src/store/camelCase.ts', `export const one = 1;\n`],
  ['eslint(no-console)', 'src/store/console.ts', CONSOLE],
  ['eslint(no-console)', 'src/telemetry/console.ts', CONSOLE],
  ['node(no-process-env)', 'src/store/environment.ts', ENVIRONMENT],
  ['node(no-process-env)', 'src/cli/environment.ts', ENVIRONMENT],
  ['eslint(no-restricted-globals)', 'src/core/sbom/clock.ts', CLOCK],
  ['eslint(no-restricted-properties)', 'src/core/sbom/random.ts', RANDOM],
  ['eslint(eqeqeq)', 'src/store/equal.ts', `export const same = (a: string, b: string): boolean => a == b;\n`],
  ['eslint(no-debugger)', 'src/store/debugger.ts', `export function stop(): void {\n  debugger;\n}\n`],
  ['typescript(no-explicit-any)', 'src/store/any.ts', `export const read = (value: any): string => String(value);\n`],
  [
    'eslint(no-nested-ternary)',
    'src/store/ternary.ts',
    `export const sign = (n: number): number => (n > 0 ? 1 : n < 0 ? -1 : 0);\n`,
  ],
  [
    'import(no-cycle)',
    'src/store/cycle-a.ts',
    `import { b } from './cycle-b.ts';\nexport const a = (): number => b();\n`,
  ],
  [
    'import(no-cycle)',
    'src/store/cycle-b.ts',
    `import { a } from './cycle-a.ts';\nexport const b = (): number => a();\n`,
  ],
  [
    'typescript(consistent-type-imports)',
    'src/store/type.ts',
    `import { Row } from './row.ts';\nexport type Rows = readonly Row[];\n`,
  ],
  [
    'typescript(no-import-type-side-effects)',
    'src/store/inline.ts',
    `import { type Row } from './row.ts';\nexport type Rows = readonly Row[];\n`,
  ],
  [
    'vitest(no-focused-tests)',
    'src/store/focused.test.ts',
    `import { expect, it } from 'vitest';\nit.only('adds', () => expect(1 + 1).toBe(2));\n`,
  ],
  [
    'vitest(no-disabled-tests)',
    'src/store/disabled.test.ts',
    `import { expect, it } from 'vitest';\nit.skip('adds', () => expect(1 + 1).toBe(2));\n`,
  ],
  ['jsx-a11y(alt-text)', 'portal/image.tsx', `export const logo = <img src="logo.svg" />;\n`],
];

const ALLOWED: Readonly<Record<string, string>> = {
  'src/store/row.ts': `export interface Row {\n  readonly id: string;\n}\n`,
  'src/store/clock.ts': CLOCK + RANDOM,
  'src/core/sbom/clock.test.ts': CLOCK + RANDOM,
  'src/store/environment.test.ts': ENVIRONMENT,
  'src/config.ts': ENVIRONMENT,
  'src/cli/console.ts': CONSOLE,
  'scripts/console.ts': CONSOLE + ENVIRONMENT,
  'bench/console.ts': CONSOLE + ENVIRONMENT,
  'test/console.ts': CONSOLE + ENVIRONMENT,
  'portal/vite.config.ts': DEFAULT_EXPORT,
  'src/store/dangle.ts': `export const __dangling__ = 1;\n`,
};

describe('oxlint with the configuration of this repository', () => {
  let tree: SeededTree;
  let found: string[];

  beforeAll(() => {
    tree = seedTree({ ...ALLOWED, ...Object.fromEntries(SEEDS.map(([, file, text]) => [file, text])) });
    copyFileSync(join(ROOT, '.oxlintrc.json'), join(tree.root, '.oxlintrc.json'));
    copyFileSync(join(ROOT, 'tsconfig.json'), join(tree.root, 'tsconfig.json'));
    symlinkSync(join(ROOT, 'node_modules'), join(tree.root, 'node_modules'));
    found = lint(tree.root, ['src', 'test', 'scripts', 'bench', 'portal']);
  });

  afterAll(() => tree.remove());

  it.each(SEEDS)('reports %s in %s', (rule, file) => {
    expect(found).toContain(`${file} ${rule}`);
  });

  it('reports nothing else', () => {
    expect(found).toEqual(SEEDS.map(([rule, file]) => `${file} ${rule}`).sort());
  });
});

/** Returns `file rule` for every finding, sorted. */
function lint(root: string, folders: readonly string[]): string[] {
  const oxlint = join(ROOT, 'node_modules/oxlint/bin/oxlint');
  const { stdout, stderr } = spawnSync(process.execPath, [oxlint, '--type-aware', '-f', 'json', ...folders], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, PATH: `${join(ROOT, 'node_modules/.bin')}:${process.env['PATH']}` },
  });
  if (!stdout.startsWith('{')) throw new Error(`oxlint did not report: ${stdout}${stderr}`);
  const { diagnostics }: { diagnostics: { filename: string; code: string }[] } = JSON.parse(stdout);
  return diagnostics.map(({ filename, code }) => `${filename} ${code}`).sort();
}
