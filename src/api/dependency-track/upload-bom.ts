/**
 * Uploads as clients of Dependency-Track send them: the document inside a form. The target is in the form too, so unlike our own
 * uploads it is checked after the body was received; everything else is the same.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { SBOM_FORMAT_UNSUPPORTED } from '../../core/sbom/errors.ts';
import { admitUpload } from '../../pipeline/upload/admit-upload.ts';
import type { Caller } from '../../pipeline/deps.ts';
import { getVersion } from '../../pipeline/portfolio/change-version.ts';
import type { ApiDeps, RouteApp } from '../api-deps.ts';
import { toCaller } from '../http/guard-request.ts';
import { sendContinue } from '../http/server-events.ts';
import { createRateGuard } from '../http/limits/rate-guard.ts';
import { checkBodyHeaders, disableBodyParsing, receiveBody, type Form } from '../http/body/receive-body.ts';
import { parseUploadRequest, type UploadRequest } from '../routes/uploads/inspect-document.ts';
import { createUploadStore } from '../routes/uploads/uploads.ts';
import { BomFields, UploadToken } from './contract.ts';
import { createForm } from './forms/create-form.ts';
import { parseFields } from './forms/parse-fields.ts';
import { changeProject, getProjectById, parseAddress, toAddress, toWarnings } from './projects.ts';

/** A project of Dependency-Track has one SBOM, which each upload replaces. */
const SLOT = 'dependency-track';

export function bomRoutes(app: RouteApp, deps: ApiDeps): void {
  disableBodyParsing(app);
  const upload = createBomUpload(deps);
  const options = {
    config: { scope: 'sbom:upload', streamsBody: true, acceptsApiKey: true },
    onRequest: createRateGuard(deps, 'uploads'),
    schema: { hide: true, response: { 200: UploadToken } },
  } as const;
  app.put('/bom', options, upload);
  app.post('/bom', options, upload);
}

function createBomUpload(deps: ApiDeps): (request: FastifyRequest, reply: FastifyReply) => Promise<UploadToken> {
  const storeUpload = createUploadStore(deps);
  return async (request, reply) => {
    const caller = toCaller(request);
    await deps.storageGuard();
    const form = createForm(request, 'bom');
    const encoding = checkBodyHeaders(request.raw, deps.limits, { isForm: true });
    sendContinue(request.raw, reply.raw);
    const { orgId } = caller;
    const incoming = { request: request.raw, encoding, orgId, work: request.work, form: refuseXml(form) };
    const body = await receiveBody(deps, incoming);
    try {
      const fields = parseFields(BomFields, form.fields());
      const target = await resolveTarget(deps, caller, fields);
      await admitUpload(deps, caller, target);
      const { receipt } = await storeUpload(caller, target, body, []);
      const { id, serviceId, versionId, analysisId, versionCreated } = receipt;
      const refusals = await changeProject(deps, caller, toAddress({ serviceId, id: versionId }), {
        tags: versionCreated ? undefined : fields.projectTags,
        // As in Dependency-Track, an upload sets the flag and never removes it.
        isLatest: fields.isLatest === true || fields.isLatestProjectVersion === true || undefined,
      });
      return { token: analysisId ?? id, projectUuid: versionId, ...toWarnings(refusals) };
    } finally {
      await body.document.close();
    }
  };
}

async function resolveTarget(
  deps: ApiDeps,
  caller: Caller,
  { project, autoCreate, projectTags, ...named }: z.output<typeof BomFields>,
): Promise<UploadRequest> {
  const query = { slot: SLOT, tag: projectTags, validate: 'lenient' } as const;
  return await deps.database.readInOrg(caller.orgId, async (tx) => {
    if (project !== undefined) {
      const { service, version } = toAddress(await getProjectById(tx, caller, project));
      return parseUploadRequest(service, version, query);
    }
    const address = parseAddress(named);
    if (autoCreate !== true) await getVersion(tx, caller, address);
    return parseUploadRequest(address.service, address.version, query);
  });
}

const CURE =
  'Set the output format of your SBOM generator to JSON (CycloneDX Maven plugin: outputFormat=json, then dependency-track.bomLocation=target/bom.json), and upload that file.';

/** Clients of Dependency-Track send XML by default, and changing one option is easier for them than converting the document. */
function refuseXml(form: Form): Pick<Form, 'readDocument'> {
  return {
    readDocument: async function* (body) {
      let hasBegun = false;
      for await (const chunk of form.readDocument(body)) {
        if (!hasBegun) {
          const start = chunk.toString('utf8', 0, 100).replace('\ufeff', '').trimStart();
          if (start.startsWith('<')) throw SBOM_FORMAT_UNSUPPORTED({ found: 'CycloneDX XML', cure: CURE });
          hasBegun = start !== '';
        }
        yield chunk;
      }
    },
  };
}
