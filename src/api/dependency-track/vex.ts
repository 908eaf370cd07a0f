/** VEX documents of a project, as clients of Dependency-Track send and request them. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { VEX_EMPTY } from '../../core/vex/errors.ts';
import { LIMITS } from '../../core/limits.ts';
import { importVex } from '../../pipeline/vex/import-vex.ts';
import { exportVex } from '../../pipeline/vex/export-vex.ts';
import { listVersionSummaries } from '../../store/findings/version-summaries.ts';
import { parseVexDocument } from '../../threads/context/parse-context.ts';
import type { ApiDeps, RouteApp } from '../api-deps.ts';
import { toCaller } from '../http/guard-request.ts';
import { createRateGuard } from '../http/limits/rate-guard.ts';
import { disableBodyParsing, withSmallBody } from '../http/body/receive-body.ts';
import { sendVexDocument } from '../routes/findings/vex.ts';
import { ProjectParams, UploadToken, VexFields } from './contract.ts';
import { createForm } from './forms/create-form.ts';
import { parseFields } from './forms/parse-fields.ts';
import { getProject, getProjectById, toAddress } from './projects.ts';

export function vexRoutes(app: RouteApp, deps: ApiDeps): void {
  disableBodyParsing(app);
  const upload = async (request: FastifyRequest, reply: FastifyReply): Promise<UploadToken> =>
    await receiveVex(deps, request, reply);
  const options = {
    config: { scope: 'triage', streamsBody: true, acceptsApiKey: true },
    onRequest: createRateGuard(deps, 'documents'),
    schema: { hide: true, response: { 200: UploadToken } },
  } as const;
  app.put('/vex', options, upload);
  app.post('/vex', options, upload);

  app.get(
    '/vex/cyclonedx/project/:uuid',
    {
      config: { scope: 'read', acceptsApiKey: true, errors: [VEX_EMPTY] },
      schema: { hide: true, params: ProjectParams },
    },
    async (request, reply) => {
      const caller = toCaller(request);
      const project = await deps.database.readInOrg(
        caller.orgId,
        async (tx) => await getProjectById(tx, caller, request.params.uuid),
      );
      const wish = { ...toAddress(project), format: 'cyclonedx', toolVersion: deps.version } as const;
      const pieces = await deps.reportQueue.run(1, async () => await exportVex(deps, caller, wish), caller.orgId);
      return await sendVexDocument(reply, 'cyclonedx', pieces);
    },
  );
}

/** The token is the analysis that applies the statements. */
async function receiveVex(deps: ApiDeps, request: FastifyRequest, reply: FastifyReply): Promise<UploadToken> {
  const caller = toCaller(request);
  const form = createForm(request, 'vex');
  const receivedAt = new Date(deps.now()).toISOString();
  const limits = { bytesMax: LIMITS.vexBodyBytesMax, isJson: true, form };
  return await withSmallBody(deps, { request, reply }, limits, async ({ document: spooled, bytes }) => {
    const fields = parseFields(VexFields, form.fields());
    const project = await deps.database.readInOrg(caller.orgId, async (tx) => await getProject(tx, caller, fields));
    const document = await parseVexDocument(deps.threads.of(caller.orgId), bytes, receivedAt);
    const receipt = await importVex(deps, caller, toAddress(project), { bytes: spooled, document });
    const summaries = await deps.database.inOrg(
      caller.orgId,
      async (tx) => await listVersionSummaries(tx, [project.id]),
    );
    const token = summaries.get(project.id)?.analysis?.id ?? receipt.document.id;
    return { token, projectUuid: project.id };
  });
}
