/** Scopes of tokens. The error for a missing scope names it. */

export const SCOPES = ['sbom:upload', 'read', 'triage', 'profile:write', 'settings:write', 'token:write'] as const;

export type Scope = (typeof SCOPES)[number];

/** A token restricted to single services cannot change settings of the whole organization. */
export const ORGANIZATION_SCOPES: readonly Scope[] = ['settings:write', 'token:write'];

export function isScope(text: string): text is Scope {
  return (SCOPES as readonly string[]).includes(text);
}
