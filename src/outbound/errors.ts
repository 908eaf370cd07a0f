import { defineError, quote } from '../core/errors.ts';
import { LIMITS } from '../core/limits.ts';

/** The policy does not allow the call, or does not allow it to continue. */
export const OUTBOUND_FORBIDDEN = defineError<{ host: string; problem: string }>(
  'OUTBOUND_FORBIDDEN',
  ({ host, problem }) => `Requests to ${quote(host)} are not allowed: ${problem}.`,
);

/** The response cannot be used, and a retry would not change it. */
export const OUTBOUND_REFUSED = defineError<{ host: string; problem: string }>(
  'OUTBOUND_REFUSED',
  ({ host, problem }) => `Unusable response from ${quote(host)}: ${problem}.`,
);

/** The call failed, and a retry may succeed. */
export const OUTBOUND_FAILED = defineError<{ host: string; problem: string }>(
  'OUTBOUND_FAILED',
  ({ host, problem }) => `The request to ${quote(host)} failed: ${problem}.`,
);

export const OUTBOUND_NOT_FOUND = defineError<{ host: string; path: string }>(
  'OUTBOUND_NOT_FOUND',
  ({ host, path }) => `${quote(path)} was not found on ${quote(host)}.`,
);

export const ANSWER_TOO_LARGE = defineError(
  'ANSWER_TOO_LARGE',
  () => `The answer of Assay exceeds ${LIMITS.agentAnswerBytesMax} bytes. Narrow the filters, or lower "limit".`,
);

export const HOST_UNREACHABLE = defineError<{ url: string; reason: string }>(
  'HOST_UNREACHABLE',
  ({ url, reason }) =>
    `Cannot reach ${quote(url)}: ${reason}. Check the URL and that the server is running, then repeat.`,
);
