import { describe, expect, it } from 'vitest';
import { listLocked } from '../../../../test/support/lockfiles.ts';

const REGISTRY = 'registry+https://github.com/rust-lang/crates.io-index';
const aPackage = (name: string, version: string, rest = ''): string =>
  `[[package]]\nname = "${name}"\nversion = "${version}"\n${rest}\n`;

describe('readCargoLock', () => {
  it('treats a single package without a source as the project', () => {
    const text = [
      'version = 3',
      aPackage('shop', '0.1.0', `dependencies = ["rand 0.8.5", "forked"]`),
      aPackage('rand', '0.8.5', `source = "${REGISTRY}"\ndependencies = ["libc"]`),
      aPackage('rand', '0.7.0', `source = "${REGISTRY}"`),
      aPackage('libc', '0.2.1', `source = "${REGISTRY}"\ndependencies = ["rand 0.7.0 (${REGISTRY})"]`),
      aPackage('forked', '1.0.0', 'source = "git+https://example.com/forked.git?rev=1a2b3c#1a2b3c"'),
    ].join('\n');

    expect(listLocked('cargo', text)).toEqual([
      'forked@git+https://example.com/forked.git?rev=1a2b3c#1a2b3c unknown direct floating-ref',
      'libc@0.2.1 unknown transitive',
      'rand@0.7.0 unknown transitive',
      'rand@0.8.5 unknown direct',
    ]);
  });

  it('treats several of them as members of a workspace, whose dependencies are direct', () => {
    const text = [
      aPackage('api', '0.1.0', 'dependencies = ["core", "libc"]'),
      aPackage('core', '0.1.0', 'dependencies = ["rand"]'),
      aPackage('libc', '0.2.1', `source = "${REGISTRY}"\ndependencies = ["cfg"]`),
      aPackage('rand', '0.8.5', `source = "${REGISTRY}"\ndependencies = ["cfg"]`),
      aPackage('cfg', '1.0.0', `source = "${REGISTRY}"`),
    ].join('\n');

    expect(listLocked('cargo', text)).toEqual([
      'api@0.1.0 unknown direct no-identity',
      'cfg@1.0.0 unknown transitive',
      'core@0.1.0 unknown direct no-identity',
      'libc@0.2.1 unknown direct',
      'rand@0.8.5 unknown direct',
    ]);
  });
});
