/** VEX documents: import, list, download and delete them, and export one for a version. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { VEX_EMPTY } from '../../../core/vex/errors.ts';
import { requireScope } from '../../../access/principal.ts';
import { VEX_UNKNOWN, VEX_EXPORT_TOO_LARGE } from '../../../pipeline/errors.ts';
import { exportVex } from '../../../pipeline/vex/export-vex.ts';
import {
  deleteVex,
  getVexDocument,
  type VexReceipt,
  resolveVexScope,
  importVex,
  type VexTargetAddress,
} from '../../../pipeline/vex/import-vex.ts';
import { getService } from '../../../pipeline/portfolio/change-service.ts';
import { getVersion } from '../../../pipeline/portfolio/change-version.ts';
import type { OrgTx } from '../../../store/database.ts';
import { getSettings, trustLevelOf, type OrganizationSettings } from '../../../store/people/settings.ts';
import { listVexDocuments, type VexScope, type StoredVexDocument } from '../../../store/relevance/vex.ts';
import { toId, toReference, toVersionAddress } from '../../http/path-parameters.ts';
import type { ApiDeps, RouteApp } from '../../api-deps.ts';
import { ServiceParams, VersionParams } from '../../contract/services/service.ts';
import {
  VersionVexQuery,
  VexListQuery,
  VexParams,
  WireVexDocument,
  WireVexReceipt,
} from '../../contract/findings/vex.ts';
import { getPrincipal, toCaller } from '../../http/guard-request.ts';
import { sendOriginal } from '../services/sboms.ts';
import { toStream } from '../../http/response/json-stream.ts';
import { sendPage } from '../../http/response/page-headers.ts';
import { LIMITS } from '../../../core/limits.ts';
import { parseVexDocument } from '../../../threads/context/parse-context.ts';
import { createRateGuard } from '../../http/limits/rate-guard.ts';
import { disableBodyParsing, withSmallBody } from '../../http/body/receive-body.ts';

const OpenVex = z.record(z.string(), z.unknown()).describe('With `format=openvex`: an OpenVEX 0.2.0 document.');

export function vexRoutes(app: RouteApp, deps: ApiDeps): void {
  app.get(
    '/vex',
    {
      config: { scope: 'read' },
      schema: {
        operationId: 'listVexDocuments',
        summary: 'List VEX documents',
        description: 'Returns the VEX documents of the organization and of all services, newest first.',
        querystring: VexListQuery,
        response: { 200: z.array(WireVexDocument) },
      },
    },
    async (request, reply) => await listVex(deps, request, reply, { query: request.query }),
  );

  app.get(
    '/service/:service/vex',
    {
      config: { scope: 'read' },
      schema: {
        operationId: 'listServiceVexDocuments',
        summary: 'List the VEX documents of a service',
        description: 'Newest first.',
        params: ServiceParams,
        querystring: VexListQuery,
        response: { 200: z.array(WireVexDocument) },
      },
    },
    async (request, reply) => {
      const service = toReference('service name', request.params.service);
      const scopeOf = async (tx: OrgTx): Promise<VexScope> => ({
        serviceId: (await getService(tx, toCaller(request), service)).id,
        versionId: null,
      });
      return await listVex(deps, request, reply, { query: request.query, scopeOf });
    },
  );

  app.get(
    '/service/:service/version/:version/vex',
    {
      config: { scope: 'read', errors: [VEX_EMPTY, VEX_EXPORT_TOO_LARGE] },
      schema: {
        operationId: 'listVersionVexDocuments',
        summary: 'List the VEX documents of a version, or export VEX',
        description:
          'Without `format`, returns the VEX documents uploaded for the version. With `format`, returns a CycloneDX 1.6 or OpenVEX 0.2.0 document that states the status of every open finding, including findings that are not relevant. The same state produces the same bytes.',
        params: VersionParams,
        querystring: VersionVexQuery,
        response: { 200: z.union([z.array(WireVexDocument), OpenVex]) },
      },
    },
    async (request, reply) => {
      const caller = toCaller(request);
      const address = toVersionAddress(request.params);
      const { format } = request.query;
      if (format !== undefined) {
        const wish = { ...address, format, toolVersion: deps.version };
        const pieces = await deps.reportQueue.run(1, async () => await exportVex(deps, caller, wish), caller.orgId);
        return await sendVexDocument(reply, format, pieces);
      }
      const scopeOf = async (tx: OrgTx): Promise<VexScope> => {
        const { id, serviceId } = await getVersion(tx, caller, address);
        return { serviceId, versionId: id };
      };
      return await listVex(deps, request, reply, { query: request.query, scopeOf });
    },
  );

  app.get(
    '/vex/:id/raw',
    {
      config: { scope: 'read' },
      schema: {
        operationId: 'downloadVexDocument',
        summary: 'Download a VEX document',
        description: 'Returns the bytes as they were uploaded.',
        params: VexParams,
      },
    },
    async (request, reply) => {
      const caller = toCaller(request);
      const id = toId(request.params.id, VEX_UNKNOWN);
      const document = await deps.database.readInOrg(caller.orgId, async (tx) => await getVexDocument(tx, caller, id));
      return await sendOriginal(deps, reply, caller.orgId, document);
    },
  );

  app.delete(
    '/vex/:id',
    {
      config: { scope: 'triage' },
      schema: {
        operationId: 'deleteVexDocument',
        summary: 'Delete a VEX document',
        description:
          'Its statements no longer apply. Documents of the whole organization require the scope `settings:write`.',
        params: VexParams,
        response: { 204: z.null() },
      },
    },
    async (request, reply) => {
      const caller = toCaller(request);
      const id = toId(request.params.id, VEX_UNKNOWN);
      const document = await deps.database.readInOrg(caller.orgId, async (tx) => await getVexDocument(tx, caller, id));
      if (document.service === null) requireScope(getPrincipal(request), 'settings:write');
      await deleteVex(deps, caller, id);
      return await reply.code(204).send(null);
    },
  );
}

async function listVex(
  deps: ApiDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  {
    query,
    scopeOf,
  }: { readonly query: z.output<typeof VexListQuery>; readonly scopeOf?: (tx: OrgTx) => Promise<VexScope> },
): Promise<WireVexDocument[]> {
  const { orgId, services } = toCaller(request);
  const { page, settings } = await deps.database.readInOrg(orgId, async (tx) => {
    const of = scopeOf && (await scopeOf(tx));
    const filter = { services, superseded: query.all, ...(of !== undefined && { of }) };
    return { page: await listVexDocuments(tx, filter, query), settings: await getSettings(tx) };
  });
  return sendPage(request, reply, query, page, (document) => toWireVexDocument(document, settings));
}

const MEDIA_TYPES = { cyclonedx: 'application/vnd.cyclonedx+json', openvex: 'application/json' } as const;

export async function sendVexDocument(
  reply: FastifyReply,
  format: keyof typeof MEDIA_TYPES,
  pieces: Iterable<string>,
): Promise<FastifyReply> {
  return await reply
    .type(`${MEDIA_TYPES[format]}; charset=utf-8`)
    .header('content-disposition', `attachment; filename="vex.${format}.json"`)
    .send(toStream(pieces));
}

const UPLOAD_DESCRIPTION =
  'The body is a CycloneDX (1.4 to 1.7), OpenVEX or CSAF VEX document in JSON, optionally compressed. Statements of trusted authors decide the relevance of findings; statements of other authors are shown as annotations only. Uploading the same bytes again changes nothing. A newer version of a document replaces the older one.';
const response = { 200: WireVexReceipt };
const consumes = ['application/json'];

/** Imports VEX documents for a version, a service or the whole organization. */
export function vexImportsRoutes(app: RouteApp, deps: ApiDeps): void {
  disableBodyParsing(app);
  const onRequest = createRateGuard(deps, 'documents');

  app.post(
    '/service/:service/version/:version/vex',
    {
      config: { scope: 'triage', streamsBody: true },
      onRequest,
      schema: {
        operationId: 'uploadVersionVex',
        summary: 'Upload a VEX document for a version',
        description: UPLOAD_DESCRIPTION,
        consumes,
        params: VersionParams,
        response,
      },
    },
    async (request, reply) => await receiveVex(deps, request, reply, toVersionAddress(request.params)),
  );

  app.post(
    '/service/:service/vex',
    {
      config: { scope: 'triage', streamsBody: true },
      onRequest,
      schema: {
        consumes,
        response,
        operationId: 'uploadServiceVex',
        summary: 'Upload a VEX document for a service',
        description: `Applies to all versions of the service, including future ones. ${UPLOAD_DESCRIPTION}`,
        params: ServiceParams,
      },
    },
    async (request, reply) =>
      await receiveVex(deps, request, reply, { service: toReference('service name', request.params.service) }),
  );

  app.post(
    '/vex',
    {
      config: { scope: 'settings:write', streamsBody: true },
      onRequest,
      schema: {
        operationId: 'uploadOrganizationVex',
        summary: 'Upload a VEX document for the organization',
        description: `Applies to all services of the organization. ${UPLOAD_DESCRIPTION}`,
        consumes,
        response,
      },
    },
    async (request, reply) => await receiveVex(deps, request, reply, {}),
  );
}

async function receiveVex(
  deps: ApiDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  target: VexTargetAddress,
): Promise<WireVexReceipt> {
  const caller = toCaller(request);
  await deps.database.readInOrg(caller.orgId, async (tx) => await resolveVexScope(tx, caller, target));
  const receivedAt = new Date(deps.now()).toISOString();
  const limits = { bytesMax: LIMITS.vexBodyBytesMax, isJson: true };
  return await withSmallBody(deps, { request, reply }, limits, async ({ document: spooled, bytes }) => {
    const document = await parseVexDocument(deps.threads.of(caller.orgId), bytes, receivedAt);
    const receipt = await importVex(deps, caller, target, { bytes: spooled, document });
    return toWireVexReceipt(receipt, await deps.database.readInOrg(caller.orgId, getSettings));
  });
}

/** Maps VEX documents to the API, each with the current trust in its author. */
function toWireVexDocument(
  document: StoredVexDocument,
  settings: Pick<OrganizationSettings, 'vexAuthors'>,
): WireVexDocument {
  const { service, version, warnings, ...rest } = document;
  return {
    ...rest,
    scope: scopeOf(document),
    service: service && { ...service },
    version: version && { ...version },
    trust: trustLevelOf(settings, document.author),
    warnings: warnings.map((warning) => ({ ...warning, paths: [...warning.paths] })),
  };
}

function toWireVexReceipt(
  { document, deduplicated, supersedes, reanalyzed }: VexReceipt,
  settings: Pick<OrganizationSettings, 'vexAuthors'>,
): WireVexReceipt {
  return { ...toWireVexDocument(document, settings), deduplicated, supersedes: [...supersedes], reanalyzed };
}

function scopeOf({ service, version }: StoredVexDocument): WireVexDocument['scope'] {
  if (version !== null) return 'version';
  return service === null ? 'organization' : 'service';
}
