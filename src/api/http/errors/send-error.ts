/**
 * Sends every error, in one format. If the client is still sending its body, the response has `Connection: close` and the rest is
 * read and dropped for a moment, so that the client sees the status instead of a connection reset, which it would take for a
 * network error and retry.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { AssayError } from '../../../core/errors.ts';
import type { WireError } from '../../contract/error.ts';
import { INTERNAL_ERROR } from '../../errors.ts';
import { statusOf } from './error-status.ts';
import { toAssayError } from './to-assay-error.ts';

const DROP_FOR_MS = 2_000;
const RETRY_AFTER_SECONDS = 2;
const JSON_TYPE = 'application/json; charset=utf-8';

export interface ErrorLog {
  readonly onError: (code: string) => void;
}

export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply, log: ErrorLog): void {
  if (error === request.raw.errored) {
    // The client disconnected while sending its body: there is no client to respond to, and no failure here.
    request.log.debug({ requestId: request.id }, 'client disconnected');
    reply.hijack();
    reply.raw.destroy();
    return;
  }
  const known = toAssayError(error);
  const status = statusOf(known.code) ?? 500;
  log.onError(known.code);
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
