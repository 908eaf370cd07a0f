/**
 * Test files of a worker share their modules, which are loaded once. A hook that a shared module registers on import applies only
 * to the first file that imports it. Shared modules therefore export a function that registers the hook, which each file calls at
 * its top level.
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
])('detects whether %j registers a hook: %s', (text, isHook) => {
  expect(HOOK.test(text)).toBe(isHook);
});

it('no shared module registers a hook on import', () => {
  const shared = globSync('**/*.ts', { cwd: TESTS }).filter((path) => !path.endsWith('.test.ts'));

  expect(shared.length).toBeGreaterThan(100);
  expect(shared.filter((path) => HOOK.test(readFileSync(join(TESTS, path), 'utf8')))).toEqual([]);
});
