/**
 * Sends every error, in one format. If the client is still sending its body, the response has `Connection: close` and the rest is
 * read and dropped for a moment, so that the client sees the status instead of a connection reset, which it would take for a
 * network error and retry.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AssayError, quote, type ErrorDetail } from '../../../core/errors.ts';
import type { WireError } from '../../contract/error.ts';
import {
  INTERNAL_ERROR,
  BODY_INVALID,
  BODY_TOO_LARGE,
  CONTENT_TYPE_UNSUPPORTED,
  HTTP_INVALID,
  PARAMETER_INVALID,
  SHUTTING_DOWN,
  URL_INVALID,
  URL_TOO_LONG,
} from '../../errors.ts';
import { statusOf } from './error-status.ts';
import { isResponseSerializationError, hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import { LIMITS } from '../../../core/limits.ts';

const DROP_FOR_MS = 2_000;
const RETRY_AFTER_SECONDS = 2;
const JSON_TYPE = 'application/json; charset=utf-8';

export function sendError(
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  onError: (code: string) => void,
): void {
  if (error === request.raw.errored) {
    // The client disconnected while sending its body: there is no client to respond to, and no failure here.
    request.log.debug({ requestId: request.id }, 'client disconnected');
    reply.hijack();
    reply.raw.destroy();
    return;
  }
  const known = toAssayError(error);
  const status = statusOf(known.code) ?? 500;
  onError(known.code);
  if (status >= 500) {
    const cause = known.code === INTERNAL_ERROR.code ? (known.cause ?? known) : known;
    request.log.error({ err: cause, code: known.code, requestId: request.id }, 'request failed');
  }
  // Not `request.raw.destroyed`: Node sets it as soon as the last byte of the body is read, while the client still waits.
  if (reply.sent || request.raw.socket.destroyed) {
    if (!reply.sent) reply.hijack();
    reply.raw.destroy();
    return;
  }
  void reply.headers(headersOf(known, status)).code(status);
  const body = JSON.stringify(toWireError(known, request.id));
  if (isBodyPending(request)) sendBeforeBodyEnds(request, reply, body);
  else void reply.serializer(String).send(body);
}

export function toWireError(error: AssayError, requestId: string): WireError {
  const wire: WireError = { errorMessage: error.message, code: error.code, requestId };
  if (error.details.length > 0) wire.details = error.details.map(({ path, message }) => ({ path, message }));
  return wire;
}

/** Headers that always belong to an error; others, such as Allow, are set where the error is thrown. */
function headersOf(error: AssayError, status: number): Record<string, string> {
  const headers: Record<string, string> = { 'content-type': JSON_TYPE, 'cache-control': 'no-store' };
  if (status === 401) headers['www-authenticate'] = 'Bearer';
  if (status === 429 || status === 503) headers['retry-after'] = String(error.retryAfterSeconds ?? RETRY_AFTER_SECONDS);
  if (error.code === 'ENCODING_UNSUPPORTED') headers['accept-encoding'] = 'gzip, br, zstd';
  return headers;
}

function isBodyPending(request: FastifyRequest): boolean {
  const { headers, complete } = request.raw;
  const announced = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
  return announced && !complete;
}

function sendBeforeBodyEnds(request: FastifyRequest, reply: FastifyReply, body: string): void {
  const { raw: response } = reply;
  const { raw: incoming } = request;
  request.work?.pause();
  reply.hijack();
  for (const [name, value] of Object.entries(reply.getHeaders()))
    if (value !== undefined) response.setHeader(name, value);
  response.writeHead(reply.statusCode, { connection: 'close', 'content-length': Buffer.byteLength(body) });
  // Not `toOutcome`: it would close the socket while the client is sending. The content length marks the end of the response.
  response.write(body);
  const finish = (): void => {
    clearTimeout(timer);
    response.end();
    incoming.socket.destroySoon();
  };
  const timer = setTimeout(finish, DROP_FOR_MS);
  incoming.on('error', () => {});
  incoming.once('end', finish);
  incoming.once('close', finish);
  incoming.resume();
}

/** Converts anything thrown by Assay, Fastify, zod or Node into an Assay error; unexpected errors become INTERNAL_ERROR. */
export function toAssayError(error: unknown): AssayError {
  if (error instanceof AssayError)
    return statusOf(error.code) === undefined ? INTERNAL_ERROR(undefined, { cause: error }) : error;
  if (hasZodFastifySchemaValidationErrors(error)) return fromValidation(error);
  if (isResponseSerializationError(error)) return INTERNAL_ERROR(undefined, { cause: error });
  const make = FRAMEWORK_ERRORS[codeOf(error)];
  return make === undefined ? INTERNAL_ERROR(undefined, { cause: error }) : make();
}

const SEND_JSON = 'Send JSON with "Content-Type: application/json".';

const FRAMEWORK_ERRORS: Readonly<Record<string, () => AssayError>> = {
  FST_ERR_BAD_URL: () => URL_INVALID({ problem: 'it contains an invalid percent-encoding' }),
  FST_ERR_MAX_PARAM_LENGTH: () => URL_TOO_LONG(),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () => CONTENT_TYPE_UNSUPPORTED({ remedy: SEND_JSON }),
  FST_ERR_CTP_BODY_TOO_LARGE: () => BODY_TOO_LARGE({ bytesMax: LIMITS.otherBodyBytesMax }),
  FST_ERR_CTP_EMPTY_JSON_BODY: () => BODY_INVALID({ summary: `The body is empty. ${SEND_JSON}` }),
  FST_ERR_CTP_INVALID_JSON_BODY: () => BODY_INVALID({ summary: `The body is not valid JSON. ${SEND_JSON}` }),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: () =>
    HTTP_INVALID({ problem: 'the length of the body differs from Content-Length' }),
  FST_ERR_ASYNC_CONSTRAINT: () => URL_INVALID({ problem: 'it cannot be routed' }),
  FST_ERR_REOPENED_CLOSE_SERVER: () => SHUTTING_DOWN(),
  FST_ERR_INSTANCE_ALREADY_CLOSED: () => SHUTTING_DOWN(),
};

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}

function fromValidation(error: Parameters<typeof hasZodFastifySchemaValidationErrors>[0]): AssayError {
  if (!hasZodFastifySchemaValidationErrors(error)) return INTERNAL_ERROR();
  const inBody = error.validationContext === 'body';
  const details: ErrorDetail[] = error.validation.slice(0, 20).map((issue) => ({
    path: inBody ? issue.instancePath || '/' : issue.instancePath.replace(/^\//, ''),
    message: shortened(issue.message ?? 'is invalid'),
  }));
  const first = details[0];
  const where = inBody ? `In the body, ${quote(first?.path ?? '/')}` : `The parameter ${quote(first?.path ?? '')}`;
  const message = first?.message ?? 'is invalid';
  // Messages of Assay continue the sentence ("must be ..."); those of Zod are sentences.
  const summary = `${where}${/^[a-z]/.test(message) ? '' : ':'} ${message}${details.length > 1 ? ` (and ${details.length - 1} more)` : ''}.`;
  return (inBody ? BODY_INVALID : PARAMETER_INVALID)({ summary }, { details });
}

function shortened(message: string): string {
  return message.length > 200 ? `${message.slice(0, 199)}…` : message;
}
