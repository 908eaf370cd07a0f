/** What changed between two versions. */
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { compareVersions, PREVIOUS, type ComparedFinding } from '../../pipeline/compare-versions.ts';
import { toReference } from '../addresses.ts';
import type { ApiDeps } from '../api-deps.ts';
import { DiffQuery, WireDiff, type WireDiff as Diff } from '../contract/diff.ts';
import { ServiceParams } from '../contract/service.ts';
import { toCaller } from '../guard-request.ts';
import { ERRORS } from '../route-schema.ts';
import { toWireFinding } from '../to-wire-finding.ts';

export function diffRoutes(instance: FastifyInstance, deps: ApiDeps): void {
  instance.withTypeProvider<ZodTypeProvider>().get(
    '/service/:service/diff',
    {
      config: { scope: 'read' },
      schema: {
        tags: ['Findings'],
        summary: 'What changed between two versions, each finding with its cause',
        params: ServiceParams,
        querystring: DiffQuery,
        response: { 200: WireDiff, ...ERRORS },
      },
    },
    async (request) => {
      const { base, head } = request.query;
      const { diff, ...versions } = await compareVersions(deps, toCaller(request), {
        service: toReference('service name', request.params.service),
        base: base === PREVIOUS ? PREVIOUS : toReference('version name', base),
        head: toReference('version name', head),
      });
      return {
        base: { id: versions.base.id, name: versions.base.name },
        head: { id: versions.head.id, name: versions.head.name },
        components: {
          added: diff.components.added.map(({ name, version, purl }) => ({ name, version, purl })),
          removed: diff.components.removed.map(({ name, version, purl }) => ({ name, version, purl })),
          changed: [...diff.components.changed],
        },
        findings: {
          introduced: diff.findings.introduced.map(toWire),
          resolved: diff.findings.resolved.map(toWire),
          changed: diff.findings.changed.map(toWire),
          unchanged: diff.findings.unchanged,
        },
      };
    },
  );
}

type WithCause = ComparedFinding & { readonly cause: 'code' | 'advisory' };

function toWire(finding: WithCause): Diff['findings']['introduced'][number] {
  return { ...toWireFinding(finding.listed), cause: finding.cause };
}
