import { describe, expect, it } from 'vitest';
import { chooseLockfiles, findLockfileKind } from './lockfile-kinds.ts';

describe('findLockfileKind', () => {
  it.each([
    ['package-lock.json', 'npm'],
    ['a/b/npm-shrinkwrap.json', 'npm'],
    ['requirements.txt', 'requirements'],
    ['requirements-dev.txt', 'requirements'],
    ['test-requirements.txt', 'requirements'],
    ['buildscript-gradle.lockfile', 'gradle'],
  ])('knows %s by its name', (path, kind) => {
    expect(findLockfileKind(path)).toBe(kind);
  });

  it.each(['package.json', 'notes.txt', 'myrequirements.txt', 'yarn.lock/other', 'cargo.lock', 'constructor', '-'])(
    'does not take %s for a lockfile',
    (path) => {
      expect(findLockfileKind(path)).toBeUndefined();
    },
  );
});

describe('chooseLockfiles', () => {
  it('leaves out files that another file replaces', () => {
    const { chosen, skipped } = chooseLockfiles(
      ['go.mod', 'go.sum', 'package-lock.json', 'npm-shrinkwrap.json'],
      new Set(),
    );

    expect(chosen).toEqual(['go.mod', 'npm-shrinkwrap.json']);
    expect(skipped.map(({ name }) => name)).toEqual(['go.sum', 'package-lock.json']);
  });

  it('reads go.sum where there is no go.mod', () => {
    expect(chooseLockfiles(['go.sum'], new Set())).toEqual({ chosen: ['go.sum'], skipped: [] });
  });

  it('reports files that state dependencies without versions, unless a lockfile is beside or above', () => {
    expect(chooseLockfiles(['package.json', 'pom.xml', 'bun.lockb'], new Set()).skipped).toMatchObject([
      { name: 'package.json', reason: expect.stringContaining('there is no package-lock.json') as string },
      { name: 'pom.xml', reason: expect.stringContaining('not a lockfile') as string },
      { name: 'bun.lockb', reason: expect.stringContaining('--save-text-lockfile') as string },
    ]);
    expect(chooseLockfiles(['package.json', 'yarn.lock'], new Set()).skipped).toEqual([]);
    expect(chooseLockfiles(['package.json'], new Set(['pnpm-lock.yaml'])).skipped).toEqual([]);
  });
});
