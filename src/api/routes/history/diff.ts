/** Changes between two versions, as JSON and as release notes. */
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { toReleaseNotes } from '../../../core/report/markdown/release-notes.ts';
import { compareVersions, PREVIOUS, type Comparison } from '../../../pipeline/queries/compare-versions.ts';
import { toReference } from '../../http/path-parameters.ts';
import type { ApiDeps } from '../../api-deps.ts';
import { chooseType } from '../../http/response/choose-type.ts';
import { DIFF_TYPES, DiffQuery, WireDiff } from '../../contract/history/diff.ts';
import { ServiceParams } from '../../contract/services/service.ts';
import { toCaller } from '../../http/guard-request.ts';
import { ERRORS } from '../../http/response/route-schema.ts';
import { toNotes, toWireDiff } from '../../wire/to-wire-diff.ts';

export function diffRoutes(instance: FastifyInstance, deps: ApiDeps): void {
  instance.withTypeProvider<ZodTypeProvider>().get(
    '/service/:service/diff',
    {
      config: { scope: 'read' },
      schema: {
        tags: ['History'],
        operationId: 'compareVersions',
        summary: 'Compare two versions',
        description:
          'Returns the differences in components and findings, with the cause of each finding change. Findings that are not relevant are left out on both sides. Each list has at most 1,000 entries, most severe first; `counts` covers all of them. `Accept: text/markdown` returns release notes.',
        params: ServiceParams,
        querystring: DiffQuery,
        response: { 200: WireDiff, ...ERRORS },
      },
    },
    async (request, reply) => {
      const { base, head } = request.query;
      const caller = toCaller(request);
      const asked = {
        service: toReference('service name', request.params.service),
        base: base === PREVIOUS ? PREVIOUS : toReference('version name', base),
        head: toReference('version name', head),
      };
      const comparison = await deps.reportQueue.run(
        1,
        async () => await compareVersions(deps, caller, asked),
        caller.orgId,
      );
      void reply.header('vary', 'accept');
      if (chooseType(request.headers.accept, DIFF_TYPES) === 'application/json') return toWireDiff(comparison);
      return await sendNotes(reply, comparison, deps.publicUrl);
    },
  );
}

async function sendNotes(
  reply: FastifyReply,
  comparison: Comparison,
  publicUrl: string | undefined,
): Promise<FastifyReply> {
  const { id, serviceId } = comparison.head.version;
  const link = publicUrl && `${publicUrl}/services/${serviceId}/versions/${id}`;
  return await reply.type('text/markdown; charset=utf-8').send(toReleaseNotes(toNotes(comparison, link)));
}
