import { describe, expect, it } from 'vitest';
import type { Scope } from './inventory.ts';
import { combineScopes } from './combine-scopes.ts';

describe('combineScopes', () => {
  it.each<[readonly Scope[], Scope]>([
    [['test', 'required', 'development'], 'required'],
    [['excluded', 'optional'], 'optional'],
    [['development', 'unknown'], 'unknown'],
    [[], 'unknown'],
  ])('returns for %j: %s', (scopes, expected) => {
    expect(combineScopes(scopes)).toBe(expected);
  });
});
