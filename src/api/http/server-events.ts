/**
 * Sends errors in the API format where Node would respond by itself or not at all: malformed HTTP, slow headers, oversized
 * headers, CONNECT and Expect. https://nodejs.org/api/http.html
 */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { AssayError } from '../../core/errors.ts';
import { EXPECTATION_FAILED, HEADERS_TOO_LARGE, HTTP_INVALID, METHOD_NOT_ALLOWED, REQUEST_TIMEOUT } from '../errors.ts';
import { statusOf } from './errors/error-status.ts';
import { toWireError } from './errors/send-error.ts';

/** For Fastify's `clientErrorHandler`, which runs when a request cannot be parsed. */
export function sendClientError(error: Error & { code?: string }, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  writeRaw(socket, toHttpError(error.code));
}

function toHttpError(code: string | undefined): AssayError {
  if (code === 'HPE_HEADER_OVERFLOW') return HEADERS_TOO_LARGE();
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return REQUEST_TIMEOUT();
  return HTTP_INVALID({ problem: 'it cannot be parsed' });
}

const awaitingContinue = new WeakSet<IncomingMessage>();

/** Lets all checks that need only the headers run before the client is told to send its body. */
export function handleServerEvents(
  server: Server,
  route: (request: IncomingMessage, response: ServerResponse) => void,
): void {
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    awaitingContinue.add(request);
    route(request, response);
  });
  server.on('checkExpectation', (_request: IncomingMessage, response: ServerResponse) => {
    const requestId = randomUUID();
    const body = JSON.stringify(toWireError(EXPECTATION_FAILED(), requestId));
    response.writeHead(417, { ...rawHeaders(requestId), 'content-length': Buffer.byteLength(body) }).end(body);
  });
  server.on('connect', (_request: IncomingMessage, socket: Duplex) => {
    writeRaw(socket, METHOD_NOT_ALLOWED({ method: 'CONNECT', allowed: 'GET' }), { allow: 'GET' });
  });
}

/** Call this before reading the body. */
export function sendContinue(request: IncomingMessage, response: ServerResponse): void {
  if (awaitingContinue.delete(request)) response.writeContinue();
}

const REASON_PHRASES: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  405: 'Method Not Allowed',
  408: 'Request Timeout',
  431: 'Request Header Fields Too Large',
};

function rawHeaders(requestId: string): Record<string, string> {
  return {
    'content-type': 'application/json; charset=utf-8',
    'x-content-type-options': 'nosniff',
    'x-request-id': requestId,
    connection: 'close',
  };
}

function writeRaw(socket: Duplex, error: AssayError, more: Record<string, string> = {}): void {
  const requestId = randomUUID();
  const body = JSON.stringify(toWireError(error, requestId));
  const status = statusOf(error.code) ?? 400;
  const headers = { ...rawHeaders(requestId), ...more, 'content-length': String(Buffer.byteLength(body)) };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${status} ${REASON_PHRASES[status] ?? 'Error'}\r\n${lines.join('')}\r\n${body}`);
}
