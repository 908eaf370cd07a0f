/** X-Total-Count and Link of a list, as paths without a host: how people reach us is not for a request header to say. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { PageQuery } from './contract/page.ts';
import { signCursor } from './signed-cursor.ts';

export interface PageEnd {
  readonly total: number;
  /** There are more than that, so the last page has no address. */
  readonly more?: boolean;
  /** Where the next page begins, whatever is added meanwhile; null on the last one, absent in lists without cursors. */
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
  // Who follows a cursor has left the offsets behind.
  else if (next === undefined && cursor === undefined && offset + limit < total)
    links.push(toLink(request, limit, { offset: offset + limit }, 'next'));
  if (!more) links.push(toLink(request, limit, { offset: lastOffset }, 'last'));
  void reply.header('x-total-count', total).header('link', links.join(', '));
  if (more) void reply.header('x-total-more', 'true');
}

/** A cursor comes alone: offsets that grow with the pages would end where offsets end. */
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
