/** Advisory sources: their state, and starting a sync. The data is shared by all organizations. */
import { z } from 'zod';
import { requestRefresh } from '../../pipeline/advisories/refresh-sources.ts';
import { ADVISORY_SOURCE_UNKNOWN } from '../../pipeline/errors.ts';
import { listSourceOverviews, type SourceOverview } from '../../pipeline/advisories/data-state.ts';
import type { ApiDeps, RouteApp } from '../api-deps.ts';
import { AdvisorySourceParams, RefreshQuery, WireAdvisorySource } from '../contract/findings/advisory.ts';
import { toCaller } from '../http/guard-request.ts';
import { setTotalHeader } from '../http/response/page-headers.ts';

export function advisorySourcesRoutes(app: RouteApp, deps: ApiDeps): void {
  app.get(
    '/advisory-source',
    {
      config: { scope: 'read' },
      schema: {
        operationId: 'listAdvisorySources',
        summary: 'List advisory sources',
        description: 'Returns each source with its state, age, number of records and sync progress.',
        response: { 200: z.array(WireAdvisorySource) },
      },
    },
    async (_request, reply) => {
      const sources = await listSourceOverviews(deps.database, deps.now());
      setTotalHeader(reply, sources);
      return sources.map(toWireSource);
    },
  );

  app.post(
    '/advisory-source/:name/refresh',
    {
      config: { scope: 'settings:write' },
      schema: {
        operationId: 'refreshAdvisorySource',
        summary: 'Sync an advisory source now',
        description: 'Starts a sync in the background instead of waiting for the schedule.',
        params: AdvisorySourceParams,
        querystring: RefreshQuery,
        response: {
          202: WireAdvisorySource.describe('The sync was requested. The source is returned in its current state.'),
        },
      },
    },
    async (request, reply) => {
      const { name } = request.params;
      await requestRefresh(deps, toCaller(request), { source: name, ...request.query });
      const source = (await listSourceOverviews(deps.database, deps.now())).find((each) => each.name === name);
      if (source === undefined) throw ADVISORY_SOURCE_UNKNOWN({ source: name });
      return await reply.code(202).header('location', '/api/v2/advisory-source').send(toWireSource(source));
    },
  );
}

function toWireSource({ directories, lastSuccessAt, staleness, ...source }: SourceOverview): WireAdvisorySource {
  return {
    ...source,
    stale: staleness !== null,
    staleReason: staleness?.reason ?? null,
    staleText: staleness?.text ?? null,
    lastSuccessAt,
    directories: directories.map((each) => ({
      directory: each.directory,
      state: each.state,
      stale: each.stale,
      records: each.records,
      newest: each.highWater,
      lastFullSyncAt: each.checkedAt,
      lastSuccessAt: each.lastSuccessAt,
      lastError: each.lastError,
      rejected: each.refused,
      rejectedRecords: [...each.refusedRecords],
    })),
  };
}
