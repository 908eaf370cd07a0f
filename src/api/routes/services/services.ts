/** Services: list, create, get, change, delete. */
import { z } from 'zod';
import { PRECONDITION_FAILED } from '../../errors.ts';
import { rankOf } from '../../../core/advisory/severity/severity-rank.ts';
import { DAY_MS } from '../../../core/calendar.ts';
import { toName } from '../../../core/naming/name.ts';
import { changeService, createService, deleteService, getService } from '../../../pipeline/portfolio/change-service.ts';
import { listVersionSummaries, type VersionSummary } from '../../../store/findings/version-summaries.ts';
import { listServices, type ServiceListItem } from '../../../store/portfolio/list-services.ts';
import type { Service } from '../../../store/portfolio/services.ts';
import { toReference } from '../../http/path-parameters.ts';
import type { ApiDeps, RouteApp } from '../../api-deps.ts';
import { sumOf, toBySeverity } from '../../wire/counts.ts';
import { requireMatch, toEtag, sendUnlessKnown, UNCHANGED } from '../../http/response/etags.ts';
import {
  NewService,
  ServiceChange,
  ServiceListQuery,
  ServiceParams,
  WireService,
  WireServiceListItem,
} from '../../contract/services/service.ts';
import { getPrincipal, toCaller } from '../../http/guard-request.ts';
import { sendPage } from '../../http/response/page-headers.ts';

export function servicesRoutes(app: RouteApp, deps: ApiDeps): void {
  app.get(
    '/service',
    {
      config: { scope: 'read' },
      schema: {
        operationId: 'listServices',
        summary: 'List services',
        description: 'Newest first. All filters except `q` apply to the newest version.',
        querystring: ServiceListQuery,
        response: { 200: z.array(WireServiceListItem) },
      },
    },
    async (request, reply) => {
      const { orgId, services: scope } = getPrincipal(request);
      const { q: search, tag, state: statuses, severity, inactiveDays } = request.query;
      const filter = {
        scope,
        search,
        tag,
        statuses,
        severityRanks: severity?.map(rankOf),
        quietSince: inactiveDays === undefined ? undefined : new Date(deps.now() - inactiveDays * DAY_MS).toISOString(),
      };
      const { page, summaries } = await deps.database.readInOrg(orgId, async (tx) => {
        const listed = await listServices(tx, request.query, filter);
        const ids = listed.items.flatMap(({ latestVersion, previousVersion }) =>
          [latestVersion, previousVersion].flatMap((version) => version?.id ?? []),
        );
        return { page: listed, summaries: await listVersionSummaries(tx, ids) };
      });
      return sendPage(request, reply, request.query, page, (item) => toWireListItem(item, summaries));
    },
  );

  app.post(
    '/service',
    {
      config: { scope: 'settings:write' },
      schema: {
        operationId: 'createService',
        summary: 'Create a service',
        description: 'Uploads create services automatically if `autoCreateServices` is on.',
        body: NewService,
        response: { 201: WireService },
      },
    },
    async (request, reply) => {
      const service = await createService(deps, toCaller(request), toName('service name', request.body.name));
      return await reply.code(201).header('location', `/api/v2/service/${service.id}`).send(toWireService(service));
    },
  );

  app.get(
    '/service/:service',
    {
      config: { scope: 'read' },
      schema: {
        operationId: 'getService',
        summary: 'Get a service',
        params: ServiceParams,
        response: { 200: WireService, ...UNCHANGED },
      },
    },
    async (request, reply) => {
      const caller = toCaller(request);
      const reference = toReference('service name', request.params.service);
      const service = await deps.database.readInOrg(
        caller.orgId,
        async (tx) => await getService(tx, caller, reference),
      );
      return await sendUnlessKnown(request, reply, toWireService(service));
    },
  );

  app.patch(
    '/service/:service',
    {
      config: { scope: 'settings:write', errors: [PRECONDITION_FAILED] },
      schema: {
        operationId: 'updateService',
        summary: 'Update a service',
        description: 'Changes the name, or excludes the service from AI assessments.',
        params: ServiceParams,
        body: ServiceChange,
        response: { 200: WireService },
      },
    },
    async (request) => {
      const caller = toCaller(request);
      const { name, aiOptOut } = request.body;
      const service = await changeService(deps, caller, toReference('service name', request.params.service), {
        name: name === undefined ? undefined : toName('service name', name),
        aiOptOut,
        onlyIf: (current) => requireMatch(request, toEtag(caller.orgId, toWireService(current))),
      });
      return toWireService(service);
    },
  );

  app.delete(
    '/service/:service',
    {
      config: { scope: 'settings:write', errors: [PRECONDITION_FAILED] },
      schema: {
        operationId: 'deleteService',
        summary: 'Delete a service',
        description: 'Also deletes its versions and SBOMs.',
        params: ServiceParams,
        response: { 204: z.null() },
      },
    },
    async (request, reply) => {
      const caller = toCaller(request);
      await deleteService(deps, caller, toReference('service name', request.params.service), (current) =>
        requireMatch(request, toEtag(caller.orgId, toWireService(current))),
      );
      return await reply.code(204).send(null);
    },
  );
}

function toWireService(service: Service): WireService {
  const { id, name, createdAt, versionCount, aiOptOut } = service;
  return { id, name, createdAt, versionCount, aiOptOut };
}

function toWireListItem(
  { latestVersion, previousVersion, ...service }: ServiceListItem,
  summaries: ReadonlyMap<string, VersionSummary>,
): WireServiceListItem {
  const {
    analysis = null,
    coverage = null,
    bySeverityRank = new Map<number, number>(),
    hidden = 0,
  } = summaries.get(latestVersion?.id ?? '') ?? {};
  const findings = { total: sumOf(bySeverityRank), hidden, bySeverity: toBySeverity(bySeverityRank) };
  const before = summaries.get(previousVersion?.id ?? '');
  const wasAnalyzed = before !== undefined && before.coverage !== null;
  return {
    ...toWireService(service),
    latestVersion: latestVersion && { ...latestVersion, analysis, coverage, findings },
    previousVersion: previousVersion && {
      ...previousVersion,
      findings: wasAnalyzed ? { total: sumOf(before.bySeverityRank) } : null,
    },
  };
}
