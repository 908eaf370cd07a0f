/**
 * Sets X-Total-Count and Link for lists. Links are paths without a host, because request headers cannot be trusted to name it.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { PageQuery } from '../../contract/page.ts';
import { signCursor } from './cursor.ts';

interface PageEnd {
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
  const linkTo = (place: number, relation: string): string =>
    toLink(request, { limit, offset: place, cursor: undefined }, relation);
  const links = [linkTo(0, 'first')];
  if (offset > 0 && cursor === undefined) links.push(linkTo(Math.max(0, offset - limit), 'prev'));
  // A cursor replaces the offset: growing offsets would run into the offset limit.
  if (typeof next === 'string')
    links.push(toLink(request, { limit, offset: undefined, cursor: signCursor(request, next) }, 'next'));
  // Pages after a cursor have no offset.
  else if (next === undefined && cursor === undefined && offset + limit < total)
    links.push(linkTo(offset + limit, 'next'));
  if (!more) links.push(linkTo(lastOffset, 'last'));
  void reply.header('x-total-count', total).header('link', links.join(', '));
  if (more) void reply.header('x-total-more', 'true');
}

/** Sets the headers of a page, and returns its items in the form of the API. */
export function sendPage<Item, Wire>(
  request: FastifyRequest,
  reply: FastifyReply,
  query: Parameters<typeof setPageHeaders>[2],
  page: PageEnd & { readonly items: readonly Item[] },
  toWire: (item: Item) => Wire,
): Wire[] {
  setPageHeaders(request, reply, query, page);
  return page.items.map((item) => toWire(item));
}

/** For lists that are returned completely. */
export function setTotalHeader(reply: FastifyReply, { length }: readonly unknown[]): void {
  void reply.header('x-total-count', length);
}

/** A link to the requested list with other parameters; undefined removes a parameter. */
export function toLink(
  request: FastifyRequest,
  changes: Readonly<Record<string, string | number | undefined>>,
  relation: string,
): string {
  const [path = '', query = ''] = request.url.split('?', 2);
  const parameters = new URLSearchParams(query);
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined) parameters.delete(name);
    else parameters.set(name, String(value));
  }
  return `<${path}?${parameters.toString()}>; rel="${relation}"`;
}
