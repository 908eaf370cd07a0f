/** Errors for decisions that are rejected. */
import { defineError, quote } from '../../errors.ts';
import { LIMITS } from '../../limits.ts';

export const DECISION_INCOMPLETE = defineError<{ state: string; missing: string }>(
  'DECISION_INCOMPLETE',
  ({ state, missing }) => `A decision ${quote(state)} needs ${missing}. Send it as well.`,
);

export const DECISION_CONTRADICTORY = defineError<{ problem: string }>(
  'DECISION_CONTRADICTORY',
  ({ problem }) => `The decision contradicts itself: ${problem}.`,
);

export const DECISION_EXPIRY_INVALID = defineError<{ problem: string }>(
  'DECISION_EXPIRY_INVALID',
  ({ problem }) =>
    `"expiresAt" ${problem}. Send a time in UTC that is in the future and at most ${LIMITS.decisionDaysMax} days away.`,
);

export const DECISION_SCOPE_REFUSED = defineError<{ state: string; scope: string }>(
  'DECISION_SCOPE_REFUSED',
  ({ state, scope }) =>
    `A decision ${quote(state)} is about one version and cannot have the scope ${quote(scope)}. Send the scope "version".`,
);

export const DECISION_DETAIL_TOO_LONG = defineError<{ characters: number }>(
  'DECISION_DETAIL_TOO_LONG',
  ({ characters }) =>
    `"detail" has ${characters} characters. Send at most ${LIMITS.decisionDetailCharactersMax}, and link to the rest.`,
);
