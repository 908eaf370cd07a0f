import { defineError, quote } from '../core/errors.ts';
import { LIMITS } from '../core/limits.ts';

export const URL_INVALID = defineError<{ problem: string }>(
  'URL_INVALID',
  ({ problem }) => `The URL is not valid: ${problem}. Percent-encode names as UTF-8, for example team%2Fapi.`,
);

export const URL_TOO_LONG = defineError(
  'URL_TOO_LONG',
  () =>
    `A path segment is longer than ${LIMITS.pathParameterUnitsMax} characters. Names have at most ${LIMITS.nameCharactersMax} characters.`,
);

export const HTTP_INVALID = defineError<{ problem: string }>(
  'HTTP_INVALID',
  ({ problem }) => `The request is not valid HTTP: ${problem}.`,
);

export const HEADERS_TOO_LARGE = defineError(
  'HEADERS_TOO_LARGE',
  () => `The request line and headers exceed ${LIMITS.headerBytesMax} bytes in total. Send fewer or shorter headers.`,
);

export const REQUEST_TIMEOUT = defineError(
  'REQUEST_TIMEOUT',
  () =>
    `The request took too long. The headers must arrive within ${LIMITS.headersTimeoutMs / 1000} s, the whole request within ${LIMITS.requestTimeoutMs / 1000} s, and the body at ${LIMITS.bodyBytesPerSecondMin} bytes/s or more. Retry.`,
);

export const ROUTE_UNKNOWN = defineError('ROUTE_UNKNOWN', () => 'Unknown path. See /api/docs for the API reference.');

export const PORTAL_NOT_BUILT = defineError(
  'PORTAL_NOT_BUILT',
  () =>
    'The portal is not built. Run npm ci to install its build tools, then start Assay again. See /api/docs for the API reference.',
);

export const METHOD_NOT_ALLOWED = defineError<{ method: string; allowed: string }>(
  'METHOD_NOT_ALLOWED',
  ({ method, allowed }) => `The method ${quote(method)} is not allowed for this path. Use ${allowed}.`,
);

export const PARAMETER_INVALID = defineError<{ summary: string }>('PARAMETER_INVALID', ({ summary }) => summary);

export const CURSOR_INVALID = defineError(
  'CURSOR_INVALID',
  () =>
    'The cursor is not valid for this list. Start again from the first page, and send the same filters with every page.',
);

export const BODY_INVALID = defineError<{ summary: string }>('BODY_INVALID', ({ summary }) => summary);

export const BODY_TOO_LARGE = defineError<{ bytesMax: number; afterDecompression?: boolean }>(
  'BODY_TOO_LARGE',
  ({ bytesMax, afterDecompression }) =>
    `The body exceeds the limit of ${bytesMax} bytes${afterDecompression === true ? ' after decompression' : ''}.`,
);

export const BODY_RATIO_TOO_HIGH = defineError<{ ratioMax: number }>(
  'BODY_RATIO_TOO_HIGH',
  ({ ratioMax }) =>
    `The body expands to more than ${ratioMax} times its size after decompression. Send it without Content-Encoding.`,
);

export const BODY_ENCODING_INVALID = defineError<{ encoding: string; problem: string }>(
  'BODY_ENCODING_INVALID',
  ({ encoding, problem }) =>
    `The body is not valid ${encoding}: ${problem}. Compress it again, or send it uncompressed.`,
);

export const ENCODING_UNSUPPORTED = defineError<{ encoding: string }>(
  'ENCODING_UNSUPPORTED',
  ({ encoding }) =>
    `The Content-Encoding ${quote(encoding)} is not supported. Use gzip, br or zstd, or leave it out. Only one encoding is allowed.`,
);

export const CONTENT_TYPE_UNSUPPORTED = defineError<{ remedy: string }>(
  'CONTENT_TYPE_UNSUPPORTED',
  ({ remedy }) => `This Content-Type is not supported. ${remedy}`,
);

export const REPORT_TOO_LARGE = defineError(
  'REPORT_TOO_LARGE',
  () =>
    `The report would have more than ${LIMITS.reportFindingsMax} findings, the limit for this format. Narrow the filter, or request text/csv, which has no limit.`,
);

export const PROJECT_NOT_ANALYZED = defineError(
  'PROJECT_NOT_ANALYZED',
  () => 'The project has not been analyzed yet. Poll the token of its upload until it is processed, then retry.',
);

export const DIGEST_INVALID = defineError(
  'DIGEST_INVALID',
  () => 'The Content-Digest header is not valid. Send for example sha-256=:base64:, calculated over the body as sent.',
);

export const DIGEST_MISMATCH = defineError<{ algorithm: string }>(
  'DIGEST_MISMATCH',
  ({ algorithm }) =>
    `The ${algorithm} in Content-Digest does not match the body. Calculate it over the body as sent, after compression, and send the request again.`,
);

export const EXPECTATION_FAILED = defineError(
  'EXPECTATION_FAILED',
  () => 'The Expect header is not supported. Send "100-continue" or leave it out.',
);

export const STORAGE_FULL = defineError(
  'STORAGE_FULL',
  () => 'The disk of this server is almost full. Nothing was stored. Free some space, then retry.',
);

export const PRECONDITION_FAILED = defineError(
  'PRECONDITION_FAILED',
  () => 'The resource has changed since you read it. Get it again, then repeat the change.',
);

export const SERVER_BUSY = defineError(
  'SERVER_BUSY',
  () => 'The server is overloaded. Nothing was changed. Retry in a few seconds.',
);

export const SHUTTING_DOWN = defineError('SHUTTING_DOWN', () => 'The server is shutting down. Retry in a few seconds.');

export const INTERNAL_ERROR = defineError(
  'INTERNAL_ERROR',
  () => 'An internal error occurred. Nothing was stored. The server log has the details under the request id.',
);

export const ADDRESS_UNUSABLE = defineError<{
  host: string;
  port: number;
  reason: string;
  setting: 'ASSAY_HOST' | 'ASSAY_PORT';
}>('ADDRESS_UNUSABLE', ({ host, port, reason, setting }) => {
  const value = setting === 'ASSAY_HOST' ? 'one of its addresses' : 'a free port, or to 0 for any free port';
  return `Assay cannot listen on ${host}, port ${port}: ${reason}. Set ${setting} to ${value}.`;
});
