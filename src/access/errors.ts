import { defineError, quote } from '../core/errors.ts';
import { LIMITS } from '../core/limits.ts';

export const UNAUTHENTICATED = defineError(
  'UNAUTHENTICATED',
  () =>
    'A valid integration token is required: send the header "Authorization: Bearer asy_...". People sign in instead.',
);

export const SCOPE_MISSING = defineError<{ scope: string; holder: 'token' | 'role' }>(
  'SCOPE_MISSING',
  ({ scope, holder }) =>
    holder === 'token'
      ? `This token may not do that: it lacks the scope ${quote(scope)}. Use a token that has it.`
      : `Your role may not do that: it lacks the scope ${quote(scope)}. Ask an owner or admin of the organization.`,
);

export const ROLE_MISSING = defineError<{ role: string }>(
  'ROLE_MISSING',
  ({ role }) => `Only an owner of the organization can make, change or remove ${quote(role)}. Ask one, and sign in.`,
);

export const PERSON_REQUIRED = defineError(
  'PERSON_REQUIRED',
  () => 'This is about an account, and a token has none. Sign in with e-mail and password.',
);

/** The same text for every cause, so that it does not reveal which accounts exist. */
export const SIGN_IN_FAILED = defineError(
  'SIGN_IN_FAILED',
  () => 'E-mail address and password do not belong together. Check both, or ask an admin for help.',
);

export const MEMBERSHIP_MISSING = defineError(
  'MEMBERSHIP_MISSING',
  () => 'This account belongs to no organization any more. Ask an admin of one for an invitation.',
);

export const MEMBERSHIP_UNKNOWN = defineError(
  'MEMBERSHIP_UNKNOWN',
  () => 'You belong to no such organization. Choose one of those that "organizations" of /me lists.',
);

/** Prevents a tab that still shows one organization from reading or changing another one. */
export const ORGANIZATION_CHANGED = defineError(
  'ORGANIZATION_CHANGED',
  () => 'The session is in another organization than the request names. Switch the organization, or reload the page.',
);

export const ORIGIN_REFUSED = defineError(
  'ORIGIN_REFUSED',
  () =>
    'A change with a session must come from the pages of Assay itself: "Sec-Fetch-Site" or "Origin" says otherwise or is missing. Programs use a token; behind a proxy, set ASSAY_PUBLIC_URL.',
);

export const PASSWORD_WRONG = defineError(
  'PASSWORD_WRONG',
  () => 'The current password is another one. Nothing was changed.',
);

export const PASSWORD_REFUSED = defineError<{ problem: string }>(
  'PASSWORD_REFUSED',
  ({ problem }) => `The new password ${problem}. Choose a longer sentence or let a password manager make one.`,
);

export const EMAIL_INVALID = defineError<{ email: string }>(
  'EMAIL_INVALID',
  ({ email }) => `${quote(email)} is no e-mail address. Write it as name@example.com.`,
);

export const DISPLAY_NAME_TAKEN = defineError<{ name: string }>(
  'DISPLAY_NAME_TAKEN',
  ({ name }) =>
    `The display name ${quote(name)} looks like the name of another member. Choose another, for example with an initial.`,
);

export const PERSON_UNKNOWN = defineError<{ email: string }>(
  'PERSON_UNKNOWN',
  ({ email }) => `There is no account ${quote(email)}. "assay person list" shows them.`,
);

export const SESSION_UNKNOWN = defineError('SESSION_UNKNOWN', () => 'You have no such session; it may have ended.');

export const MEMBER_UNKNOWN = defineError('MEMBER_UNKNOWN', () => 'This organization has no such member.');

export const MEMBER_EXISTS = defineError<{ email: string }>(
  'MEMBER_EXISTS',
  ({ email }) => `${quote(email)} is a member of this organization already. Change the role instead.`,
);

export const LAST_OWNER = defineError(
  'LAST_OWNER',
  () => 'This is the only owner of the organization. Make somebody else an owner first.',
);

/** The same text for unknown, used, revoked and expired invitations, so that a wrong code reveals nothing. */
export const INVITATION_UNKNOWN = defineError(
  'INVITATION_UNKNOWN',
  () => 'There is no such invitation, or it was used, withdrawn or is older than 7 days. Ask for a new one.',
);

/** The same text for unknown, used and expired links. */
export const PASSWORD_RESET_UNKNOWN = defineError(
  'PASSWORD_RESET_UNKNOWN',
  () => 'This link is unknown, was used, or has expired. Request a new one.',
);

export const MAIL_OFF = defineError(
  'MAIL_OFF',
  () =>
    'This installation sends no mail. Ask an owner or admin of your organization for a reset link, or ask the operator to run "assay person reset-password".',
);

export const MEMBER_ELSEWHERE = defineError(
  'MEMBER_ELSEWHERE',
  () =>
    'This account also belongs to another organization, so you cannot reset its password. The person can use "Forgot password", or the operator can run "assay person reset-password".',
);

export const RATE_LIMITED = defineError<{ what: string; retryAfterSeconds: number }>(
  'RATE_LIMITED',
  ({ what, retryAfterSeconds }) => `Too many ${what}. Send the request again in ${retryAfterSeconds} s.`,
);

export const TOKEN_INVALID = defineError<{ problem: string }>('TOKEN_INVALID', ({ problem }) => problem);

export const TOKEN_EXPIRY_REQUIRED = defineError(
  'TOKEN_EXPIRY_REQUIRED',
  () =>
    `Only an owner who is signed in can create a token that never expires or expires in more than ${LIMITS.tokenLifetimeDaysMax} days. Send an earlier "expiresAt", or leave it out for ${LIMITS.tokenLifetimeDaysDefault} days.`,
);

export const TOKENS_KEPT_BY_MEMBER = defineError(
  'TOKENS_KEPT_BY_MEMBER',
  () =>
    'You cannot keep your own tokens when you leave or lower your own role. Ask another admin to do it, or leave out "tokens" to revoke them.',
);

export const TOKEN_UNKNOWN = defineError('TOKEN_UNKNOWN', () => 'This organization has no such token.');
