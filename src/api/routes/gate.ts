/** Whether a version may go on: an answer for pipelines. Whatever it is, it is an answer: the status is 200. */
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { countBySeverity } from '../../core/report/report.ts';
import { askGate, type GateReport } from '../../pipeline/ask-gate.ts';
import { PREVIOUS } from '../../pipeline/compare-versions.ts';
import { toReference, toVersionAddress } from '../addresses.ts';
import type { ApiDeps } from '../api-deps.ts';
import { GateQuery, WireGate } from '../contract/gate.ts';
import { VersionParams } from '../contract/version.ts';
import { toCaller } from '../guard-request.ts';
import { ERRORS } from '../route-schema.ts';
import { toWireCoverage } from '../to-wire-coverage.ts';

const FINDINGS_NAMED_MAX = 20;

export function gateRoutes(instance: FastifyInstance, deps: ApiDeps): void {
  instance.withTypeProvider<ZodTypeProvider>().get(
    '/service/:service/version/:version/gate',
    {
      config: { scope: 'read' },
      schema: {
        tags: ['History'],
        summary: 'Whether a version may go on: pass, fail, pending or unknown, with reasons',
        description:
          'Conditions combine: a finding fails when it meets all of them. `pending`: ask again. `unknown`: the analysis has failed, too few components were checked, or there are no advisories to speak of.',
        params: VersionParams,
        querystring: GateQuery,
        response: { 200: WireGate, ...ERRORS },
      },
    },
    async (request) => {
      const { newSince, ...conditions } = request.query;
      const isVersion = newSince !== undefined && newSince !== PREVIOUS;
      const report = await askGate(deps, toCaller(request), {
        ...toVersionAddress(request.params),
        newSince: isVersion ? toReference('version name', newSince) : newSince,
        conditions,
      });
      return toWireGate(report);
    },
  );
}

function toWireGate({ answer, open, accepted, base, analysis, data }: GateReport): WireGate {
  const failing = answer.failing.map(({ held }) => held);
  return {
    result: answer.result,
    reasons: [...answer.reasons],
    findings: failing.slice(0, FINDINGS_NAMED_MAX).map((held) => ({
      id: held.id,
      fingerprint: held.fingerprint,
      vulnerability: held.canonicalId,
      severity: held.severity,
      class: held.class,
      kev: held.kev,
      package: held.packageName,
      version: held.componentVersion,
      fixable: held.hasFix,
    })),
    counts: {
      failing: failing.length,
      open,
      accepted,
      failingBySeverity: countBySeverity(failing.map((vulnerability) => ({ vulnerability }))),
    },
    newSince: base === undefined ? null : { id: base.id, name: base.name },
    analysis: toWireAnalysis(analysis),
    coverage: analysis?.coverage ? toWireCoverage(analysis.coverage) : null,
    data: { snapshot: data.snapshot, state: data.state, newestRecordAt: data.newestRecordAt },
  };
}

function toWireAnalysis(analysis: GateReport['analysis']): WireGate['analysis'] {
  if (analysis === undefined) return null;
  const { id, status, finishedAt, failure } = analysis;
  return { id, status, finishedAt, failure };
}
