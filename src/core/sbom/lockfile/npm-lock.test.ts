import { describe, expect, it } from 'vitest';
import { listLinks, listLocked } from '../../../../test/support/lockfiles.ts';

const LOCK = JSON.stringify({
  name: 'shop',
  lockfileVersion: 3,
  packages: {
    '': {
      name: 'shop',
      dependencies: { a: '^1.0.0', renamed: 'npm:real@1.0.0', forked: 'acme/forked' },
      devDependencies: { tool: '1.0.0' },
      optionalDependencies: { extra: '1.0.0' },
    },
    'node_modules/a': {
      version: '1.2.0',
      dependencies: { b: '^2.0.0' },
      peerDependencies: { absent: '*', tool: '*' },
      peerDependenciesMeta: { tool: { optional: true } },
    },
    'node_modules/a/node_modules/b': { version: '2.0.0', dependencies: { c: '*' } },
    'node_modules/b': { version: '1.0.0', dev: true },
    'node_modules/@x/c': { version: '1.0.0', dev: true },
    'node_modules/c': { version: '3.0.0' },
    'node_modules/renamed': { name: 'real', version: '1.0.0' },
    'node_modules/forked': { version: '1.0.0', resolved: 'git+ssh://git@github.com/acme/forked.git#1a2b3c' },
    'node_modules/tool': { version: '1.0.0', dev: true, dependencies: { '@x/c': '*', b: '1' } },
    'node_modules/extra': { version: '1.0.0', optional: true },
    'node_modules/@shop/api': { resolved: 'packages/api', link: true },
    'packages/api': { name: '@shop/api', version: '0.1.0', dependencies: { c: '3', near: '1' } },
    'packages/api/node_modules/near': { version: '1.0.0', dependencies: { deep: '1' } },
    'node_modules/deep': { version: '1.0.0' },
    'node_modules/outside': { resolved: '../outside', link: true },
  },
});

describe('readNpmLock', () => {
  it('finds versions, scopes and direct dependencies', () => {
    expect(listLocked('npm', LOCK)).toEqual([
      '@shop/api@0.1.0 required direct no-identity',
      '@x/c@1.0.0 development transitive',
      'a@1.2.0 required direct',
      'b@1.0.0 development transitive',
      'b@2.0.0 required transitive',
      'c@3.0.0 required direct',
      'deep@1.0.0 required transitive',
      'extra@1.0.0 optional direct',
      'forked@git+ssh://git@github.com/acme/forked.git#1a2b3c required direct floating-ref',
      'near@1.0.0 required direct',
      'outside unknown no-identity',
      'real@1.0.0 required direct',
      'tool@1.0.0 development direct',
    ]);
  });

  it('resolves dependencies as Node does, the nearest folder first', () => {
    expect(listLinks('npm', LOCK)).toEqual([
      '. > @shop/api',
      '. > a',
      '. > extra',
      '. > forked',
      '. > real',
      '. > tool',
      '@shop/api > c',
      '@shop/api > near',
      'a > b',
      'b > c',
      'near > deep',
      'tool > @x/c',
      'tool > b',
    ]);
  });

  it('reads version 1, which does not say what the project needs itself', () => {
    const text = JSON.stringify({
      lockfileVersion: 1,
      dependencies: {
        a: { version: '1.0.0', requires: { b: '2' }, dependencies: { b: { version: '2.0.0', dev: true } } },
        b: { version: '1.0.0', requires: true },
        renamed: { version: 'npm:@x/real@1.0.0', optional: true },
        forked: { version: 'git+https://example.com/forked.git#1a2b3c' },
        local: { version: 'file:../local' },
      },
    });

    expect(listLocked('npm', text)).toEqual([
      '@x/real@1.0.0 optional direct',
      'a@1.0.0 required direct',
      'b@1.0.0 required direct',
      'b@2.0.0 development',
      'forked@git+https://example.com/forked.git#1a2b3c required direct floating-ref',
      'local required direct no-identity',
    ]);
  });
});
