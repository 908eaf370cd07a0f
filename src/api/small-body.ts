/**
 * The body of a request that brings a VEX or a runtime document: raw, optionally compressed, far smaller than an SBOM. It takes the
 * way of an upload into the spool, with limits of its own, and is given back when the work is done.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { createScanner } from '../core/sbom/scan-document.ts';
import type { SpooledDocument } from '../store/portfolio/spooled-document.ts';
import type { ApiDeps } from './api-deps.ts';
import { BODY_EMPTY } from '../core/sbom/errors.ts';
import { getPrincipal } from './guard-request.ts';
import { sendContinue } from './http-edge.ts';
import { checkBodyHeaders, receiveBytes, type BodyLook } from './receive-body.ts';

export interface SmallBody {
  readonly document: SpooledDocument;
  /** A copy: it may be handed over to a thread. */
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

/** What is no JSON, or hostile, is refused with its line and column before anybody reads it. */
function scanJson(): BodyLook {
  const scanner = createScanner();
  return {
    push: (chunk) => scanner.push(chunk),
    end: () => {
      scanner.end();
    },
  };
}
