/**
 * Serves the portal build. Its files have hashed names and are cached forever; the page that references them is rendered for each
 * response, because the nonce of its styles differs. Only portal paths serve the page; the API handles all others.
 */
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AssayError } from '../core/errors.ts';
import { PORTAL_NOT_BUILT, ROUTE_UNKNOWN } from './errors.ts';

/** `/service/...` belongs to the API, `/services/...` to the portal. */
const PAGES = [
  '/',
  ...['/inbox', '/services', '/vulnerabilities', '/components', '/settings', '/docs'].flatMap((page) => [
    page,
    `${page}/*`,
  ]),
  '/findings/*',
  '/sign-in',
  '/forgot-password',
  '/reset-password/*',
  '/invite/*',
  '/account',
];
const NONCE_PLACEHOLDER = '{{style-nonce}}';

export async function servePortal(app: FastifyInstance, folder: string): Promise<void> {
  for (const url of PAGES) {
    app.get(url, { schema: { hide: true } }, async (_request, reply) => await sendPage(reply, folder));
  }
  await app.register(async (scope) => {
    hideRefusedFiles(scope);
    await scope.register(fastifyStatic, {
      root: join(folder, 'assets'),
      prefix: '/assets/',
      index: false,
      dotfiles: 'deny',
      preCompressed: true,
      acceptRanges: false,
      immutable: true,
      maxAge: '1y',
      decorateReply: false,
      // The portal may be built while the server starts.
      suppressWarning: true,
    });
  });
}

/** Responds with 404 where the static file server rejects a path, for example a dot file or one outside the folder. */
export function hideRefusedFiles(scope: FastifyInstance): void {
  scope.setErrorHandler<{ readonly statusCode?: number }>((error) => {
    throw error instanceof AssayError || (error.statusCode ?? 500) >= 500 ? error : ROUTE_UNKNOWN();
  });
}

/** A person followed a link to an unknown address. The page says so, and shows where to go; programs get an error. */
export function isUnknownPage({ is404, method, url, headers }: FastifyRequest): boolean {
  const isFile = url.startsWith('/api/') || url.startsWith('/assets/');
  return is404 && method === 'GET' && !isFile && headers.accept?.includes('text/html') === true;
}

export async function sendPage(reply: FastifyReply, folder: string): Promise<FastifyReply> {
  const page = await readPage(folder);
  const nonce = randomBytes(16).toString('base64');
  return await reply
    .headers({ 'content-security-policy': toPolicy(nonce), 'cache-control': 'no-store' })
    .type('text/html; charset=utf-8')
    .send(page.replace(NONCE_PLACEHOLDER, nonce));
}

/** Not cached: the file is small, page loads are rare, and a new build is visible at once. */
async function readPage(folder: string): Promise<string> {
  try {
    return await readFile(join(folder, 'index.html'), 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') throw PORTAL_NOT_BUILT();
    throw error;
  }
}

/** Allows no inline scripts; inline styles only from the component kit, which knows the nonce. */
function toPolicy(styleNonce: string): string {
  return [
    "default-src 'self'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${styleNonce}'`,
    "img-src 'self' data:",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}
