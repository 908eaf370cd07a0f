import { describe, expect, it } from 'vitest';
import { listLocked } from '../../../../test/support/lockfiles.ts';

const LOCK = `{
  // Written by bun.
  "lockfileVersion": 1,
  "workspaces": {
    "": { "name": "shop", "dependencies": { "@x/a": "^1.0.0" }, "devDependencies": { "tool": "1.0.0", }, },
    "packages/api": { "name": "@shop/api", "dependencies": { "b": "1", "forked": "github:acme/forked" } },
  },
  "packages": {
    "@shop/api": ["@shop/api@workspace:packages/api"],
    "@shop/api/b": ["b@1.0.0", "", { "dependencies": { "o": "1" } }, "sha512-b"],
    "@x/a": ["@x/a@1.2.0", "", { "dependencies": { "b": "^2.0.0" }, "optionalPeers": ["p"], "peerDependencies": { "p": "*" } }, "sha512-a"],
    "b": ["b@2.0.0", "", { "optionalDependencies": { "o": "1" } }, "sha512-b"],
    "forked": ["forked@github:acme/forked#1a2b3c", {}, "acme-forked-1a2b3c"],
    "o": ["o@1.0.0", "", {}, "sha512-//, ]"],
    "tool": ["tool@1.0.0", "", { "dependencies": { "b": "1" } }, "sha512-t"],
    "tool/b": ["b@1.1.0", "", {}, "sha512-b"], /* nested */
  }
}
`;

describe('readBunLock', () => {
  it('reads JSON with comments and trailing commas, and resolves nested packages first', () => {
    expect(listLocked('bun', LOCK)).toEqual([
      '@shop/api required direct not-a-package',
      '@x/a@1.2.0 required direct',
      'b@1.0.0 required direct',
      'b@1.1.0 development transitive',
      'b@2.0.0 required transitive',
      'forked@git://github:acme/forked#1a2b3c required direct floating-ref',
      'o@1.0.0 required transitive',
      'tool@1.0.0 development direct',
    ]);
  });
});
