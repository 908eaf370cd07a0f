/** Security profiles of a service: list, get, set and delete them, and list their versions. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { PRECONDITION_FAILED } from '../../errors.ts';
import { deleteProfile, getProfile, putProfile } from '../../../pipeline/profiles/change-profile.ts';
import { getService } from '../../../pipeline/portfolio/change-service.ts';
import { describeProfile, describeProfiles } from '../../../pipeline/profiles/describe-profile.ts';
import { listProfiles, listProfileVersions } from '../../../store/relevance/profiles.ts';
import type { ApiDeps } from '../../api-deps.ts';
import { toEtag } from '../../http/response/etags.ts';
import {
  ProfileChange,
  ProfileParams,
  ProfileVersionQuery,
  WireProfile,
  WireProfileSummary,
  WireProfileVersion,
} from '../../contract/services/profile.ts';
import { ServiceParams } from '../../contract/services/service.ts';
import { toCaller } from '../../http/guard-request.ts';
import { setPageHeaders, setTotalHeader } from '../../http/response/page-headers.ts';
import { requireProfileMatch, toProfileAddress, toProfileEtag } from './profile-address.ts';
import { toReference } from '../../http/path-parameters.ts';
import { ERRORS } from '../../http/response/route-schema.ts';
import { toWireProfile, toWireProfileSummary, toWireProfileVersion } from '../../wire/to-wire-profile.ts';

const tags = ['Security profiles'];

export function profilesRoutes(instance: FastifyInstance, deps: ApiDeps): void {
  const app = instance.withTypeProvider<ZodTypeProvider>();

  app.get(
    '/service/:service/profile',
    {
      config: { scope: 'read' },
      schema: {
        tags,
        operationId: 'listProfiles',
        summary: 'List the security profiles of a service',
        description: 'Sorted by name.',
        params: ServiceParams,
        response: { 200: z.array(WireProfileSummary), ...ERRORS },
      },
    },
    async (request, reply) => {
      const caller = toCaller(request);
      const reference = toReference('service name', request.params.service);
      const profiles = await deps.database.inOrg(caller.orgId, async (tx) => {
        const { id } = await getService(tx, caller, reference);
        return await describeProfiles(tx, id);
      });
      setTotalHeader(reply, profiles);
      return profiles.map(toWireProfileSummary);
    },
  );

  app.get(
    '/service/:service/profile/:profile',
    {
      config: { scope: 'read' },
      schema: {
        tags,
        operationId: 'getProfile',
        summary: 'Get a security profile',
        description:
          'Returns the stated fields, the values detected in SBOMs, and conflicts between them. Send the `ETag` as `If-Match` to change the profile safely.',
        params: ProfileParams,
        response: { 200: WireProfile, ...ERRORS },
      },
    },
    async (request, reply) => await respondWithProfile(deps, request, reply, request.params),
  );

  app.put(
    '/service/:service/profile/:profile',
    {
      config: { scope: 'profile:write', errors: [PRECONDITION_FAILED] },
      schema: {
        tags,
        operationId: 'replaceProfile',
        summary: 'Create or replace a security profile',
        description:
          'Fields take effect when they are confirmed: send `confirmed: true`. Each change creates a new version of the profile, and the watched versions of the service are analyzed again. Send `If-None-Match: *` to create only.',
        params: ProfileParams,
        body: ProfileChange,
        response: { 200: WireProfile, 201: WireProfile, ...ERRORS },
      },
    },
    async (request, reply) => {
      const caller = toCaller(request);
      const { created } = await putProfile(deps, caller, toProfileAddress(request.params), {
        wish: request.body,
        onlyIf: (current) => requireProfileMatch(request, caller.orgId, current),
      });
      void reply.code(created ? 201 : 200);
      return await respondWithProfile(deps, request, reply, request.params);
    },
  );

  app.delete(
    '/service/:service/profile/:profile',
    {
      config: { scope: 'profile:write', errors: [PRECONDITION_FAILED] },
      schema: {
        tags,
        operationId: 'deleteProfile',
        summary: 'Delete a security profile',
        description: 'The profile no longer affects the relevance of findings.',
        params: ProfileParams,
        response: { 204: z.null(), ...ERRORS },
      },
    },
    async (request, reply) => {
      const caller = toCaller(request);
      await deleteProfile(deps, caller, toProfileAddress(request.params), (current) =>
        requireProfileMatch(request, caller.orgId, current),
      );
      return await reply.code(204).send(null);
    },
  );

  app.get(
    '/service/:service/profile/:profile/version',
    {
      config: { scope: 'read' },
      schema: {
        tags,
        operationId: 'listProfileVersions',
        summary: 'List the versions of a security profile',
        description: 'Newest first. Versions are immutable.',
        params: ProfileParams,
        querystring: ProfileVersionQuery,
        response: { 200: z.array(WireProfileVersion), ...ERRORS },
      },
    },
    async (request, reply) => {
      const caller = toCaller(request);
      const { service, profile: name } = toProfileAddress(request.params);
      const page = await deps.database.inOrg(caller.orgId, async (tx) => {
        const { id } = await getService(tx, caller, service);
        const profile = getProfile(await listProfiles(tx, id), name);
        return await listProfileVersions(tx, profile.id, request.query);
      });
      setPageHeaders(request, reply, request.query, page);
      return page.items.map(toWireProfileVersion);
    },
  );
}

/** The ETag covers only stated values: detected values change with every upload, which is no reason to reject a change. */
export async function respondWithProfile(
  deps: ApiDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  params: { readonly service: string; readonly profile: string },
): Promise<WireProfile> {
  const caller = toCaller(request);
  const { service, profile: name } = toProfileAddress(params);
  const described = await deps.database.inOrg(caller.orgId, async (tx) => {
    const { id } = await getService(tx, caller, service);
    return await describeProfile(tx, id, name);
  });
  void reply.header('etag', toEtag(caller.orgId, toProfileEtag(described.profile)));
  return toWireProfile(described);
}
