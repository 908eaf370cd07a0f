/**
 * Whether a change was asked for by our own pages. A browser sends its cookies with whatever a page asks for, so the cookie
 * alone proves nothing; `Sec-Fetch-Site` does, and on plain http, where browsers leave it out, `Origin` does.
 * https://cheatsheetseries.owasp.org/cheatsheets/Cross-Site_Request_Forgery_Prevention_Cheat_Sheet.html#fetch-metadata-headers
 */
import type { FastifyRequest } from 'fastify';
import { ORIGIN_REFUSED } from '../access/errors.ts';

const SAFE_METHODS = ['GET', 'HEAD', 'OPTIONS', 'TRACE'];

/** For requests that the cookie of a session speaks for. */
export function requireSameOrigin(request: FastifyRequest, publicUrl: string | undefined): void {
  if (SAFE_METHODS.includes(request.method)) return;
  if (judge(request, publicUrl) !== 'ours') throw ORIGIN_REFUSED();
}

/** For those that bring no session yet. A program names no page, and nobody's cookies are with it. */
export function refuseOtherOrigin(request: FastifyRequest, publicUrl: string | undefined): void {
  if (judge(request, publicUrl) === 'foreign') throw ORIGIN_REFUSED();
}

function judge(request: FastifyRequest, publicUrl: string | undefined): 'ours' | 'foreign' | 'unknown' {
  const { 'sec-fetch-site': sites = [], origin: origins = [] } = request.raw.headersDistinct;
  if (sites.length > 1 || origins.length > 1) return 'foreign';
  const [site] = sites;
  if (site !== undefined) return site === 'same-origin' ? 'ours' : 'foreign';
  const [origin] = origins;
  if (origin === undefined) return 'unknown';
  return isOurs(origin, request, publicUrl) ? 'ours' : 'foreign';
}

/** The public address, or the one that was asked; where people come by https, a page without it is not ours. */
function isOurs(origin: string, request: FastifyRequest, publicUrl: string | undefined): boolean {
  const url = URL.parse(origin);
  // A file has no host, and neither has a request that names none.
  if (url === null || url.host === '') return false;
  if (publicUrl !== undefined && url.origin === URL.parse(publicUrl)?.origin) return true;
  if (publicUrl?.startsWith('https:') === true && url.protocol !== 'https:') return false;
  return url.host === request.raw.headers.host?.toLowerCase();
}
