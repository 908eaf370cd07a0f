/** The vulnerabilities found in the caller's services, with one row for all findings of each. */
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import {
  listFoundVulnerabilities,
  type FoundVulnerability,
} from '../../../store/findings/lists/found-vulnerabilities.ts';
import type { ApiDeps } from '../../api-deps.ts';
import { selectOrganizationFindings } from './select-findings.ts';
import { WireFoundVulnerability } from '../../contract/findings/finding.ts';
import { FoundVulnerabilityQuery } from '../../contract/findings/finding-query.ts';
import { toCaller } from '../../http/guard-request.ts';
import { setPageHeaders } from '../../http/response/page-headers.ts';
import { ERRORS } from '../../http/response/route-schema.ts';
import { toWireFinding } from '../../wire/to-wire-finding.ts';

export function foundVulnerabilitiesRoutes(instance: FastifyInstance, deps: ApiDeps): void {
  instance.withTypeProvider<ZodTypeProvider>().get(
    '/finding/vulnerability',
    {
      config: { scope: 'read' },
      schema: {
        tags: ['Findings'],
        operationId: 'listFoundVulnerabilities',
        summary: 'List findings grouped by vulnerability',
        description:
          'Returns each vulnerability in the newest versions of all services once, most urgent first. The list is built from the 10,000 most urgent findings that match the filter; `X-Total-More` is set if there are more. The counts of each row are exact.',
        querystring: FoundVulnerabilityQuery,
        response: { 200: z.array(WireFoundVulnerability), ...ERRORS },
      },
    },
    async (request, reply) => {
      const caller = toCaller(request);
      const found = await deps.database.inOrg(caller.orgId, async (tx) => {
        const { filter } = await selectOrganizationFindings(tx, caller, request.query);
        return await listFoundVulnerabilities(tx, caller.services, filter, request.query);
      });
      setPageHeaders(request, reply, request.query, found);
      return found.items.map(toWire);
    },
  );
}

function toWire({ finding, packages, ...counts }: FoundVulnerability): WireFoundVulnerability {
  const { class: kind, vulnerability, priority } = toWireFinding(finding);
  return { class: kind, vulnerability, priority, ...counts, packages: [...packages] };
}
