import { describe, expect, it } from 'vitest';
import { parseLockfile } from './parse-lockfile.ts';
import { listLinks, listLocked } from '../../../../test/support/lockfiles.ts';

const CLASSIC = `# yarn lockfile v1


"@x/a@^1.0.0", "@x/a@^1.1.0":
  version "1.2.0"
  resolved "https://registry.example.com/@x/a/-/a-1.2.0.tgz#abc"
  dependencies:
    b "2 || 3"
  optionalDependencies:
    absent "^1.0.0"

b@*, "b@2 || 3":
  "version" "2.0.0"
  "dependencies":
    "forked" "acme/forked"

forked@acme/forked:
  version "1.0.0"
  resolved "https://codeload.github.com/acme/forked/tar.gz/1a2b3c"

"local@file:../local":
  version "1.0.0"

"renamed@npm:real@^1.0.0":
  version "1.0.1"
  dependencies:
    gone "1.0.0"
`;

const BERRY = `# This file is generated.

__metadata:
  version: 8
  cacheKey: 10c0

"@x/a@npm:^1.0.0, @x/a@npm:^1.1.0":
  version: 1.10
  resolution: "@x/a@npm:1.10"
  dependencies:
    b: "npm:^2.0.0"
    absent: "npm:^1.0.0"
  dependenciesMeta:
    absent:
      optional: true
  languageName: node
  linkType: hard

"b@npm:^2.0.0":
  version: 2.0.0
  resolution: "b@npm:2.0.0"
  linkType: hard

"c@patch:c@npm%3A1.0.0#~builtin<compat/c>":
  version: 1.0.0
  resolution: "c@patch:c@npm%3A1.0.0#~builtin<compat/c>::version=1.0.0&hash=1a2b3c"
  linkType: hard

"forked@https://github.com/acme/forked.git":
  version: 1.0.0
  resolution: "forked@https://github.com/acme/forked.git#commit=1a2b3c"
  linkType: hard

"shop@workspace:.":
  version: 0.0.0-use.local
  resolution: "shop@workspace:."
  dependencies:
    "@x/a": ^1.0.0
    c: "patch:c@npm%3A1.0.0#~builtin<compat/c>"
    forked: "https://github.com/acme/forked.git"
  linkType: soft

"api@workspace:packages/api":
  version: 0.0.0-use.local
  resolution: "api@workspace:packages/api"
  linkType: soft
`;

describe('readYarnLock', () => {
  it('reads the notation of Yarn 1, which states no scopes', () => {
    expect(listLocked('yarn', CLASSIC)).toEqual([
      '@x/a@1.2.0 unknown direct',
      'b@2.0.0 unknown',
      'forked@https://codeload.github.com/acme/forked/tar.gz/1a2b3c unknown floating-ref',
      'local@1.0.0 unknown direct no-identity',
      'real@1.0.1 unknown direct',
    ]);
    expect(listLinks('yarn', CLASSIC)).toContain('@x/a > b');
  });

  it('warns about dependencies that are not listed, except for optional ones', () => {
    expect(parseLockfile(CLASSIC, 'yarn').warnings).toContainEqual({
      code: 'REFERENCE_DANGLING',
      count: 1,
      paths: ['/renamed@npm:real@^1.0.0/gone@1.0.0'],
    });
  });

  it('reads YAML with versions as text, and the dependencies of the project', () => {
    expect(listLocked('yarn', BERRY)).toEqual([
      '@x/a@1.10 unknown direct',
      'api unknown direct no-identity',
      'b@2.0.0 unknown transitive',
      'c@1.0.0 unknown direct',
      'forked@https://github.com/acme/forked.git#commit=1a2b3c unknown direct floating-ref',
    ]);
    expect(parseLockfile(BERRY, 'yarn').warnings.map(({ code }) => code)).toEqual(['COMPONENT_WITHOUT_PURL']);
  });
});
