import { defineError, quote } from '../core/errors.ts';

export const UNAUTHENTICATED = defineError(
  'UNAUTHENTICATED',
  () => 'A valid integration token is required: send the header "Authorization: Bearer asy_...".',
);

export const SCOPE_MISSING = defineError<{ scope: string }>(
  'SCOPE_MISSING',
  ({ scope }) => `This token may not do that: it lacks the scope ${quote(scope)}. Use a token that has it.`,
);

export const RATE_LIMITED = defineError<{ what: string; retryAfterSeconds: number }>(
  'RATE_LIMITED',
  ({ what, retryAfterSeconds }) => `Too many ${what}. Send the request again in ${retryAfterSeconds} s.`,
);

export const TOKEN_INVALID = defineError<{ problem: string }>('TOKEN_INVALID', ({ problem }) => problem);

export const TOKEN_UNKNOWN = defineError('TOKEN_UNKNOWN', () => 'This organization has no such token.');
