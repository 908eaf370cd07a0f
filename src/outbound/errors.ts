import { defineError, quote } from '../core/errors.ts';

export const OUTBOUND_FORBIDDEN = defineError<{ host: string; problem: string }>(
  'OUTBOUND_FORBIDDEN',
  ({ host, problem }) => `Assay does not call ${quote(host)}: ${problem}.`,
);

export const OUTBOUND_FAILED = defineError<{ host: string; problem: string }>(
  'OUTBOUND_FAILED',
  ({ host, problem }) => `The answer of ${quote(host)} could not be had: ${problem}.`,
);

export const OUTBOUND_NOT_FOUND = defineError<{ host: string; path: string }>(
  'OUTBOUND_NOT_FOUND',
  ({ host, path }) => `${quote(host)} has nothing at ${quote(path)}.`,
);
