/** Searches everything that the caller may see. */
import { searchEverything, type SearchHits } from '../../pipeline/queries/search.ts';
import type { ApiDeps, RouteApp } from '../api-deps.ts';
import { SearchQuery, WireSearch } from '../contract/findings/search.ts';
import { toCaller } from '../http/guard-request.ts';

export function searchRoutes(app: RouteApp, deps: ApiDeps): void {
  app.get(
    '/search',
    {
      config: { scope: 'read' },
      schema: {
        operationId: 'search',
        summary: 'Search services, versions, vulnerabilities and components',
        description: 'Returns the ten best matches of each kind, prefix matches first. Not case-sensitive.',
        querystring: SearchQuery,
        response: { 200: WireSearch },
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
