/** Analyses: get one, list those of a version, run one again. */
import { z } from 'zod';
import { LIMITS } from '../../../core/limits.ts';
import { SERVICE_UNKNOWN, ANALYSIS_UNKNOWN } from '../../../pipeline/errors.ts';
import { getVersion, reanalyzeVersion, retryFailedAnalyses } from '../../../pipeline/portfolio/change-version.ts';
import type { Analysis } from '../../../store/findings/analyses/analyses.ts';
import { findAnalysis, listAnalyses } from '../../../store/findings/analyses/list-analyses.ts';
import { toId, toVersionAddress } from '../../http/path-parameters.ts';
import type { ApiDeps, RouteApp } from '../../api-deps.ts';
import { sendUnlessKnown, UNCHANGED } from '../../http/response/etags.ts';
import { AnalysisParams, RetryQuery, WireAnalysis, WireAnalysisRetry } from '../../contract/services/analysis.ts';
import { PageQuery } from '../../contract/page.ts';
import { VersionParams } from '../../contract/services/service.ts';
import { toCaller } from '../../http/guard-request.ts';
import { sendPage } from '../../http/response/page-headers.ts';
import { toWireCoverage } from '../../wire/counts.ts';

export function analysesRoutes(app: RouteApp, deps: ApiDeps): void {
  app.get(
    '/analysis/:id',
    {
      config: { scope: 'read' },
      schema: {
        operationId: 'getAnalysis',
        summary: 'Get an analysis',
        description:
          'Poll this until `status` is `completed`, `completed_with_warnings` or `failed`. Use `If-None-Match` to avoid unchanged responses.',
        params: AnalysisParams,
        response: { 200: WireAnalysis, ...UNCHANGED },
      },
    },
    async (request, reply) => {
      const { orgId, services } = toCaller(request);
      const id = toId(request.params.id, ANALYSIS_UNKNOWN);
      const analysis = await deps.database.readInOrg(orgId, async (tx) => await findAnalysis(tx, id, services));
      if (analysis === undefined) throw ANALYSIS_UNKNOWN();
      return await sendUnlessKnown(request, reply, toWireAnalysis(analysis));
    },
  );

  app.get(
    '/service/:service/version/:version/analysis',
    {
      config: { scope: 'read' },
      schema: {
        operationId: 'listAnalyses',
        summary: 'List the analyses of a version',
        description: 'Newest first.',
        params: VersionParams,
        querystring: PageQuery,
        response: { 200: z.array(WireAnalysis) },
      },
    },
    async (request, reply) => {
      const caller = toCaller(request);
      const page = await deps.database.readInOrg(caller.orgId, async (tx) => {
        const version = await getVersion(tx, caller, toVersionAddress(request.params));
        return await listAnalyses(tx, version.id, request.query);
      });
      return sendPage(request, reply, request.query, page, toWireAnalysis);
    },
  );

  app.post(
    '/service/:service/version/:version/analysis',
    {
      config: { scope: 'sbom:upload' },
      schema: {
        operationId: 'createAnalysis',
        summary: 'Analyze a version again',
        description: 'Queues a new analysis of the current SBOMs of the version.',
        params: VersionParams,
        response: { 201: WireAnalysis },
      },
    },
    async (request, reply) => {
      const caller = toCaller(request);
      const analysis = await reanalyzeVersion(deps, caller, toVersionAddress(request.params));
      return await reply.code(201).header('location', `/api/v2/analysis/${analysis.id}`).send(toWireAnalysis(analysis));
    },
  );

  app.post(
    '/analysis/retry',
    {
      config: { scope: 'sbom:upload', errors: [SERVICE_UNKNOWN] },
      schema: {
        operationId: 'retryAnalyses',
        summary: 'Retry failed analyses',
        description: `Analyzes versions again whose newest analysis failed, at most ${LIMITS.analysesRetriedAtOnceMax} per request.`,
        querystring: RetryQuery,
        response: { 200: WireAnalysisRetry },
      },
    },
    async (request) => ({ ...(await retryFailedAnalyses(deps, toCaller(request), request.query)) }),
  );
}

function toWireAnalysis(analysis: Analysis): WireAnalysis {
  const coverage = analysis.coverage && toWireCoverage(analysis.coverage);
  const sources = analysis.sources.map(({ lastSuccessAt, ...source }) => ({
    ...source,
    lastSuccessAt,
    ageSeconds: toAge(lastSuccessAt, analysis.finishedAt),
  }));
  const stages = analysis.stages.map((stage) => ({
    ...stage,
    counts: { ...stage.counts },
    retryAt: stage.retryAt ?? null,
  }));
  const profiles = analysis.profiles.map((profile) => ({ ...profile }));
  const notUploaded = analysis.notUploaded.map(({ slot, image }) => ({ slot, image }));
  return { ...analysis, stages, coverage, sources, profiles, notUploaded };
}

function toAge(lastSuccessAt: string | null, at: string | null): number | null {
  if (lastSuccessAt === null || at === null) return null;
  return Math.max(0, Math.round((Date.parse(at) - Date.parse(lastSuccessAt)) / 1000));
}
