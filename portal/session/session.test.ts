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
    ['viewer', 'sbom:upload', 'Your role, viewer, cannot do this. A member, an admin or an owner can.'],
    ['member', 'settings:write', 'Your role, member, cannot do this. An admin or an owner can.'],
    [null, 'triage', 'This token cannot do this. A member, an admin or an owner can.'],
  ] as const)('explains why %s cannot %s', (role, scope, reason) => {
    expect(toPermission({ role, scopes: ['read'] }, scope)).toEqual({ isAllowed: false, reason });
  });

  it('allows nothing until the user is known', () => {
    expect(toPermission(undefined, 'read').isAllowed).toBe(false);
  });
});
