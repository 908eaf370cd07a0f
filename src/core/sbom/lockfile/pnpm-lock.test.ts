import { describe, expect, it } from 'vitest';
import { listLinks, listLocked } from '../../../../test/support/lockfiles.ts';

const NINE = `lockfileVersion: '9.0'

importers:

  .:
    dependencies:
      '@x/a':
        specifier: ^1.0.0
        version: 1.2.0(p@1.0.0)
      api:
        specifier: workspace:*
        version: link:packages/api
      renamed:
        specifier: npm:real@1.0.0
        version: real@1.0.0
    devDependencies:
      tool:
        specifier: 1.0.0
        version: 1.0.0

  packages/api:
    dependencies:
      forked:
        specifier: acme/forked
        version: https://codeload.github.com/acme/forked/tar.gz/1a2b3c
      outside:
        specifier: link:../../../outside
        version: link:../../../outside

packages:

  '@x/a@1.2.0':
    resolution: {integrity: sha512-a}
    peerDependencies:
      p: ^1.0.0

  forked@https://codeload.github.com/acme/forked/tar.gz/1a2b3c:
    resolution: {tarball: https://codeload.github.com/acme/forked/tar.gz/1a2b3c}
    version: 1.0.0

snapshots:

  '@x/a@1.2.0(p@1.0.0)':
    dependencies:
      p: 1.0.0
    optionalDependencies:
      o: 1.0.0

  forked@https://codeload.github.com/acme/forked/tar.gz/1a2b3c: {}

  o@1.0.0: {}

  p@1.0.0: {}

  real@1.0.0: {}

  tool@1.0.0:
    dependencies:
      p: 1.0.0
      q: 1.0.0

  q@1.0.0: {}
`;

describe('readPnpmLock', () => {
  it('reads version 9 with the scopes of all projects', () => {
    expect(listLocked('pnpm', NINE)).toEqual([
      '@x/a@1.2.0 required direct',
      'forked@https://codeload.github.com/acme/forked/tar.gz/1a2b3c required direct floating-ref',
      'o@1.0.0 optional transitive',
      'outside required direct no-identity',
      'p@1.0.0 required transitive',
      'packages/api required direct no-identity',
      'q@1.0.0 development transitive',
      'real@1.0.0 required direct',
      'tool@1.0.0 development direct',
    ]);
    expect(listLinks('pnpm', NINE)).toContain('. > packages/api');
  });

  it.each([
    [
      '5',
      "lockfileVersion: 5.4\ndependencies:\n  '@x/a': 1.2.0_p@1.0.0\npackages:\n  /@x/a/1.2.0_p@1.0.0:\n    resolution: {integrity: sha512-a}\n    dependencies:\n      b: 2.0.0\n  /b/2.0.0:\n    resolution: {integrity: sha512-b}\n",
    ],
    [
      '6',
      "lockfileVersion: '6.0'\ndependencies:\n  '@x/a':\n    specifier: ^1\n    version: 1.2.0(p@1.0.0)\npackages:\n  /@x/a@1.2.0(p@1.0.0):\n    resolution: {integrity: sha512-a}\n    dependencies:\n      b: 2.0.0\n  /b@2.0.0:\n    resolution: {integrity: sha512-b}\n",
    ],
  ])('reads version %s', (_version, text) => {
    expect(listLocked('pnpm', text)).toEqual(['@x/a@1.2.0 required direct', 'b@2.0.0 required transitive']);
  });

  it('reads packages of other registries and addresses in version 5', () => {
    const text =
      'lockfileVersion: 5.3\npackages:\n  npm.example.com/@x/a/1.2.0_p@1.0.0: {name: "@x/a", version: 1.2.0}\n  npm.example.com/d/1.0.0: {}\n  github.com/acme/b/1a2b3c:\n    name: b\n    version: 2.0.0\n    resolution: {tarball: https://codeload.github.com/acme/b/tar.gz/1a2b3c}\n  file:../c:\n    name: c\n    resolution: {directory: ../c, type: directory}\n';

    expect(listLocked('pnpm', text)).toEqual([
      '@x/a@1.2.0 unknown',
      'b@https://codeload.github.com/acme/b/tar.gz/1a2b3c unknown floating-ref',
      'c unknown no-identity',
      'd@1.0.0 unknown',
    ]);
    expect(() => listLocked('pnpm', 'lockfileVersion: 5.3\npackages:\n  invalid: {}\n')).toThrow(
      'a package has no name',
    );
  });

  it('refuses versions that it does not know', () => {
    expect(() => listLocked('pnpm', "lockfileVersion: '12.0'\n")).toThrow(
      'its lockfileVersion is not between 5 and 9. Create it again with "pnpm install --lockfile-only".',
    );
  });
});
