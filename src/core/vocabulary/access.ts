/** Roles in an organization, most permissions first. */
export const ROLES = ['owner', 'admin', 'member', 'viewer'] as const;
export type Role = (typeof ROLES)[number];

/** Scopes of tokens. */
export const TOKEN_SCOPES = [
  'sbom:upload',
  'read',
  'suggest',
  'triage',
  'profile:write',
  'settings:write',
  'token:write',
] as const;
export type TokenScope = (typeof TOKEN_SCOPES)[number];

/** The scopes that a pipeline needs. */
export const DEFAULT_TOKEN_SCOPES = TOKEN_SCOPES.filter((scope) => scope === 'sbom:upload' || scope === 'read');

/** A token restricted to single services cannot have these. */
export const ORGANIZATION_SCOPES: readonly TokenScope[] = TOKEN_SCOPES.filter(
  (scope) => scope === 'settings:write' || scope === 'token:write',
);

/** Who changed something. */
export const ACTOR_KINDS = ['token', 'person', 'system'] as const;
export type ActorKind = (typeof ACTOR_KINDS)[number];

/** Who created a token. `operator`: the command line or the first start; `unrecorded`: created before ids were recorded. */
export const TOKEN_CREATOR_KINDS = ['person', 'token', 'operator', 'unrecorded'] as const;
export type TokenCreatorKind = (typeof TOKEN_CREATOR_KINDS)[number];

/** Whether the tokens of a member are revoked, or kept by transferring them to the member who makes the change. */
export const TOKEN_HANDLINGS = ['revoke', 'keep'] as const;
export type TokenHandling = (typeof TOKEN_HANDLINGS)[number];

export const INVITATION_STATES = ['open', 'accepted', 'revoked', 'expired'] as const;

export const PASSWORD_CHARACTERS_MIN = 12;
