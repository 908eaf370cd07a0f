/**
 * Cursors as sent to clients: the position in a list, signed for the organization, path and filters that it was created for.
 * Continuing with another filter would silently skip rows, so such a cursor is rejected.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { KeyRing, SecretContext } from '../../../store/secrets/key-ring.ts';
import { CURSOR_INVALID } from '../../errors.ts';
import { getPrincipal } from '../guard-request.ts';

declare module 'fastify' {
  interface FastifyInstance {
    readonly keyRing: KeyRing;
  }
}

/** These change the size and position of a page, not the list. */
const PAGE_PARAMETERS = ['limit', 'offset', 'cursor'];

export function addCursorGuard(app: FastifyInstance, keyRing: KeyRing): void {
  app.decorate('keyRing', keyRing);
  // After validation, which drops cursors on routes without them.
  app.addHook('preHandler', async (request) => {
    const query = request.query as { cursor?: unknown } | undefined;
    if (typeof query?.cursor === 'string') query.cursor = verifyCursor(request, query.cursor);
  });
}

export function signCursor(request: FastifyRequest, cursor: string): string {
  return `${cursor}.${request.server.keyRing.sign(toText(request, cursor), toPlace(request))}`;
}

function verifyCursor(request: FastifyRequest, signed: string): string {
  const dot = signed.lastIndexOf('.');
  const [cursor, signature] = [signed.slice(0, Math.max(0, dot)), signed.slice(dot + 1)];
  if (!request.server.keyRing.isSigned(toText(request, cursor), toPlace(request), signature)) throw CURSOR_INVALID();
  return cursor;
}

function toPlace(request: FastifyRequest): SecretContext {
  return { orgId: getPrincipal(request).orgId, purpose: 'cursor' };
}

function toText(request: FastifyRequest, cursor: string): string {
  const [path = '', query = ''] = request.url.split('?', 2);
  const filters = new URLSearchParams(query);
  for (const name of PAGE_PARAMETERS) filters.delete(name);
  filters.sort();
  return [path, filters.toString(), cursor].join('\n');
}
