/**
 * Parses JSON bodies for all routes whose handlers do not read the body themselves. They are subject to the minimum rate of
 * uploads, and rejected if they contain text that cannot be stored.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { quote } from '../../../core/errors.ts';
import { LIMITS } from '../../../core/limits.ts';
import { findUnstorable, UNSTORABLE } from '../../../core/naming/unstorable-text.ts';
import { readBodyStream } from './body-stream.ts';
import { BODY_INVALID, BODY_TOO_LARGE } from '../../errors.ts';
import { sendContinue } from '../server-events.ts';

const UTF8 = new TextDecoder('utf-8', { fatal: true });

/** Unlike Fastify's parser, accepts a Content-Type without a body: many clients always send one. */
export function addJsonParser(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', async (request: FastifyRequest) => {
    const text = await readText(request);
    if (text === '') return undefined;
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    void parse(request, text, (error, value) => (error === null ? resolve(value) : reject(error)));
    const body = await promise;
    // In valid UTF-8, unstorable characters occur only as escapes.
    if (text.includes('\\u')) requireStorable(body);
    return body;
  });
  app.addHook('preParsing', async (request, reply, payload) => {
    if (request.routeOptions.config.streamsBody !== true) sendContinue(request.raw, reply.raw);
    return payload;
  });
}

async function readText({ raw }: FastifyRequest): Promise<string> {
  const bytesMax = LIMITS.otherBodyBytesMax;
  if (Number(raw.headers['content-length'] ?? 0) > bytesMax) throw BODY_TOO_LARGE({ bytesMax });
  const chunks: Buffer[] = [];
  for await (const chunk of readBodyStream(raw, bytesMax)) chunks.push(chunk);
  try {
    return UTF8.decode(Buffer.concat(chunks));
  } catch {
    throw BODY_INVALID({ summary: 'The body is not valid UTF-8.' });
  }
}

function requireStorable(body: unknown): void {
  const pointer = findUnstorable(body);
  if (pointer === undefined) return;
  const details = [{ path: pointer || '/', message: UNSTORABLE }];
  throw BODY_INVALID({ summary: `In the body, ${quote(pointer || '/')} ${UNSTORABLE}.` }, { details });
}
