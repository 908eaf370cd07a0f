/** What somebody can be in an organization, from the one who may do everything to the one who only looks. */
export const ROLES = ['owner', 'admin', 'member', 'viewer'] as const;

export type Role = (typeof ROLES)[number];
