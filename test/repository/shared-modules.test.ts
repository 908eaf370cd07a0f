/**
 * Test files of a worker share their modules, which are loaded once. A hook that a shared module registers by itself belongs to the
 * file that came first, and the others go without; a function that registers it, called at the top of each file, serves all.
 */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const TESTS = join(import.meta.dirname, '..');
const HOOK = /^(?:before|after)(?:All|Each)\(|^onTestFinished\(/m;

it.each([
  ['afterEach(async () => await stop());\n', true],
  ['const a = 1;\nbeforeAll(() => {\n  start();\n});\n', true],
  ['export function cleanUp(): void {\n  afterEach(stop);\n}\n', false],
])('tells that %j registers a hook: %s', (text, isHook) => {
  expect(HOOK.test(text)).toBe(isHook);
});

it('is true of no module that test files share', () => {
  const shared = globSync('**/*.ts', { cwd: TESTS }).filter((path) => !path.endsWith('.test.ts'));

  expect(shared.length).toBeGreaterThan(100);
  expect(shared.filter((path) => HOOK.test(readFileSync(join(TESTS, path), 'utf8')))).toEqual([]);
});
