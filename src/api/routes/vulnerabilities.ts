/** Vulnerabilities from the advisory sources, by search and by id, and the services of the caller that are affected now. */
import { z } from 'zod';
import { describeVulnerabilityById, type KnownVulnerability } from '../../pipeline/queries/describe-vulnerability.ts';
import { VULNERABILITY_UNKNOWN } from '../../pipeline/errors.ts';
import { searchVulnerabilities, type FoundVulnerability } from '../../pipeline/queries/search.ts';
import { listAffectedServices, type AffectedService } from '../../store/findings/lists/found-vulnerabilities.ts';
import type { ApiDeps, RouteApp } from '../api-deps.ts';
import {
  VulnerabilityParams,
  VulnerabilityQuery,
  WireVulnerability,
  WireVulnerabilitySummary,
} from '../contract/findings/advisory.ts';
import { parseIdCursor, toIdCursor } from '../http/response/cursor.ts';
import { PARAMETER_INVALID } from '../errors.ts';
import { toCaller } from '../http/guard-request.ts';
import { setPageHeaders } from '../http/response/page-headers.ts';
import type { Page } from '../../store/page.ts';

const SERVICES_SHOWN_MAX = 1_000;

export function vulnerabilitiesRoutes(app: RouteApp, deps: ApiDeps): void {
  app.get(
    '/vulnerability',
    {
      config: { scope: 'read' },
      schema: {
        operationId: 'listVulnerabilities',
        summary: 'Search known vulnerabilities',
        description:
          'Searches the advisory data by id prefix, words of the title, or package. Send `q`, `package` or both. Newest ids first.',
        querystring: VulnerabilityQuery,
        response: { 200: z.array(WireVulnerabilitySummary) },
      },
    },
    async (request, reply) => {
      const { q: text, package: name, ecosystem, cursor, limit, offset } = request.query;
      if (text === undefined && name === undefined) throw toMissingSearchError();
      const page = cursor === undefined ? { limit, offset } : { limit, offset: 0, after: parseIdCursor(cursor) };
      const found = await deps.database.reference(
        async (tx) => await searchVulnerabilities(tx, { text, package: name, ecosystem }, page),
      );
      setPageHeaders(request, reply, request.query, { total: found.total, next: found.last && toIdCursor(found.last) });
      return found.items.map(toWireVulnerabilitySummary);
    },
  );

  app.get(
    '/vulnerability/:id',
    {
      config: { scope: 'read' },
      schema: {
        operationId: 'getVulnerability',
        summary: 'Get a vulnerability',
        description:
          'Looks up a vulnerability by any of its ids. The response includes the affected packages and the affected services of your organization.',
        params: VulnerabilityParams,
        response: { 200: WireVulnerability },
      },
    },
    async (request) => {
      const { orgId, services } = toCaller(request);
      const { id } = request.params;
      return await deps.database.inOrg(orgId, async (tx) => {
        const known = await describeVulnerabilityById(tx, id, new Date(deps.now()).toISOString());
        if (known === undefined) throw VULNERABILITY_UNKNOWN({ id });
        const affected = await listAffectedServices(tx, known.groupIds, services, SERVICES_SHOWN_MAX);
        return toWireVulnerability(known, affected);
      });
    },
  );
}

function toMissingSearchError(): Error {
  return PARAMETER_INVALID({ summary: 'Send "q" (an id or words of a title) or "package".' });
}

// Maps a vulnerability to the API: the facts of its records, the affected services, and a link to each record.
function toWireVulnerabilitySummary(found: FoundVulnerability): WireVulnerabilitySummary {
  const { id, aliases, title, severity, publishedAt, modifiedAt, withdrawnAt } = found;
  return { id, aliases: [...aliases], class: found.class, title, severity, publishedAt, modifiedAt, withdrawnAt };
}

function toWireVulnerability(known: KnownVulnerability, services: Page<AffectedService>): WireVulnerability {
  const { kev, epss, ssvc } = known;
  return {
    ...toWireVulnerabilitySummary(known),
    details: known.details,
    cvss: known.cvss.map((rating) => ({ ...rating })),
    cwes: [...known.cwes],
    references: [...known.references],
    covers: known.groupIds.length > 1 ? [...known.groupIds] : [],
    records: known.records.map(({ source, directory, id, severity, modifiedAt, withdrawnAt }) => ({
      source,
      directory,
      id,
      severity,
      modifiedAt,
      withdrawnAt,
      // The starter set also contains OSV records.
      url: `https://osv.dev/vulnerability/${encodeURIComponent(id)}`,
    })),
    kev,
    epss,
    ssvc,
    affected: known.affected.map((each) => ({
      ...each,
      ranges: [...each.ranges],
      fixed: [...each.fixed],
      versions: [...each.versions],
    })),
    affectedCount: known.affectedCount,
    affectedServices: [...services.items],
    affectedServiceCount: services.total,
  };
}
