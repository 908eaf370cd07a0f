import { describe, expect, it } from 'vitest';
import { toPermission } from './session.ts';

describe('toPermission', () => {
  it('allows an action that a scope grants', () => {
    expect(toPermission({ role: 'member', scopes: ['read', 'sbom:upload'] }, 'sbom:upload')).toEqual({
      isAllowed: true,
      reason: undefined,
    });
  });

  it.each([
    ['viewer', 'sbom:upload', 'Requires the member, admin or owner role (your role: viewer).'],
    ['member', 'settings:write', 'Requires the admin or owner role (your role: member).'],
    [null, 'triage', 'Requires a token with the permission triage.'],
  ] as const)('explains why %s cannot %s', (role, scope, reason) => {
    expect(toPermission({ role, scopes: ['read'] }, scope)).toEqual({ isAllowed: false, reason });
  });

  it('allows nothing until the user is known', () => {
    expect(toPermission(undefined, 'read').isAllowed).toBe(false);
  });
});
