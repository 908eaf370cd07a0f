/** Errors for decisions that are rejected. */
import { defineError, quote } from '../../errors.ts';
import { LIMITS } from '../../limits.ts';

export const DECISION_INCOMPLETE = defineError<{ state: string; missing: string }>(
  'DECISION_INCOMPLETE',
  ({ state, missing }) => `A decision ${quote(state)} requires ${missing}. Add it to the request.`,
);

export const DECISION_CONTRADICTORY = defineError<{ problem: string }>(
  'DECISION_CONTRADICTORY',
  ({ problem }) => `The decision is contradictory: ${problem}.`,
);

export const DECISION_EXPIRY_INVALID = defineError<{ problem: string }>(
  'DECISION_EXPIRY_INVALID',
  ({ problem }) => `"expiresAt" ${problem}. Send a UTC time within the next ${LIMITS.decisionDaysMax} days.`,
);

export const DECISION_SCOPE_REFUSED = defineError<{ state: string; scope: string }>(
  'DECISION_SCOPE_REFUSED',
  ({ state, scope }) =>
    `A decision ${quote(state)} applies to one version and cannot have the scope ${quote(scope)}. Send the scope "version".`,
);

export const DECISION_DETAIL_TOO_LONG = defineError<{ characters: number }>(
  'DECISION_DETAIL_TOO_LONG',
  ({ characters }) =>
    `"detail" has ${characters} characters. The maximum is ${LIMITS.decisionDetailCharactersMax}. Shorten it, or link to the rest.`,
);
