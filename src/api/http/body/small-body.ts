/**
 * The body of a request with a VEX or runtime document: raw, optionally compressed, far smaller than an SBOM. It goes through the
 * spool like an upload, with its own limits, and is released after use.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { createScanner } from '../../../core/sbom/scan/scan-document.ts';
import type { SpooledDocument } from '../../../store/portfolio/blobs/spooled-document.ts';
import type { ApiDeps } from '../../api-deps.ts';
import { BODY_EMPTY } from '../../../core/sbom/errors.ts';
import { getPrincipal } from '../guard-request.ts';
import { sendContinue } from '../server-events.ts';
import { checkBodyHeaders, receiveBytes, type BodyObserver } from './receive-body.ts';

export interface SmallBody {
  readonly document: SpooledDocument;
  /** A copy, because it may be transferred to a thread. */
  readonly bytes: Uint8Array;
}

export async function withSmallBody<Result>(
  deps: ApiDeps,
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
  { bytesMax, isJson }: { readonly bytesMax: number; readonly isJson: boolean },
  work: (body: SmallBody) => Promise<Result>,
): Promise<Result> {
  await deps.storageGuard();
  const limits = { ...deps.limits, bodyBytesMax: bytesMax, bodyInflatedBytesMax: bytesMax };
  const encoding = checkBodyHeaders(request.raw, limits);
  sendContinue(request.raw, reply.raw);
  const incoming = { request: request.raw, encoding, orgId: getPrincipal(request).orgId, work: request.work };
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
