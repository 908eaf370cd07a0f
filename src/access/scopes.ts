/** What a token may do. A scope is named in the answer when it is missing. */

export const SCOPES = ['sbom:upload', 'read', 'triage', 'profile:write', 'settings:write', 'token:write'] as const;

export type Scope = (typeof SCOPES)[number];

/** A token bound to single services may not change what concerns the whole organization. */
export const ORGANIZATION_SCOPES: readonly Scope[] = ['settings:write', 'token:write'];

export function isScope(text: string): text is Scope {
  return (SCOPES as readonly string[]).includes(text);
}
