import { describe, expect, it } from 'vitest';
import { aComponent } from '../../../../test/support/inventories.ts';
import { findContradictedScopes } from './find-contradicted-scopes.ts';
import type { ComponentScope } from '../../vocabulary/sbom.ts';

function needed(
  scopes: readonly ComponentScope[],
  edges: readonly number[],
  roots: readonly number[] = [-1],
): number[] {
  const components = scopes.map((scope) => aComponent({ scope }));
  return findContradictedScopes({ components, edges: Int32Array.from(edges), roots: Int32Array.from(roots) });
}

describe('findContradictedScopes', () => {
  it.each<[string, readonly ComponentScope[], readonly number[], readonly number[]]>([
    ['keeps the scope of a dependency of the subject only', ['development'], [-1, 0], []],
    ['raises a dependency of a required component', ['required', 'development'], [-1, 0, 0, 1], [1]],
    [
      'raises transitive dependencies of a required component',
      ['required', 'development', 'test'],
      [0, 1, 1, 2],
      [1, 2],
    ],
    ['keeps the scope of a dependency of development components', ['development', 'development'], [-1, 0, 0, 1], []],
    ['keeps other scopes', ['required', 'optional', 'excluded'], [0, 1, 0, 2], []],
    ['stops at a cycle', ['required', 'development', 'development'], [0, 1, 1, 2, 2, 1], [1, 2]],
    ['changes nothing in a document without edges', ['required', 'development'], [], []],
  ])('%s', (_, scopes, edges, expected) => {
    expect(needed(scopes, edges)).toEqual(expected);
  });

  it('keeps the scope of a component that only a root component depends on', () => {
    expect(needed(['required', 'development'], [0, 1], [0])).toEqual([]);
  });
});
