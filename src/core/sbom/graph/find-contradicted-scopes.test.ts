import { describe, expect, it } from 'vitest';
import { aComponent } from '../../../../test/support/inventories.ts';
import type { Scope } from '../inventory.ts';
import { findContradictedScopes } from './find-contradicted-scopes.ts';

function needed(scopes: readonly Scope[], edges: readonly number[], roots: readonly number[] = [-1]): number[] {
  const components = scopes.map((scope) => aComponent({ scope }));
  return findContradictedScopes({ components, edges: Int32Array.from(edges), roots: Int32Array.from(roots) });
}

describe('findContradictedScopes', () => {
  it.each<[string, readonly Scope[], readonly number[], readonly number[]]>([
    ['leaves what only the subject names', ['development'], [-1, 0], []],
    ['raises what something needed needs', ['required', 'development'], [-1, 0, 0, 1], [1]],
    ['raises what that needs in turn', ['required', 'development', 'test'], [0, 1, 1, 2], [1, 2]],
    ['leaves what only development needs', ['development', 'development'], [-1, 0, 0, 1], []],
    ['leaves other scopes as they are', ['required', 'optional', 'excluded'], [0, 1, 0, 2], []],
    ['ends on a cycle', ['required', 'development', 'development'], [0, 1, 1, 2, 2, 1], [1, 2]],
    ['takes nothing from a document without edges', ['required', 'development'], [], []],
  ])('%s', (_, scopes, edges, expected) => {
    expect(needed(scopes, edges)).toEqual(expected);
  });

  it('keeps the scope of a component that only a root component depends on', () => {
    expect(needed(['required', 'development'], [0, 1], [0])).toEqual([]);
  });
});
