/** Runtime documents of a security profile: AppArmor profiles, seccomp filters or observed behavior, stored unchanged. */
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { PRECONDITION_FAILED } from '../../errors.ts';
import { LIMITS } from '../../../core/limits.ts';
import { getProfile } from '../../../pipeline/profiles/change-profile.ts';
import { getService } from '../../../pipeline/portfolio/change-service.ts';
import { putRuntimeDocument } from '../../../pipeline/profiles/put-runtime-document.ts';
import { listProfiles } from '../../../store/relevance/profiles.ts';
import { parseRuntimeProfile } from '../../../threads/context/parse-context.ts';
import type { ApiDeps } from '../../api-deps.ts';
import { ProfileParams, RuntimeQuery, WireProfile } from '../../contract/services/profile.ts';
import { toCaller } from '../../http/guard-request.ts';
import { requireProfileMatch, toProfileAddress } from './profile-address.ts';
import { createRateGuard } from '../../http/limits/rate-guard.ts';
import { disableBodyParsing } from '../../http/body/receive-body.ts';
import { ERRORS } from '../../http/response/route-schema.ts';
import { withSmallBody } from '../../http/body/small-body.ts';
import { respondWithProfile } from './profiles.ts';

export function runtimeDocumentsRoutes(instance: FastifyInstance, deps: ApiDeps): void {
  const app = instance.withTypeProvider<ZodTypeProvider>();
  disableBodyParsing(app);

  app.put(
    '/service/:service/profile/:profile/runtime',
    {
      config: { scope: 'profile:write', streamsBody: true, errors: [PRECONDITION_FAILED] },
      onRequest: createRateGuard(deps, 'documents'),
      schema: {
        tags: ['Security profiles'],
        operationId: 'uploadRuntimeDocument',
        summary: 'Add a runtime document to a security profile',
        description:
          'The body is an AppArmor profile, a seccomp profile in JSON, or observed behavior in JSON. It is stored unmodified. Its restrictions take effect while the document is marked as enforced (`inForce`).',
        consumes: ['application/octet-stream'],
        params: ProfileParams,
        querystring: RuntimeQuery,
        response: { 200: WireProfile, ...ERRORS },
      },
    },
    async (request, reply) => {
      const caller = toCaller(request);
      const address = toProfileAddress(request.params);
      await deps.database.inOrg(caller.orgId, async (tx) => {
        const { id } = await getService(tx, caller, address.service);
        getProfile(await listProfiles(tx, id), address.profile);
      });
      const { kind, inForce } = request.query;
      const limits = { bytesMax: LIMITS.observedDocumentBytesMax, isJson: false };
      await withSmallBody(deps, { request, reply }, limits, async ({ document, bytes }) => {
        const read = await parseRuntimeProfile(deps.threads.of(caller.orgId), bytes, kind);
        await putRuntimeDocument(deps, caller, address, {
          sent: { bytes: document, read, inForce },
          onlyIf: (current) => requireProfileMatch(request, caller.orgId, current),
        });
      });
      return await respondWithProfile(deps, request, reply, request.params);
    },
  );
}
