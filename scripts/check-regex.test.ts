import { describe, expect, it } from 'vitest';
import { seedTree } from '../test/support/seeded-tree.ts';
import { checkRegularExpressions, type RegexReport } from './check-regex.ts';
import { findProblem, isHarmlessByShape } from './judge-regular-expression.ts';

function check(files: Readonly<Record<string, string>>): RegexReport {
  const tree = seedTree(files);
  try {
    return checkRegularExpressions(tree.root);
  } finally {
    tree.remove();
  }
}

describe('checkRegularExpressions', () => {
  it('reports a vulnerable literal among safe ones with its location', () => {
    const report = check({
      'src/store/safe.ts': String.raw`export const DIGITS = /^[0-9]+$/; export const CONTROL = new RegExp('\\p{Cc}', 'u');`,
      'src/store/vulnerable.ts': String.raw`const a = 1;${'\n'}export const NAME = /^(?:[a-z]+)+$/;`,
    });

    expect(report).toMatchObject({ files: 2, expressions: 3 });
    expect(report.problems).toEqual([expect.stringContaining('src/store/vulnerable.ts:2  /^(?:[a-z]+)+$/')]);
  });

  it.each([
    ['in a call', `export const NAME = new RegExp('^(a|a)*$');`],
    ['in scripts', `export const TRIM = /\\s+$/;`],
    ['built at run time', `export const find = (name: string) => new RegExp(name);`],
  ])('reports one %s', (_name, text) => {
    expect(check({ 'scripts/seeded.ts': text }).problems).toHaveLength(1);
  });

  it('skips tests', () => {
    expect(check({ 'src/store/a.test.ts': `export const NAME = /(a+)+$/;` })).toMatchObject({ files: 0, problems: [] });
  });
});

describe('findProblem', () => {
  it.each([
    ['^[0-9]+$', ''],
    ['^[a-z0-9](?:[a-z0-9-]{0,62})$', ''],
    ['[\\p{Cc}\\p{Cf}]', 'gu'],
    ['^\\p{L}+$', 'u'],
    ['^[\\p{L}--[a-z]]+$', 'v'],
    ['[\\p{L}&&[a-z]]', 'v'],
  ])('accepts /%s/%s', (source, flags) => {
    expect(findProblem(source, flags)).toBeUndefined();
  });

  it.each([
    ['^(a+)+$', '', 'backtrack'],
    ['^\\s*(.*?)\\s*$', '', 'backtrack'],
    ['^[a-z]+(?:-[a-z]+)*$', 'v', 'cannot be analyzed'],
    ['(?i:a)b+c+', '', 'cannot be analyzed'],
  ])('rejects /%s/%s', (source, flags, reason) => {
    expect(findProblem(source, flags)).toContain(reason);
  });
});

describe('isHarmlessByShape', () => {
  it.each([
    'a',
    '[a-z]',
    '^\\p{L}$',
    '(?:a|b)',
    '\\+\\*',
    '[+*?{2}]',
    '[a[b+]]',
    'a+',
    '^[a-z]+$',
    '[a-z]{2,}',
    '^\\p{L}+?$',
  ])('accepts %s', (source) => {
    expect(isHarmlessByShape(source)).toBe(true);
  });

  it.each(['[a-z]+$', 'a+b+', '(?:a+)+', 'ab*', '(a)?', '\\p{L}+\\p{L}+', '[a[b+]]+x*'])('rejects %s', (source) => {
    expect(isHarmlessByShape(source)).toBe(false);
  });
});
