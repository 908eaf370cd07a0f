/** VEX documents: list, download and delete imported ones, and export one for a version. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { VEX_EMPTY } from '../../../core/vex/errors.ts';
import { requireScope } from '../../../access/principal.ts';
import { VEX_UNKNOWN, VEX_EXPORT_TOO_LARGE } from '../../../pipeline/errors.ts';
import { exportVex } from '../../../pipeline/vex/export-vex.ts';
import { deleteVex, getVexDocument } from '../../../pipeline/vex/import-vex.ts';
import { getService } from '../../../pipeline/portfolio/change-service.ts';
import { getVersion } from '../../../pipeline/portfolio/change-version.ts';
import type { OrgTx } from '../../../store/database.ts';
import { getSettings } from '../../../store/people/settings.ts';
import { readBlob } from '../../../store/portfolio/blobs/blobs.ts';
import { listVexDocuments, type VexScope } from '../../../store/relevance/vex.ts';
import { toId, toReference, toVersionAddress } from '../../http/path-parameters.ts';
import type { ApiDeps } from '../../api-deps.ts';
import { ServiceParams } from '../../contract/services/service.ts';
import { VersionParams } from '../../contract/services/version.ts';
import { VersionVexQuery, VexListQuery, VexParams, WireVexDocument } from '../../contract/findings/vex.ts';
import { getPrincipal, toCaller } from '../../http/guard-request.ts';
import { toStream } from '../../http/response/json-stream.ts';
import { setPageHeaders } from '../../http/response/page-headers.ts';
import { ERRORS } from '../../http/response/route-schema.ts';
import { toWireVexDocument } from '../../wire/to-wire-vex.ts';

const tags = ['VEX'];
const OpenVex = z.record(z.string(), z.unknown()).describe('With `format=openvex`: an OpenVEX 0.2.0 document.');

export function vexRoutes(instance: FastifyInstance, deps: ApiDeps): void {
  const app = instance.withTypeProvider<ZodTypeProvider>();

  app.get(
    '/vex',
    {
      config: { scope: 'read' },
      schema: {
        tags,
        operationId: 'listVexDocuments',
        summary: 'List VEX documents',
        description: 'Returns the VEX documents of the organization and of all services, newest first.',
        querystring: VexListQuery,
        response: { 200: z.array(WireVexDocument), ...ERRORS },
      },
    },
    async (request, reply) => await listVex(deps, request, reply, { query: request.query }),
  );

  app.get(
    '/service/:service/vex',
    {
      config: { scope: 'read' },
      schema: {
        tags,
        operationId: 'listServiceVexDocuments',
        summary: 'List the VEX documents of a service',
        description: 'Newest first.',
        params: ServiceParams,
        querystring: VexListQuery,
        response: { 200: z.array(WireVexDocument), ...ERRORS },
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
        tags,
        operationId: 'listVersionVexDocuments',
        summary: 'List the VEX documents of a version, or export VEX',
        description:
          'Without `format`, returns the VEX documents uploaded for the version. With `format`, returns a CycloneDX 1.6 or OpenVEX 0.2.0 document that states the status of every open finding, including findings that are not relevant. The same state produces the same bytes.',
        params: VersionParams,
        querystring: VersionVexQuery,
        response: { 200: z.union([z.array(WireVexDocument), OpenVex]), ...ERRORS },
      },
    },
    async (request, reply) => {
      const caller = toCaller(request);
      const address = toVersionAddress(request.params);
      const { format } = request.query;
      if (format !== undefined) {
        const wish = { ...address, format, toolVersion: deps.version };
        const pieces = await deps.reportQueue.run(1, async () => await exportVex(deps, caller, wish), caller.orgId);
        return await sendDocument(reply, format, pieces);
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
        tags,
        operationId: 'downloadVexDocument',
        summary: 'Download a VEX document',
        description: 'Returns the bytes as they were uploaded.',
        params: VexParams,
      },
    },
    async (request, reply) => {
      const caller = toCaller(request);
      const id = toId(request.params.id, VEX_UNKNOWN);
      const document = await deps.database.inOrg(caller.orgId, async (tx) => await getVexDocument(tx, caller, id));
      // A browser must never render the document as a page of this origin.
      void reply.headers({
        'content-type': 'application/octet-stream',
        'content-length': document.sizeBytes,
        'content-disposition': `attachment; filename="${document.id}.json"`,
        'content-security-policy': 'sandbox',
      });
      return await reply.send(readBlob(deps.database, caller.orgId, Buffer.from(document.sha256, 'hex')));
    },
  );

  app.delete(
    '/vex/:id',
    {
      config: { scope: 'triage' },
      schema: {
        tags,
        operationId: 'deleteVexDocument',
        summary: 'Delete a VEX document',
        description:
          'Its statements no longer apply. Documents of the whole organization require the scope `settings:write`.',
        params: VexParams,
        response: { 204: z.null(), ...ERRORS },
      },
    },
    async (request, reply) => {
      const caller = toCaller(request);
      const id = toId(request.params.id, VEX_UNKNOWN);
      const document = await deps.database.inOrg(caller.orgId, async (tx) => await getVexDocument(tx, caller, id));
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
  const { page, settings } = await deps.database.inOrg(orgId, async (tx) => {
    const of = scopeOf && (await scopeOf(tx));
    const filter = { services, superseded: query.all, ...(of !== undefined && { of }) };
    return { page: await listVexDocuments(tx, filter, query), settings: await getSettings(tx) };
  });
  setPageHeaders(request, reply, query, page);
  return page.items.map((document) => toWireVexDocument(document, settings));
}

const MEDIA_TYPES = { cyclonedx: 'application/vnd.cyclonedx+json', openvex: 'application/json' } as const;

async function sendDocument(
  reply: FastifyReply,
  format: keyof typeof MEDIA_TYPES,
  pieces: Iterable<string>,
): Promise<FastifyReply> {
  return await reply
    .type(`${MEDIA_TYPES[format]}; charset=utf-8`)
    .header('content-disposition', `attachment; filename="vex.${format}.json"`)
    .send(toStream(pieces));
}
