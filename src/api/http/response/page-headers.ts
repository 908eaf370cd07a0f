/**
 * Sets X-Total-Count and Link for lists. Links are paths without a host, because request headers cannot be trusted to name it.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { PageQuery } from '../../contract/page.ts';
import { signCursor } from './signed-cursor.ts';

export interface PageEnd {
  readonly total: number;
  /** There are more than `total`, so there is no link to the last page. */
  readonly more?: boolean;
  /** Start of the next page, stable under inserts; null on the last page, absent for lists without cursors. */
  readonly next?: string | null | undefined;
}

export function setPageHeaders(
  request: FastifyRequest,
  reply: FastifyReply,
  { limit, offset, cursor }: PageQuery & { readonly cursor?: string | undefined },
  { total, more = false, next }: PageEnd,
): void {
  const lastOffset = total === 0 ? 0 : Math.floor((total - 1) / limit) * limit;
  const links = [toLink(request, limit, { offset: 0 }, 'first')];
  if (offset > 0 && cursor === undefined)
    links.push(toLink(request, limit, { offset: Math.max(0, offset - limit) }, 'prev'));
  if (typeof next === 'string') links.push(toLink(request, limit, { cursor: signCursor(request, next) }, 'next'));
  // Pages after a cursor have no offset.
  else if (next === undefined && cursor === undefined && offset + limit < total)
    links.push(toLink(request, limit, { offset: offset + limit }, 'next'));
  if (!more) links.push(toLink(request, limit, { offset: lastOffset }, 'last'));
  void reply.header('x-total-count', total).header('link', links.join(', '));
  if (more) void reply.header('x-total-more', 'true');
}

/** For lists that are returned completely. */
export function setTotalHeader(reply: FastifyReply, { length }: readonly unknown[]): void {
  void reply.header('x-total-count', length);
}

/** A cursor replaces the offset: growing offsets would run into the offset limit. */
function toLink(
  request: FastifyRequest,
  limit: number,
  place: { readonly offset: number } | { readonly cursor: string },
  relation: string,
): string {
  const [path = '', query = ''] = request.url.split('?', 2);
  const parameters = new URLSearchParams(query);
  parameters.set('limit', String(limit));
  if ('offset' in place) parameters.set('offset', String(place.offset));
  else parameters.delete('offset');
  if ('cursor' in place) parameters.set('cursor', place.cursor);
  else parameters.delete('cursor');
  return `<${path}?${parameters.toString()}>; rel="${relation}"`;
}
