/**
 * Knows the methods of each path. A path that exists with another method gets 405 with Allow, not 404; the router keeps one tree
 * per method and cannot tell.
 */
import type { FastifyInstance } from 'fastify';

interface KnownRoute {
  readonly segments: readonly string[];
  readonly methods: readonly string[];
}

export interface KnownRoutes {
  /** Returns an empty list if nothing is served at the path. */
  methodsOf(path: string): string[];
}

/** Must be called before routes are added. */
export function collectRoutes(app: FastifyInstance): KnownRoutes {
  const routes: KnownRoute[] = [];
  app.addHook('onRoute', (route) => {
    const methods = Array.isArray(route.method) ? route.method : [route.method];
    routes.push({ segments: route.url.split('/'), methods });
  });
  return {
    methodsOf: (path) => {
      // Segments are compared before decoding, so that an encoded slash in a name is not a separator.
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
