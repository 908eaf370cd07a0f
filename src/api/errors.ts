import { defineError, quote } from '../core/errors.ts';
import { LIMITS } from '../core/limits.ts';

export const URL_INVALID = defineError<{ problem: string }>(
  'URL_INVALID',
  ({ problem }) => `The address cannot be read: ${problem}. Percent-encode names as UTF-8, for example team%2Fapi.`,
);

export const URL_TOO_LONG = defineError(
  'URL_TOO_LONG',
  () =>
    `A piece of the path is longer than ${LIMITS.pathParameterUnitsMax} characters. Names have at most ${LIMITS.nameCharactersMax}.`,
);

export const HTTP_INVALID = defineError<{ problem: string }>(
  'HTTP_INVALID',
  ({ problem }) => `The request is not valid HTTP: ${problem}.`,
);

export const HEADERS_TOO_LARGE = defineError(
  'HEADERS_TOO_LARGE',
  () => `The request line and headers are larger than ${LIMITS.headerBytesMax} bytes in all.`,
);

export const REQUEST_TIMEOUT = defineError(
  'REQUEST_TIMEOUT',
  () =>
    `The request arrived too slowly: headers have ${LIMITS.headersTimeoutMs / 1000} s, the whole request ${LIMITS.requestTimeoutMs / 1000} s, and a body must bring ${LIMITS.bodyBytesPerSecondMin} bytes/s. Send it again.`,
);

export const ROUTE_UNKNOWN = defineError(
  'ROUTE_UNKNOWN',
  () => 'There is nothing at this address. The API is described at /api/docs.',
);

export const PORTAL_NOT_BUILT = defineError(
  'PORTAL_NOT_BUILT',
  () =>
    'The portal is not built. Run npm ci, which brings its build tools, and start Assay again. The API is described at /api/docs.',
);

export const METHOD_NOT_ALLOWED = defineError<{ method: string; allowed: string }>(
  'METHOD_NOT_ALLOWED',
  ({ method, allowed }) => `${quote(method)} is not possible here. Allowed: ${allowed}.`,
);

export const PARAMETER_INVALID = defineError<{ summary: string }>('PARAMETER_INVALID', ({ summary }) => summary);

export const CURSOR_INVALID = defineError(
  'CURSOR_INVALID',
  () => 'The cursor is not valid for this list. Start again from the first page, with the same filters on every page.',
);

export const BODY_INVALID = defineError<{ summary: string }>('BODY_INVALID', ({ summary }) => summary);

export const BODY_TOO_LARGE = defineError<{ bytesMax: number; afterDecompression?: boolean }>(
  'BODY_TOO_LARGE',
  ({ bytesMax, afterDecompression }) =>
    `The body is larger than ${bytesMax} bytes${afterDecompression === true ? ' after decompression' : ''}, which is the limit.`,
);

export const BODY_RATIO_TOO_HIGH = defineError<{ ratioMax: number }>(
  'BODY_RATIO_TOO_HIGH',
  ({ ratioMax }) =>
    `The body grows to more than ${ratioMax} times its size after decompression, which no real SBOM does. Send it without Content-Encoding.`,
);

export const BODY_ENCODING_INVALID = defineError<{ encoding: string; problem: string }>(
  'BODY_ENCODING_INVALID',
  ({ encoding, problem }) => `The body is not valid ${encoding}: ${problem}. Compress it again, or send it plain.`,
);

export const ENCODING_UNSUPPORTED = defineError<{ encoding: string }>(
  'ENCODING_UNSUPPORTED',
  ({ encoding }) =>
    `The Content-Encoding ${quote(encoding)} is not supported. Use one of gzip, br, zstd, or none; encodings cannot be stacked.`,
);

export const CONTENT_TYPE_UNSUPPORTED = defineError<{ cure: string }>(
  'CONTENT_TYPE_UNSUPPORTED',
  ({ cure }) => `This Content-Type is not supported. ${cure}`,
);

export const REPORT_TOO_LARGE = defineError(
  'REPORT_TOO_LARGE',
  () =>
    `There are more than ${LIMITS.reportFindingsMax} findings, which are too many for one report of this form. Narrow the filter, or ask for text/csv, which has no limit.`,
);

export const DIGEST_INVALID = defineError(
  'DIGEST_INVALID',
  () => 'The Content-Digest header cannot be read. Send for example sha-256=:base64:, over the bytes as they are sent.',
);

export const DIGEST_MISMATCH = defineError<{ algorithm: string }>(
  'DIGEST_MISMATCH',
  ({ algorithm }) =>
    `The ${algorithm} in Content-Digest is not that of the bytes that arrived. It covers the body as sent, after compression. Send it again.`,
);

export const EXPECTATION_FAILED = defineError(
  'EXPECTATION_FAILED',
  () => 'The Expect header may only say 100-continue.',
);

export const STORAGE_FULL = defineError(
  'STORAGE_FULL',
  () => 'The disk of this server is almost full. Nothing was stored; free some space, then send the request again.',
);

export const PRECONDITION_FAILED = defineError(
  'PRECONDITION_FAILED',
  () => 'What you want to change has changed since you read it. Read it again, then repeat the change.',
);

export const SERVER_BUSY = defineError(
  'SERVER_BUSY',
  () => 'The server has too much to do right now. Nothing was changed; send the request again in a few seconds.',
);

export const SHUTTING_DOWN = defineError(
  'SHUTTING_DOWN',
  () => 'The server is shutting down. Send the request again in a few seconds.',
);

export const INTERNAL_ERROR = defineError(
  'INTERNAL_ERROR',
  () => 'Something went wrong inside Assay. It was logged under the request id; nothing was stored by this request.',
);

export const ADDRESS_UNUSABLE = defineError<{
  host: string;
  port: number;
  reason: string;
  setting: 'ASSAY_HOST' | 'ASSAY_PORT';
}>('ADDRESS_UNUSABLE', ({ host, port, reason, setting }) => {
  const cure = setting === 'ASSAY_HOST' ? 'one of its addresses' : 'a free one, or to 0 for any';
  return `Assay cannot listen on ${host}, port ${port}: ${reason}. Set ${setting} to ${cure}.`;
});
