import { defineError, quote } from '../core/errors.ts';

/** We do not call, or do not go on. */
export const OUTBOUND_FORBIDDEN = defineError<{ host: string; problem: string }>(
  'OUTBOUND_FORBIDDEN',
  ({ host, problem }) => `Assay does not call ${quote(host)}: ${problem}.`,
);

/** The answer came, and asking again would not change it. */
export const OUTBOUND_REFUSED = defineError<{ host: string; problem: string }>(
  'OUTBOUND_REFUSED',
  ({ host, problem }) => `The answer of ${quote(host)} cannot be used: ${problem}.`,
);

/** It may pass. */
export const OUTBOUND_FAILED = defineError<{ host: string; problem: string }>(
  'OUTBOUND_FAILED',
  ({ host, problem }) => `The answer of ${quote(host)} could not be had: ${problem}.`,
);

export const OUTBOUND_NOT_FOUND = defineError<{ host: string; path: string }>(
  'OUTBOUND_NOT_FOUND',
  ({ host, path }) => `${quote(host)} has nothing at ${quote(path)}.`,
);
