import { globSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { LONG_FILES } from '../long-files.ts';

const FILES = globSync('{src,test}/**/*.test.ts', { cwd: join(import.meta.dirname, '../..') });

it('lists only test files that exist', () => {
  expect(LONG_FILES.filter((file) => !FILES.includes(file))).toEqual([]);
});

it('leaves at least one test file in every folder for `npm test`', () => {
  const kept = new Set(FILES.filter((file) => !LONG_FILES.includes(file)).map((file) => dirname(file)));

  expect(LONG_FILES.filter((file) => !kept.has(dirname(file)))).toEqual([]);
});
