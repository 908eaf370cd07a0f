/** ETags, derived from the body and the organization, so that an ETag of one organization never matches in another. */
import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { PRECONDITION_FAILED } from '../../errors.ts';
import { getPrincipal } from '../guard-request.ts';

/** For the schema of reads that are polled with If-None-Match. */
export const UNCHANGED = { 304: z.null().describe('Nothing has changed since the `ETag`.') } as const;

export function toEtag(orgId: string, body: unknown): string {
  return `"${createHash('sha256').update(orgId).update(JSON.stringify(body)).digest('base64url').slice(0, 27)}"`;
}

/** Sets the ETag and returns true if the client already has this response, so that 304 is to be sent. */
export function isUnchanged(request: FastifyRequest, reply: FastifyReply, etag: string): boolean {
  void reply.header('etag', etag).header('cache-control', 'private, no-cache');
  return tagsOf(request.headers['if-none-match']).some((tag) => tag === '*' || tag.replace(/^W\//, '') === etag);
}

/** Responds with 304 if the client already has this response; the ETag is that of `state`. */
export async function sendUnlessKnown<Wire>(
  request: FastifyRequest,
  reply: FastifyReply,
  wire: Wire,
  state: unknown = wire,
): Promise<Wire | FastifyReply> {
  const etag = toEtag(getPrincipal(request).orgId, state);
  return isUnchanged(request, reply, etag) ? await reply.code(304).send(null) : wire;
}

/** Throws if If-Match was sent and does not match the current state. */
export function requireMatch(request: FastifyRequest, etag: string): void {
  const tags = tagsOf(request.headers['if-match']);
  if (tags.length > 0 && !tags.some((tag) => tag === '*' || tag === etag)) throw PRECONDITION_FAILED();
}

function tagsOf(header: string | undefined): string[] {
  return header === undefined ? [] : header.split(',').map((tag) => tag.trim());
}
