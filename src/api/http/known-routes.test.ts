import Fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { collectRoutes } from './known-routes.ts';

const noop = async (): Promise<string> => '';

function methodsOf(path: string): string[] {
  const app = Fastify({ exposeHeadRoutes: false });
  const known = collectRoutes(app);
  app.get('/service/:service/version/:version', noop);
  app.patch('/service/:service/version/:version', noop);
  app.post('/service/:service/version/sbom', noop);
  app.get('/files/*', noop);
  return known.methodsOf(path);
}

describe('collectRoutes', () => {
  it.each([
    ['/service/a/version/b', ['GET', 'PATCH']],
    ['/service/a/version/sbom', ['GET', 'PATCH', 'POST']],
    ['/service/a%2Fb/version/c?x=/y', ['GET', 'PATCH']],
    ['/service//version/b', ['GET', 'PATCH']],
    ['/files/a/b', ['GET']],
    ['/service/a/version', []],
    ['/', []],
  ])('returns the methods of %s', (path, methods) => {
    expect(methodsOf(path)).toEqual(methods);
  });
});
