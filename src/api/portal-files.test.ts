import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seedTree, type SeededTree } from '../../test/support/seeded-tree.ts';
import { servePortal } from './portal-files.ts';
import { toAssayError } from './http/errors/send-error.ts';
import { addWorkLimits } from './http/limits/request-work.ts';

const PAGE = readFileSync(join(import.meta.dirname, '../../portal/index.html'), 'utf8');
const NONCE = /<meta name="style-nonce" content="([^"]*)"/;

async function buildServer(folder: string): Promise<FastifyInstance> {
  const app = Fastify();
  app.setErrorHandler(async (error, _request, reply) => await reply.code(404).send({ code: toAssayError(error).code }));
  app.setNotFoundHandler(async (_request, reply) => await reply.code(404).send({ code: 'NOT_FOUND' }));
  await servePortal(app, folder);
  return app;
}

describe('servePortal', () => {
  let tree: SeededTree;
  let app: FastifyInstance;

  beforeAll(async () => {
    tree = seedTree({
      'index.html': PAGE,
      'assets/index-abc.js': 'start();',
      'assets/index-abc.js.gz': 'compressed',
      'assets/.hidden': 'secret',
      'secret.txt': 'secret',
    });
    app = await buildServer(tree.root);
  });
  afterAll(async () => {
    await app.close();
    tree.remove();
  });

  it.each([
    '/',
    '/services',
    '/services/shop',
    '/services/team%2Fshop/versions/1.0?severity=high',
    '/vulnerabilities',
    '/vulnerabilities/CVE-2021-44228',
    '/components',
    '/components/npm%2Flodash',
    '/settings',
    '/settings/members',
    '/findings/01970000-0000-7000-8000-000000000001',
    '/sign-in',
    '/invite/a-code',
    '/forgot-password',
    '/reset-password/a-code',
    '/account',
  ])('serves the page at %s', async (url) => {
    const { statusCode, headers, body } = await app.inject({ url });

    expect([statusCode, headers['content-type'], headers['cache-control']]).toEqual([
      200,
      'text/html; charset=utf-8',
      'no-store',
    ]);
    expect(body).toContain('<div id="root">');
  });

  it.each([
    '/service/shop',
    '/servicesx',
    '/sign-in/x',
    '/account/x',
    '/invite',
    '/component/x',
    '/vulnerability/x',
    '/index.html',
    '/assets',
    '/portal/dist/index.html',
    '/favicon.ico',
  ])('leaves %s to the API', async (url) => {
    const { statusCode, body } = await app.inject({ url });

    expect([statusCode, body]).toEqual([404, '{"code":"NOT_FOUND"}']);
  });

  it('sets a new nonce for the styles of each page, and none for scripts', async () => {
    const pages = [await app.inject({ url: '/services' }), await app.inject({ url: '/services' })];
    const nonces = pages.map(({ body }) => NONCE.exec(body)?.[1] ?? '');

    expect(new Set(nonces).size).toBe(2);
    for (const [index, { headers }] of pages.entries()) {
      expect(headers['content-security-policy']).toBe(
        `default-src 'self'; script-src 'self'; style-src 'self' 'nonce-${nonces[index]}'; img-src 'self' data:; connect-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`,
      );
    }
    expect(nonces[0]).toMatch(/^[A-Za-z0-9+/]{22}==$/);
  });

  it('lets files with hashed names be cached forever', async () => {
    const { statusCode, headers, body } = await app.inject({ url: '/assets/index-abc.js' });

    expect([statusCode, body, headers['cache-control']]).toEqual([
      200,
      'start();',
      'public, max-age=31536000, immutable',
    ]);
  });

  it('sends the compressed copy of a file to a browser that accepts it', async () => {
    const { headers, body } = await app.inject({
      url: '/assets/index-abc.js',
      headers: { 'accept-encoding': 'gzip, br' },
    });

    expect([body, headers['content-encoding']]).toEqual(['compressed', 'gzip']);
    expect(headers['content-type']).toContain('javascript');
  });

  it.each([
    '/assets/none.js',
    '/assets/.hidden',
    '/assets/../secret.txt',
    '/assets/%2e%2e/secret.txt',
    '/assets/..%2fsecret.txt',
    '/assets//index-abc.js',
    '/assets/%00',
    '/assets/',
  ])('responds with 404 to %s', async (url) => {
    const { statusCode, body } = await app.inject({ url });

    expect(statusCode).toBe(404);
    expect(['{"code":"NOT_FOUND"}', '{"code":"ROUTE_UNKNOWN"}']).toContain(body);
  });

  it('reports that the portal is not built, and serves it once it is', async () => {
    const empty = seedTree({});
    const early = await buildServer(join(empty.root, 'dist'));
    const before = await early.inject({ url: '/services' });
    mkdirSync(join(empty.root, 'dist/assets'), { recursive: true });
    writeFileSync(join(empty.root, 'dist/index.html'), PAGE);
    writeFileSync(join(empty.root, 'dist/assets/index-abc.js'), '');
    const after = [await early.inject({ url: '/services' }), await early.inject({ url: '/assets/index-abc.js' })];
    await early.close();
    empty.remove();

    expect([before.statusCode, before.body]).toEqual([404, '{"code":"PORTAL_NOT_BUILT"}']);
    expect(after.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
  });

  it('is not held back with the other requests of an address while several organizations are active', async () => {
    const busy = Fastify();
    busy.decorateRequest('principal', undefined);
    busy.addHook('onRequest', async (request) => {
      const { org } = request.headers;
      if (org !== undefined) request.principal = { orgId: org } as never;
    });
    addWorkLimits(busy, () => {});
    const release = Promise.withResolvers<string>();
    busy.get('/api/v2/invitation', async () => await release.promise);
    busy.get('/api/v2/me', async () => 'me');
    await servePortal(busy, tree.root);
    for (const org of ['one', 'two']) await busy.inject({ url: '/api/v2/me', headers: { org } });
    const held = Array.from({ length: 100 }, async () => await busy.inject({ url: '/api/v2/invitation' }));

    const loaded = await Promise.all(
      ['/', '/services', '/assets/index-abc.js'].map(async (url) => await busy.inject({ url })),
    );

    expect(loaded.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
    release.resolve('done');
    void Promise.allSettled(held);
    await busy.close();
  });
});
