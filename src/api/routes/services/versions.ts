/** Versions of a service: the given list, and getting, changing, aliasing and deleting a version. */
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { PRECONDITION_FAILED } from '../../errors.ts';
import { toName } from '../../../core/naming/name.ts';
import {
  changeVersion,
  deleteVersion,
  dropAlias,
  getVersion,
  setAlias,
} from '../../../pipeline/portfolio/change-version.ts';
import { getService } from '../../../pipeline/portfolio/change-service.ts';
import { listVersions, type ServiceVersion, type VersionDetails } from '../../../store/portfolio/versions/versions.ts';
import { toReference, toVersionAddress } from '../../http/path-parameters.ts';
import type { ApiDeps, RouteApp } from '../../api-deps.ts';
import { requireMatch, toEtag, sendUnlessKnown, UNCHANGED } from '../../http/response/etags.ts';
import {
  ServiceParams,
  AliasParams,
  VersionChange,
  VersionListQuery,
  VersionParams,
  WireVersion,
  WireVersionDetails,
} from '../../contract/services/service.ts';
import { parseCursor, toNextCursor } from '../../http/response/cursor.ts';
import { getPrincipal, toCaller } from '../../http/guard-request.ts';
import { setPageHeaders } from '../../http/response/page-headers.ts';

/** The list exactly as existing clients expect it, with and without the prefix. */
function versionListRoute(
  app: RouteApp,
  deps: ApiDeps,
  documentation: { readonly operationId: string; readonly description: string },
): void {
  app.get(
    '/service/:service/version',
    {
      config: { scope: 'read' },
      schema: {
        summary: 'List the versions of a service',
        ...documentation,
        params: ServiceParams,
        querystring: VersionListQuery,
        response: { 200: z.array(WireVersion) },
      },
    },
    async (request, reply) => {
      const caller = toCaller(request);
      const reference = toReference('service name', request.params.service);
      const { limit, offset, cursor, aliased } = request.query;
      const after = cursor === undefined ? undefined : parseCursor(cursor);
      const page = await deps.database.readInOrg(caller.orgId, async (tx) => {
        const service = await getService(tx, caller, reference);
        return await listVersions(tx, service, { limit, offset, after }, { aliased });
      });
      const next = toNextCursor(page.items, page.total, request.query);
      setPageHeaders(request, reply, request.query, { total: page.total, next });
      return page.items.map(toWireVersion);
    },
  );
}

export function bareVersionListRoute(app: RouteApp, deps: ApiDeps): void {
  versionListRoute(app, deps, {
    operationId: 'listVersionsWithoutPrefix',
    description: 'Same as `GET /api/v2/service/{service}/version`, for clients that do not send the prefix `/api/v2`.',
  });
}

export function versionsRoutes(app: RouteApp, deps: ApiDeps): void {
  versionListRoute(app, deps, { operationId: 'listVersions', description: 'Newest first.' });

  app.get(
    '/service/:service/version/:version',
    {
      config: { scope: 'read' },
      schema: {
        operationId: 'getVersion',
        summary: 'Get a version',
        params: VersionParams,
        response: { 200: WireVersionDetails, ...UNCHANGED },
      },
    },
    async (request, reply) => {
      const caller = toCaller(request);
      const address = toVersionAddress(request.params);
      const version = await deps.database.readInOrg(caller.orgId, async (tx) => await getVersion(tx, caller, address));
      return await sendUnlessKnown(request, reply, toWireVersionDetails(version));
    },
  );

  app.patch(
    '/service/:service/version/:version',
    {
      config: { scope: 'sbom:upload', errors: [PRECONDITION_FAILED] },
      schema: {
        operationId: 'updateVersion',
        summary: 'Update a version',
        description: 'Changes the name or replaces the tags.',
        params: VersionParams,
        body: VersionChange,
        response: { 200: WireVersionDetails },
      },
    },
    async (request) => {
      const caller = toCaller(request);
      const { name, tags: newTags } = request.body;
      const version = await changeVersion(deps, caller, toVersionAddress(request.params), {
        name: name === undefined ? undefined : toName('version name', name),
        tags: newTags === undefined ? undefined : [...new Set(newTags)],
        onlyIf: createMatchCheck(request),
      });
      return toWireVersionDetails(version);
    },
  );

  app.delete(
    '/service/:service/version/:version',
    {
      config: { scope: 'settings:write', errors: [PRECONDITION_FAILED] },
      schema: {
        operationId: 'deleteVersion',
        summary: 'Delete a version',
        description: 'Also deletes its SBOMs and findings.',
        params: VersionParams,
        response: { 204: z.null() },
      },
    },
    async (request, reply) => {
      await deleteVersion(deps, toCaller(request), toVersionAddress(request.params), createMatchCheck(request));
      return await reply.code(204).send(null);
    },
  );

  app.put(
    '/service/:service/version/:version/alias/:alias',
    {
      config: { scope: 'sbom:upload', errors: [PRECONDITION_FAILED] },
      schema: {
        operationId: 'setAlias',
        summary: 'Set an alias of a version',
        description: 'If another version of the service has the alias, it moves to this version.',
        params: AliasParams,
        response: { 200: WireVersionDetails },
      },
    },
    async (request) => {
      const alias = toName('alias', request.params.alias);
      const address = toVersionAddress(request.params);
      return toWireVersionDetails(await setAlias(deps, toCaller(request), address, alias, createMatchCheck(request)));
    },
  );

  app.delete(
    '/service/:service/version/:version/alias/:alias',
    {
      config: { scope: 'sbom:upload', errors: [PRECONDITION_FAILED] },
      schema: {
        operationId: 'deleteAlias',
        summary: 'Delete an alias of a version',
        params: AliasParams,
        response: { 204: z.null() },
      },
    },
    async (request, reply) => {
      const alias = toName('alias', request.params.alias);
      await dropAlias(deps, toCaller(request), toVersionAddress(request.params), alias, createMatchCheck(request));
      return await reply.code(204).send(null);
    },
  );
}

/** Checks If-Match while the version is locked. */
function createMatchCheck(request: FastifyRequest): (current: VersionDetails) => void {
  const { orgId } = getPrincipal(request);
  return (current) => requireMatch(request, toEtag(orgId, toWireVersionDetails(current)));
}

function toWireVersion(version: ServiceVersion): WireVersion {
  const { id, name, serviceId, createdAt } = version;
  return { id, name, tags: [...version.tags], serviceId, createdAt, aliases: [...version.aliases] };
}

function toWireVersionDetails(version: VersionDetails): WireVersionDetails {
  const { git, frozenAt, watched, data } = version;
  return { ...toWireVersion(version), git, frozenAt, watched, data };
}
