/** The gate for pipelines: whether a version passes. The status is 200 in both cases. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { UNAUTHENTICATED } from '../../../access/errors.ts';
import { countGrouped } from '../../../core/history/coverage.ts';
import type { GateGroup } from '../../../core/history/gate.ts';
import { checkGate, type GateReport, type GateRequest } from '../../../pipeline/queries/check-gate.ts';
import { PREVIOUS } from '../../../pipeline/queries/compare-versions.ts';
import { toReference, toVersionAddress } from '../../http/path-parameters.ts';
import type { ApiDeps, RouteApp } from '../../api-deps.ts';
import { GateQuery, WireGate } from '../../contract/history/gate.ts';
import { VersionParams } from '../../contract/services/service.ts';
import { withAllSeverities, toWireCoverage } from '../../wire/counts.ts';
import { findPrincipal, getPrincipal, toCaller } from '../../http/guard-request.ts';
import type { WaitResult } from '../../http/stream/long-polls.ts';

export function gateRoutes(app: RouteApp, deps: ApiDeps): void {
  app.get(
    '/service/:service/version/:version/gate',
    {
      config: { scope: 'read' },
      schema: {
        operationId: 'checkGate',
        summary: 'Check a version against a gate',
        description:
          'Returns `pass`, `fail`, `pending` or `unknown`, with reasons. A finding fails the gate if it meets all conditions. Let a build continue only on `pass`. `pending`: the analysis is still running; repeat the request, or send `wait`. If Assay cannot wait, the response has `waited: false` and the reason `wait-rejected`. `unknown`: the analysis failed, too few components were checked, or no advisory data is available.',
        params: VersionParams,
        querystring: GateQuery,
        response: { 200: WireGate },
      },
    },
    async (request, reply) => {
      const { newSince, wait: waitSeconds, ...conditions } = request.query;
      const isVersion = newSince !== undefined && newSince !== PREVIOUS;
      const asked = {
        ...toVersionAddress(request.params),
        newSince: isVersion ? toReference('version name', newSince) : newSince,
        conditions,
      };
      const report = await evaluateQueued(deps, request, asked);
      if (waitSeconds === 0) return toWireGate(report, undefined);
      if (report.unfinished.length === 0) return toWireGate(report, { waited: true });
      const waited = await waitForGate(deps, { request, reply }, asked, { report, waitSeconds });
      return toWireGate(waited.waited ? waited.result : report, waited);
    },
  );
}

async function evaluateQueued(deps: ApiDeps, request: FastifyRequest, asked: GateRequest): Promise<GateReport> {
  const caller = toCaller(request);
  return await deps.reportQueue.run(1, async () => await checkGate(deps, caller, asked), caller.orgId);
}

async function waitForGate(
  deps: ApiDeps,
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
  asked: GateRequest,
  { report: first, waitSeconds }: { readonly report: GateReport; readonly waitSeconds: number },
): Promise<WaitResult<GateReport>> {
  const { orgId } = getPrincipal(request);
  const until = deps.now() + waitSeconds * 1000;
  const waited = await deps.longPolls.wait(request, reply.raw, async (signal) => {
    let report = first;
    // A newer upload may replace the analysis that the request waits for.
    for (let [analysisId] = first.unfinished; analysisId !== undefined; [analysisId] = report.unfinished) {
      const timeoutMs = until - deps.now();
      if (!(await deps.analysisWatch.untilEnded({ orgId, analysisId, timeoutMs, signal }))) break;
      report = await evaluateQueued(deps, request, asked);
    }
    return report;
  });
  // The token may have been revoked while the request waited.
  if ((await findPrincipal(request, deps))?.orgId !== orgId) throw UNAUTHENTICATED();
  return waited;
}

/** `waited` is undefined if `wait` was not sent. */
function toWireGate(
  { answer, failing, open, accepted, base, analysis, data }: GateReport,
  waited: { readonly waited: true } | WaitResult<unknown> | undefined,
): WireGate {
  return {
    result: answer.result,
    reasons: [...answer.reasons, ...toWaitReasons(waited)],
    findings: failing.map(({ canonicalId, packageName, componentVersion, hasFix, ...finding }) => ({
      ...finding,
      vulnerability: canonicalId,
      package: packageName,
      version: componentVersion,
      fixable: hasFix,
    })),
    counts: {
      failing: countGrouped(answer.failing),
      open,
      accepted,
      failingBySeverity: countBySeverity(answer.failing),
    },
    newSince: base === undefined ? null : { id: base.id, name: base.name },
    analysis: toWireAnalysis(analysis),
    coverage: analysis?.coverage ? toWireCoverage(analysis.coverage) : null,
    data: { snapshot: data.snapshot, state: data.state, newestRecordAt: data.newestRecordAt },
    ...(waited && { waited: waited.waited }),
  };
}

function toWaitReasons(waited: { readonly waited: true } | WaitResult<unknown> | undefined): WireGate['reasons'] {
  if (waited === undefined || waited.waited) return [];
  return [
    {
      code: 'wait-rejected',
      text: `The response did not wait for the analysis: ${waited.reason}. Send the request again.`,
    },
  ];
}

function countBySeverity(groups: readonly GateGroup[]): WireGate['counts']['failingBySeverity'] {
  const counts: Partial<Record<GateGroup['severity'], number>> = {};
  for (const { severity, count } of groups) counts[severity] = (counts[severity] ?? 0) + count;
  return withAllSeverities(counts);
}

function toWireAnalysis(analysis: GateReport['analysis']): WireGate['analysis'] {
  if (analysis === undefined) return null;
  const { id, status, finishedAt, failure } = analysis;
  return { id, status, finishedAt, failure };
}
