/**
 * Checks that a change was requested by the portal itself. A browser sends its cookies with requests of any page, so the cookie
 * alone proves nothing. `Sec-Fetch-Site` does, and on plain http, where browsers omit it, `Origin`.
 * https://cheatsheetseries.owasp.org/cheatsheets/Cross-Site_Request_Forgery_Prevention_Cheat_Sheet.html#fetch-metadata-headers
 */
import type { FastifyRequest } from 'fastify';
import { ORIGIN_REFUSED } from '../../access/errors.ts';

const SAFE_METHODS = ['GET', 'HEAD', 'OPTIONS', 'TRACE'];

/** For requests authenticated by a session cookie. */
export function requireSameOrigin(request: FastifyRequest, publicUrl: string | undefined): void {
  if (SAFE_METHODS.includes(request.method)) return;
  if (classifyOrigin(request, publicUrl) !== 'ours') throw ORIGIN_REFUSED();
}

/** For requests without a session. Programs send no origin, and no cookies either. */
export function refuseOtherOrigin(request: FastifyRequest, publicUrl: string | undefined): void {
  if (classifyOrigin(request, publicUrl) === 'foreign') throw ORIGIN_REFUSED();
}

function classifyOrigin(request: FastifyRequest, publicUrl: string | undefined): 'ours' | 'foreign' | 'unknown' {
  const { 'sec-fetch-site': sites = [], origin: origins = [] } = request.raw.headersDistinct;
  if (sites.length > 1 || origins.length > 1) return 'foreign';
  const [site] = sites;
  if (site !== undefined) return site === 'same-origin' ? 'ours' : 'foreign';
  const [origin] = origins;
  if (origin === undefined) return 'unknown';
  return isOwnOrigin(origin, request, publicUrl) ? 'ours' : 'foreign';
}

/** Accepts the public URL or the requested host. If the public URL is https, a plain http origin is rejected. */
function isOwnOrigin(origin: string, request: FastifyRequest, publicUrl: string | undefined): boolean {
  const url = URL.parse(origin);
  // A `file:` URL has no host, and neither does a request without a Host header.
  if (url === null || url.host === '') return false;
  if (publicUrl !== undefined && url.origin === URL.parse(publicUrl)?.origin) return true;
  if (publicUrl?.startsWith('https:') === true && url.protocol !== 'https:') return false;
  return url.host === request.raw.headers.host?.toLowerCase();
}
