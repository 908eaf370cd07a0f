/** X-Total-Count and Link of a list, as paths without a host: how people reach us is not for a request header to say. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { PageQuery } from './contract/page.ts';

/** A list with cursors says where its next page begins, whatever is added meanwhile, or that there is none (null). */
export function setPageHeaders(
  request: FastifyRequest,
  reply: FastifyReply,
  page: PageQuery,
  total: number,
  nextCursor?: string | null,
): void {
  const { limit, offset } = page;
  const lastOffset = total === 0 ? 0 : Math.floor((total - 1) / limit) * limit;
  const links = [toLink(request, 0, limit, 'first')];
  if (offset > 0) links.push(toLink(request, Math.max(0, offset - limit), limit, 'prev'));
  const hasNext = nextCursor === undefined ? offset + limit < total : nextCursor !== null;
  if (hasNext) links.push(toLink(request, offset + limit, limit, 'next', nextCursor ?? undefined));
  links.push(toLink(request, lastOffset, limit, 'last'));
  void reply.header('x-total-count', total).header('link', links.join(', '));
}

function toLink(request: FastifyRequest, offset: number, limit: number, relation: string, cursor?: string): string {
  const [path = '', query = ''] = request.url.split('?', 2);
  const parameters = new URLSearchParams(query);
  parameters.set('limit', String(limit));
  parameters.set('offset', String(offset));
  if (cursor === undefined) parameters.delete('cursor');
  else parameters.set('cursor', cursor);
  return `<${path}?${parameters.toString()}>; rel="${relation}"`;
}
