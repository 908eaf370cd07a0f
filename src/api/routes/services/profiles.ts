/** Security profiles of a service: list, get, set and delete them, list their versions, and add documents. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { PRECONDITION_FAILED } from '../../errors.ts';
import {
  deleteProfile,
  getProfile,
  putProfile,
  type ProfileAddress,
  putProfileDocument,
} from '../../../pipeline/profiles/change-profile.ts';
import { getService } from '../../../pipeline/portfolio/change-service.ts';
import { describeProfile, describeProfiles } from '../../../pipeline/profiles/load-profiles.ts';
import { listProfiles, listProfileVersions, type StoredProfile } from '../../../store/relevance/profiles.ts';
import type { Caller } from '../../../pipeline/deps.ts';
import type { OrgTx } from '../../../store/database.ts';
import type { ApiDeps, RouteApp } from '../../api-deps.ts';
import { toEtag, requireMatch } from '../../http/response/etags.ts';
import {
  ProfileChange,
  ProfileParams,
  ProfileVersionQuery,
  WireProfile,
  WireProfileSummary,
  WireProfileVersion,
  DocumentQuery,
  ImpactQuery,
  WireImpact,
  WireImpactPreview,
} from '../../contract/services/profile.ts';
import { ServiceParams } from '../../contract/services/service.ts';
import { toCaller } from '../../http/guard-request.ts';
import { sendPage, setTotalHeader } from '../../http/response/page-headers.ts';
import { toReference } from '../../http/path-parameters.ts';
import { toWireProfile, toWireProfileSummary, toWireProfileVersion } from '../../wire/to-wire-profile.ts';
import { toName } from '../../../core/naming/name.ts';
import { LIMITS } from '../../../core/limits.ts';
import { parseProfileDocumentInThread } from '../../../threads/context/parse-context.ts';
import { createRateGuard } from '../../http/limits/rate-guard.ts';
import { disableBodyParsing, withSmallBody } from '../../http/body/receive-body.ts';
import {
  measureImpact,
  previewProfile,
  type Impact,
  type ImpactPreview,
} from '../../../pipeline/profiles/measure-impact.ts';
import { FairQueue } from '../../http/limits/fair-queue.ts';

export function profilesRoutes(app: RouteApp, deps: ApiDeps): void {
  app.get(
    '/service/:service/profile',
    {
      config: { scope: 'read' },
      schema: {
        operationId: 'listProfiles',
        summary: 'List the security profiles of a service',
        description: 'Sorted by name.',
        params: ServiceParams,
        response: { 200: z.array(WireProfileSummary) },
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
        operationId: 'getProfile',
        summary: 'Get a security profile',
        description:
          'Returns the stated fields, the values detected in SBOMs, and conflicts between them. Send the `ETag` as `If-Match` to change the profile safely.',
        params: ProfileParams,
        response: { 200: WireProfile },
      },
    },
    async (request, reply) => await respondWithProfile(deps, request, reply, request.params),
  );

  app.put(
    '/service/:service/profile/:profile',
    {
      config: { scope: 'profile:write', errors: [PRECONDITION_FAILED] },
      schema: {
        operationId: 'replaceProfile',
        summary: 'Create or replace a security profile',
        description:
          'Fields take effect when they are confirmed: send `confirmed: true`. Each change creates a new version of the profile, and the watched versions of the service are analyzed again. Send `If-None-Match: *` to create only.',
        params: ProfileParams,
        body: ProfileChange,
        response: { 200: WireProfile, 201: WireProfile },
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
        operationId: 'deleteProfile',
        summary: 'Delete a security profile',
        description: 'The profile no longer affects the relevance of findings.',
        params: ProfileParams,
        response: { 204: z.null() },
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
        operationId: 'listProfileVersions',
        summary: 'List the versions of a security profile',
        description: 'Newest first. Versions are immutable.',
        params: ProfileParams,
        querystring: ProfileVersionQuery,
        response: { 200: z.array(WireProfileVersion) },
      },
    },
    async (request, reply) => {
      const caller = toCaller(request);
      const address = toProfileAddress(request.params);
      const page = await deps.database.inOrg(caller.orgId, async (tx) => {
        const { id } = await getProfileOf(tx, caller, address);
        return await listProfileVersions(tx, id, request.query);
      });
      return sendPage(request, reply, request.query, page, toWireProfileVersion);
    },
  );
}

/** The ETag covers only stated values: detected values change with every upload, which is no reason to reject a change. */
async function respondWithProfile(
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

function toProfileAddress(params: { readonly service: string; readonly profile: string }): ProfileAddress {
  return {
    service: toReference('service name', params.service),
    profile: toName('profile name', params.profile),
  };
}

async function getProfileOf(tx: OrgTx, caller: Caller, { service, profile }: ProfileAddress): Promise<StoredProfile> {
  const { id } = await getService(tx, caller, service);
  return getProfile(await listProfiles(tx, id), profile);
}

/** The content from which the ETag is computed. */
function toProfileEtag({ id, version, sha256 }: Pick<StoredProfile, 'id' | 'version' | 'sha256'>): object {
  return { id, version, sha256 };
}

/** Throws if the profile differs from the one that the client saw, or exists although it must not. */
function requireProfileMatch(request: FastifyRequest, orgId: string, current: StoredProfile | undefined): void {
  const { 'if-match': match, 'if-none-match': noneMatch } = request.headers;
  if (current === undefined ? match !== undefined : noneMatch === '*') throw PRECONDITION_FAILED();
  if (current !== undefined) requireMatch(request, toEtag(orgId, toProfileEtag(current)));
}

/** Documents of a security profile: what the runtime enforces, what was observed, and how the service is deployed. */
export function profileDocumentsRoutes(app: RouteApp, deps: ApiDeps): void {
  disableBodyParsing(app);

  app.put(
    '/service/:service/profile/:profile/document',
    {
      config: { scope: 'profile:write', streamsBody: true, errors: [PRECONDITION_FAILED] },
      onRequest: createRateGuard(deps, 'documents'),
      schema: {
        operationId: 'uploadProfileDocument',
        summary: 'Add a document to a security profile',
        description:
          'The body is a deployment document (Kubernetes objects, a Compose file, a Dockerfile, or an image configuration) or a runtime document (an AppArmor profile, a seccomp profile, or observed behavior). It is stored unmodified. What it says takes effect while it is confirmed (`inForce`). The profile is created if it does not exist.',
        consumes: ['application/octet-stream'],
        params: ProfileParams,
        querystring: DocumentQuery,
        response: { 200: WireProfile },
      },
    },
    async (request, reply) => {
      const caller = toCaller(request);
      const address = toProfileAddress(request.params);
      await deps.database.inOrg(caller.orgId, async (tx) => await getService(tx, caller, address.service));
      const { name, kind, inForce } = request.query;
      const limits = { bytesMax: LIMITS.observedDocumentBytesMax, isJson: false };
      await withSmallBody(deps, { request, reply }, limits, async ({ document, bytes }) => {
        const read = await parseProfileDocumentInThread(deps.threads.of(caller.orgId), bytes, kind);
        await putProfileDocument(deps, caller, address, {
          sent: { bytes: document, read, name, inForce },
          onlyIf: (current) => requireProfileMatch(request, caller.orgId, current),
        });
      });
      return await respondWithProfile(deps, request, reply, request.params);
    },
  );
}

/** Previews the effect of a change of a security profile on the findings of a version. */
export function profileImpactRoutes(app: RouteApp, deps: ApiDeps): void {
  const { impactsAtOnceMax: atOnceMax, impactsWaitingMax: waitingMax } = LIMITS;
  const turns = new FairQueue({ atOnceMax, weightMax: atOnceMax, waitingMax });

  app.get(
    '/service/:service/profile/:profile/impact',
    {
      config: { scope: 'read' },
      schema: {
        operationId: 'getProfileImpact',
        summary: 'Get the impact of unconfirmed profile fields',
        description:
          'For each unknown or unconfirmed field, returns how many findings each possible value would change. Nothing is stored.',
        params: ProfileParams,
        querystring: ImpactQuery,
        response: { 200: WireImpact },
      },
    },
    async (request) => {
      const reference = toVersionReference(request.query);
      const address = toProfileAddress(request.params);
      return toWireImpact(
        await turns.run(1, async () => await measureImpact(deps, toCaller(request), address, reference)),
      );
    },
  );

  app.post(
    '/service/:service/profile/:profile/impact',
    {
      config: { scope: 'read' },
      schema: {
        operationId: 'previewProfileImpact',
        summary: 'Preview a change of a security profile',
        description: 'Returns the findings that the change would affect. Nothing is stored.',
        params: ProfileParams,
        querystring: ImpactQuery,
        body: ProfileChange,
        response: { 200: WireImpactPreview },
      },
    },
    async (request) => {
      const reference = toVersionReference(request.query);
      const address = toProfileAddress(request.params);
      return toWirePreview(
        await turns.run(1, async () => await previewProfile(deps, toCaller(request), address, request.body, reference)),
      );
    },
  );
}

function toVersionReference({ version }: { readonly version?: string | undefined }): string | undefined {
  return version === undefined ? undefined : toReference('version name', version);
}

function toWireImpact({ version, findings, more, assumptions }: Impact): WireImpact {
  return {
    version: version && { ...version },
    findings,
    truncated: more,
    assumptions: assumptions.map(({ most, ...each }) => ({
      ...each,
      values: each.values.map((value) => ({ ...value })),
      largestTotal: most,
    })),
  };
}

function toWirePreview({ version, findings, more, counts, changed }: ImpactPreview): WireImpactPreview {
  return {
    version: version && { ...version },
    findings,
    truncated: more,
    counts: { ...counts },
    changed: changed.map((each) => ({ ...each, from: { ...each.from }, to: { ...each.to } })),
  };
}
