import { defineError, quote } from '../core/errors.ts';
import { LIMITS } from '../core/limits.ts';

export const UNAUTHENTICATED = defineError(
  'UNAUTHENTICATED',
  () =>
    'Authentication required. Send a valid integration token in the header "Authorization: Bearer asy_...", or sign in.',
);

export const SCOPE_MISSING = defineError<{ scope: string; holder: 'token' | 'role' }>(
  'SCOPE_MISSING',
  ({ scope, holder }) =>
    holder === 'token'
      ? `This token lacks the scope ${quote(scope)}. Use a token that has it.`
      : `Your role lacks the scope ${quote(scope)}. Ask an owner or admin of the organization.`,
);

export const ROLE_MISSING = defineError<{ role: string }>(
  'ROLE_MISSING',
  ({ role }) =>
    `Only owners of the organization can grant, change or remove the role ${quote(role)}. Sign in as an owner.`,
);

export const PERSON_REQUIRED = defineError(
  'PERSON_REQUIRED',
  () => 'This request requires a user account, which a token does not have. Sign in with e-mail and password.',
);

/** The same text for every cause, so that it does not reveal which accounts exist. */
export const SIGN_IN_FAILED = defineError(
  'SIGN_IN_FAILED',
  () => 'Incorrect e-mail address or password. Check both, or ask an admin for help.',
);

export const MEMBERSHIP_MISSING = defineError(
  'MEMBERSHIP_MISSING',
  () => 'This account is no longer a member of any organization. Ask an admin for an invitation.',
);

export const MEMBERSHIP_UNKNOWN = defineError(
  'MEMBERSHIP_UNKNOWN',
  () => 'You are not a member of this organization. Choose one from "organizations" in the response of /me.',
);

/** Prevents a tab that still shows one organization from reading or changing another one. */
export const ORGANIZATION_CHANGED = defineError(
  'ORGANIZATION_CHANGED',
  () => 'The session uses a different organization than the request. Switch the organization, or reload the page.',
);

export const ORIGIN_REFUSED = defineError(
  'ORIGIN_REFUSED',
  () =>
    'Cross-origin request rejected: with a session, changes must come from the Assay portal ("Sec-Fetch-Site" or "Origin" is missing or differs). Use a token in programs; behind a proxy, set ASSAY_PUBLIC_URL.',
);

export const PASSWORD_WRONG = defineError(
  'PASSWORD_WRONG',
  () => 'The current password is incorrect. Nothing was changed.',
);

export const PASSWORD_REFUSED = defineError<{ problem: string }>(
  'PASSWORD_REFUSED',
  ({ problem }) => `The new password ${problem}. Choose a longer passphrase, or let a password manager generate one.`,
);

export const EMAIL_INVALID = defineError<{ email: string }>(
  'EMAIL_INVALID',
  ({ email }) => `${quote(email)} is not a valid e-mail address. Use the form name@example.com.`,
);

export const DISPLAY_NAME_TAKEN = defineError<{ name: string }>(
  'DISPLAY_NAME_TAKEN',
  ({ name }) =>
    `The display name ${quote(name)} is too similar to the name of another member. Choose a different one, for example with an initial.`,
);

export const PERSON_UNKNOWN = defineError<{ email: string }>(
  'PERSON_UNKNOWN',
  ({ email }) => `Unknown account ${quote(email)}. Run "assay person list" to see all accounts.`,
);

export const SESSION_UNKNOWN = defineError(
  'SESSION_UNKNOWN',
  () => 'Your account has no such session. It may have ended.',
);

export const MEMBER_UNKNOWN = defineError('MEMBER_UNKNOWN', () => 'This organization has no such member.');

export const MEMBER_EXISTS = defineError<{ email: string }>(
  'MEMBER_EXISTS',
  ({ email }) => `${quote(email)} is already a member of this organization. Change the role instead.`,
);

export const LAST_OWNER = defineError(
  'LAST_OWNER',
  () => 'This is the only owner of the organization. Make another member an owner first.',
);

/** The same text for unknown, used, revoked and expired invitations, so that a wrong code reveals nothing. */
export const INVITATION_UNKNOWN = defineError(
  'INVITATION_UNKNOWN',
  () => 'This invitation is unknown, used, revoked or expired. Ask for a new one.',
);

/** The same text for unknown, used and expired links. */
export const PASSWORD_RESET_UNKNOWN = defineError(
  'PASSWORD_RESET_UNKNOWN',
  () => 'This link is unknown, used or expired. Request a new one.',
);

export const MAIL_OFF = defineError(
  'MAIL_OFF',
  () =>
    'This installation cannot send e-mail. Ask an owner or admin of your organization for a reset link, or ask the operator to run "assay person reset-password".',
);

export const MEMBER_ELSEWHERE = defineError(
  'MEMBER_ELSEWHERE',
  () =>
    'You cannot reset the password of an account that is also a member of another organization. The member can use "Forgot password", or the operator can run "assay person reset-password".',
);

export const RATE_LIMITED = defineError<{ what: string; retryAfterSeconds: number }>(
  'RATE_LIMITED',
  ({ what, retryAfterSeconds }) => `Too many ${what}. Retry in ${retryAfterSeconds} s.`,
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
