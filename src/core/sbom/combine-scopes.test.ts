import { describe, expect, it } from 'vitest';
import { combineScopes } from './combine-scopes.ts';
import type { ComponentScope } from '../vocabulary/sbom.ts';

describe('combineScopes', () => {
  it.each<[readonly ComponentScope[], ComponentScope]>([
    [['test', 'required', 'development'], 'required'],
    [['excluded', 'optional'], 'optional'],
    [['development', 'unknown'], 'unknown'],
    [[], 'unknown'],
  ])('returns for %j: %s', (scopes, expected) => {
    expect(combineScopes(scopes)).toBe(expected);
  });
});
