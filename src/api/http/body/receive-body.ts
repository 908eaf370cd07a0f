/**
 * Receives a body into the spool: reads, decodes, scans and compresses it in one pass, chunk by chunk, without a transaction and
 * without holding all of it in memory. The decision between 200 and 400 is made at its end.
 */
import type { IncomingMessage } from 'node:http';
import { setImmediate as nextTurnOfLoop } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Limits } from '../../../core/limits.ts';
import { createScanner } from '../../../core/sbom/scan/scan-document.ts';
import type { ScanFacts } from '../../../core/sbom/scan/scan-facts.ts';
import type { CrashPoint } from '../../../pipeline/deps.ts';
import type { Spool } from '../../../store/portfolio/blobs/spool.ts';
import type { SpooledDocument } from '../../../store/portfolio/blobs/spooled-document.ts';
import { decodeBody, toBodyEncoding, type BodyEncoding } from './body-encoding.ts';
import { readBodyStream } from './body-stream.ts';
import { BODY_TOO_LARGE, CONTENT_TYPE_UNSUPPORTED } from '../../errors.ts';
import type { RequestWork } from '../limits/request-work.ts';
import type { FairQueue } from '../limits/fair-queue.ts';
import type { ApiDeps } from '../../api-deps.ts';
import { BODY_EMPTY } from '../../../core/sbom/errors.ts';
import { getPrincipal } from '../guard-request.ts';
import { sendContinue } from '../server-events.ts';

export interface ReceivedBody {
  readonly document: SpooledDocument;
  readonly facts: ScanFacts;
}

interface BodyDeps {
  readonly spool: Spool;
  /** Scanning and compressing bodies is most of the work of the main thread, so organizations take turns chunk by chunk. */
  readonly bodyQueue: FairQueue;
  readonly limits: Limits;
  readonly crashPoint: (name: CrashPoint) => void;
}

/** For routes whose handlers read the body, regardless of its Content-Type. */
export function disableBodyParsing(
  app: Pick<FastifyInstance, 'removeAllContentTypeParsers' | 'addContentTypeParser'>,
): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _payload, done) => done(null));
}

/** Makes all checks that need only the headers, before the client is told to continue. */
export function checkBodyHeaders(
  request: IncomingMessage,
  limits: Limits,
  { isForm = false }: { readonly isForm?: boolean } = {},
): BodyEncoding {
  if (announcedBytes(request) > limits.bodyBytesMax) throw BODY_TOO_LARGE({ bytesMax: limits.bodyBytesMax });
  const encoding = toBodyEncoding(request.headers['content-encoding']);
  if (!isForm && /^\s*multipart\//i.test(request.headers['content-type'] ?? '')) {
    throw CONTENT_TYPE_UNSUPPORTED({
      remedy: 'Send the document itself as the body, for example with curl --data-binary @sbom.json.',
    });
  }
  return encoding;
}

interface IncomingBody {
  readonly request: IncomingMessage;
  readonly encoding: BodyEncoding;
  /** Organizations take turns. */
  readonly orgId: string;
  readonly work: RequestWork | undefined;
  readonly form?: Pick<Form, 'readDocument'> | undefined;
}

/** A body with one document and a few other fields. */
export interface Form {
  /** Yields the bytes of the document. */
  readonly readDocument: (body: AsyncIterable<Buffer>) => AsyncIterable<Buffer>;
  /** The other fields. Complete when the document has been read to its end, because clients send them in any order. */
  readonly fields: () => Readonly<Record<string, unknown>>;
}

/** The caller must close the document. */
export async function receiveBody(deps: BodyDeps, incoming: IncomingBody): Promise<ReceivedBody> {
  const scanner = createScanner();
  let facts: ScanFacts | undefined;
  const look = {
    push: (chunk: Buffer) => scanner.push(chunk),
    end: () => {
      facts = scanner.end();
    },
  };
  const document = await receiveBytes(deps, incoming, look);
  if (facts === undefined) throw new Error('The body was not scanned to the end.');
  return { document, facts };
}

/** Sees every byte of the body, and can reject it. */
interface BodyObserver {
  readonly push: (chunk: Buffer) => void;
  readonly end: () => void;
}

const NO_OBSERVER: BodyObserver = { push: () => {}, end: () => {} };

/** For bodies that are not JSON or are validated elsewhere. The caller must close the document. */
async function receiveBytes(
  deps: BodyDeps,
  { request, encoding, orgId, work, form }: IncomingBody,
  look: BodyObserver = NO_OBSERVER,
): Promise<SpooledDocument> {
  const announced = announcedBytes(request);
  const writer = deps.spool.open(announced);
  work?.pause();
  try {
    let bytes = 0;
    const body = decodeBody(readBodyStream(request, deps.limits.bodyBytesMax), encoding, deps.limits);
    for await (const chunk of form === undefined ? body : form.readDocument(body)) {
      const endTurn = await deps.bodyQueue.acquire(1, orgId);
      bytes += chunk.length;
      try {
        await work?.start();
        // Yields to the event loop, so that other requests are served between two chunks.
        await nextTurnOfLoop();
        look.push(chunk);
        await writer.write(chunk);
      } finally {
        work?.pause();
        endTurn();
      }
      // Without a Content-Length the half is unknown; the first chunk is used instead.
      if (bytes * 2 >= announced) deps.crashPoint('body-half');
    }
    deps.crashPoint('body-complete');
    await work?.start();
    look.end();
    return await writer.finish();
  } catch (error) {
    await writer.close();
    throw error;
  }
}

function announcedBytes(request: IncomingMessage): number {
  return Number(request.headers['content-length'] ?? 0);
}

/**
 * The body of a request with a VEX document or a document of a profile: raw, optionally compressed, far smaller than an SBOM. It goes through
 * the spool like an upload, with its own limits, and is released after use.
 */
interface SmallBody {
  readonly document: SpooledDocument;
  /** A copy, because it may be transferred to a thread. */
  readonly bytes: Uint8Array;
}

export async function withSmallBody<Result>(
  deps: ApiDeps,
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
  { bytesMax, isJson, form }: { readonly bytesMax: number; readonly isJson: boolean; readonly form?: Form },
  work: (body: SmallBody) => Promise<Result>,
): Promise<Result> {
  await deps.storageGuard();
  const limits = { ...deps.limits, bodyBytesMax: bytesMax, bodyInflatedBytesMax: bytesMax };
  const encoding = checkBodyHeaders(request.raw, limits, { isForm: form !== undefined });
  sendContinue(request.raw, reply.raw);
  const incoming = { request: request.raw, encoding, orgId: getPrincipal(request).orgId, work: request.work, form };
  const look = isJson ? scanJson() : undefined;
  const document = await receiveBytes({ ...deps, limits }, incoming, look);
  try {
    if (document.sizeBytes === 0) throw BODY_EMPTY();
    return await work({ document, bytes: Uint8Array.from(await document.read(0, document.sizeBytes)) });
  } finally {
    await document.close();
  }
}

/** Rejects invalid or hostile JSON with its line and column before it is parsed. */
function scanJson(): BodyObserver {
  const scanner = createScanner();
  return {
    push: (chunk) => scanner.push(chunk),
    end: () => {
      scanner.end();
    },
  };
}
