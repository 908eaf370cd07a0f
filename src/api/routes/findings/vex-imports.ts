/** Imports VEX documents for a version, a service or the whole organization. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { LIMITS } from '../../../core/limits.ts';
import { resolveVexScope, importVex, type VexTargetAddress } from '../../../pipeline/vex/import-vex.ts';
import { getSettings } from '../../../store/people/settings.ts';
import { parseVexDocument } from '../../../threads/context/parse-context.ts';
import { toReference, toVersionAddress } from '../../http/path-parameters.ts';
import type { ApiDeps } from '../../api-deps.ts';
import { ServiceParams } from '../../contract/services/service.ts';
import { VersionParams } from '../../contract/services/version.ts';
import { WireVexReceipt } from '../../contract/findings/vex.ts';
import { toCaller } from '../../http/guard-request.ts';
import { createRateGuard } from '../../http/limits/rate-guard.ts';
import { disableBodyParsing } from '../../http/body/receive-body.ts';
import { ERRORS } from '../../http/response/route-schema.ts';
import { withSmallBody } from '../../http/body/small-body.ts';
import { toWireVexReceipt } from '../../wire/to-wire-vex.ts';

const tags = ['VEX'];
const description =
  'The body is a CycloneDX (1.4 to 1.7) or OpenVEX document in JSON, optionally compressed. Statements of trusted authors decide the relevance of findings; statements of other authors are shown as annotations only. Uploading the same bytes again changes nothing. A newer version of a document replaces the older one.';
const response = { 200: WireVexReceipt, ...ERRORS };
const consumes = ['application/json'];

export function vexImportsRoutes(instance: FastifyInstance, deps: ApiDeps): void {
  const app = instance.withTypeProvider<ZodTypeProvider>();
  disableBodyParsing(app);
  const onRequest = createRateGuard(deps, 'documents');

  app.post(
    '/service/:service/version/:version/vex',
    {
      config: { scope: 'triage', streamsBody: true },
      onRequest,
      schema: {
        tags,
        operationId: 'uploadVersionVex',
        summary: 'Upload a VEX document for a version',
        description,
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
        tags,
        consumes,
        response,
        operationId: 'uploadServiceVex',
        summary: 'Upload a VEX document for a service',
        description: `Applies to all versions of the service, including future ones. ${description}`,
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
        tags,
        operationId: 'uploadOrganizationVex',
        summary: 'Upload a VEX document for the organization',
        description: `Applies to all services of the organization. ${description}`,
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
  await deps.database.inOrg(caller.orgId, async (tx) => await resolveVexScope(tx, caller, target));
  const receivedAt = new Date(deps.now()).toISOString();
  const limits = { bytesMax: LIMITS.vexBodyBytesMax, isJson: true };
  return await withSmallBody(deps, { request, reply }, limits, async ({ document: spooled, bytes }) => {
    const document = await parseVexDocument(deps.threads.of(caller.orgId), bytes, receivedAt);
    const receipt = await importVex(deps, caller, target, { bytes: spooled, document });
    return toWireVexReceipt(receipt, await deps.database.inOrg(caller.orgId, getSettings));
  });
}
