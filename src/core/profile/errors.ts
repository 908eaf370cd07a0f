/**
 * Errors for security profiles and runtime documents that are rejected as a whole, so that nothing is stored. Minor problems are
 * warnings of the parsed document.
 */
import { defineError, quote } from '../errors.ts';

export const PROFILE_INVALID = defineError<{ path: string; problem: string }>(
  'PROFILE_INVALID',
  ({ path, problem }) => `The security profile is not valid: ${quote(path)} ${problem}.`,
);

export const RUNTIME_PROFILE_UNREADABLE = defineError<{ line: number; column: number; problem: string }>(
  'RUNTIME_PROFILE_UNREADABLE',
  ({ line, column, problem }) =>
    `The runtime document cannot be parsed: ${problem}, at line ${line}, column ${column}. Correct it and send it again.`,
);

export const RUNTIME_PROFILE_TOO_LARGE = defineError<{ what: string; max: number }>(
  'RUNTIME_PROFILE_TOO_LARGE',
  ({ what, max }) =>
    `The runtime document has more than ${max} ${what}. Split it, or remove entries that are not needed.`,
);

export const RUNTIME_PROFILE_KIND_UNKNOWN = defineError(
  'RUNTIME_PROFILE_KIND_UNKNOWN',
  () =>
    'Unknown kind of runtime document: not an AppArmor profile, seccomp JSON or observed behavior. Send kind=apparmor, seccomp or observed.',
);
