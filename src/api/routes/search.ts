/** Searches everything that the caller may see. */
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { searchEverything, type SearchHits } from '../../pipeline/queries/search-everything.ts';
import type { ApiDeps } from '../api-deps.ts';
import { SearchQuery, WireSearch } from '../contract/findings/search.ts';
import { toCaller } from '../http/guard-request.ts';
import { ERRORS } from '../http/response/route-schema.ts';

export function searchRoutes(instance: FastifyInstance, deps: ApiDeps): void {
  instance.withTypeProvider<ZodTypeProvider>().get(
    '/search',
    {
      config: { scope: 'read' },
      schema: {
        tags: ['Search'],
        operationId: 'search',
        summary: 'Search services, versions, vulnerabilities and components',
        description: 'Returns the ten best matches of each kind, prefix matches first. Not case-sensitive.',
        querystring: SearchQuery,
        response: { 200: WireSearch, ...ERRORS },
      },
    },
    async (request) => toWireSearch(await searchEverything(deps, toCaller(request), request.query.q)),
  );
}

const API = '/api/v2';

function toWireSearch({ services, versions, vulnerabilities, components }: SearchHits): WireSearch {
  return {
    services: services.map((service) => ({ ...service, links: { self: `${API}/service/${service.id}` } })),
    versions: versions.map((version) => ({
      ...version,
      links: { self: `${API}/service/${version.serviceId}/version/${version.id}` },
    })),
    vulnerabilities: vulnerabilities.map(({ id, aliases, title, severity, services: count }) => ({
      id,
      aliases: [...aliases],
      title,
      severity,
      services: count,
      links: { self: `${API}/vulnerability/${encodeURIComponent(id)}` },
    })),
    components: components.map((component) => ({ ...component, links: { self: `${API}/component/${component.id}` } })),
  };
}
