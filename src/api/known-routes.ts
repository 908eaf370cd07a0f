/**
 * Which methods an address has. A path that exists with another method is 405 with Allow, not 404; the router itself keeps one
 * tree per method and cannot say it.
 */
import type { FastifyInstance } from 'fastify';

interface KnownRoute {
  readonly segments: readonly string[];
  readonly methods: readonly string[];
}

export interface KnownRoutes {
  /** Empty when nothing is served at the path. */
  methodsOf(path: string): string[];
}

/** Call before the routes are added. */
export function collectRoutes(app: FastifyInstance): KnownRoutes {
  const routes: KnownRoute[] = [];
  app.addHook('onRoute', (route) => {
    const methods = Array.isArray(route.method) ? route.method : [route.method];
    routes.push({ segments: route.url.split('/'), methods });
  });
  return {
    methodsOf: (path) => {
      // Segments are compared before decoding, so that an encoded slash inside a name is no separator.
      const segments = (path.split('?', 1)[0] ?? '').split('/');
      const methods = routes.filter((route) => matches(route.segments, segments)).flatMap((route) => route.methods);
      return [...new Set(methods)].toSorted();
    },
  };
}

function matches(pattern: readonly string[], segments: readonly string[]): boolean {
  if (pattern.at(-1) === '*') return segments.length >= pattern.length && startsAlike(pattern.slice(0, -1), segments);
  return pattern.length === segments.length && startsAlike(pattern, segments);
}

function startsAlike(pattern: readonly string[], segments: readonly string[]): boolean {
  return pattern.every((piece, index) => piece.startsWith(':') || piece === segments[index]);
}
