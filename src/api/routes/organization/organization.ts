/** The caller's organization, its settings and its quota usage. */
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { PRECONDITION_FAILED } from '../../errors.ts';
import {
  changeOrganization,
  getOrganizationView,
  type OrganizationView,
} from '../../../pipeline/portfolio/change-organization.ts';
import { getUsage } from '../../../store/people/usage.ts';
import type { ApiDeps } from '../../api-deps.ts';
import { isUnchanged, requireMatch, toEtag } from '../../http/response/etags.ts';
import { OrganizationChange, WireOrganization, WireUsage } from '../../contract/organization/organization.ts';
import { toCaller } from '../../http/guard-request.ts';
import { ERRORS, UNCHANGED } from '../../http/response/route-schema.ts';

const tags = ['Organization'];

export function organizationRoutes(instance: FastifyInstance, deps: ApiDeps): void {
  const app = instance.withTypeProvider<ZodTypeProvider>();

  app.get(
    '/organization',
    {
      config: { scope: 'read' },
      schema: {
        tags,
        operationId: 'getOrganization',
        summary: 'Get the organization',
        description: 'Returns the name and settings.',
        response: { 200: WireOrganization, ...UNCHANGED, ...ERRORS },
      },
    },
    async (request, reply) => {
      const { orgId } = toCaller(request);
      const organization = await deps.database.inOrg(orgId, getOrganizationView);
      if (isUnchanged(request, reply, toEtag(orgId, organization))) return await reply.code(304).send(null);
      return toWire(organization);
    },
  );

  app.patch(
    '/organization',
    {
      config: { scope: 'settings:write', errors: [PRECONDITION_FAILED] },
      schema: {
        tags,
        operationId: 'updateOrganization',
        summary: 'Update the organization',
        description: 'Changes the name or settings that are sent.',
        body: OrganizationChange,
        response: { 200: WireOrganization, ...ERRORS },
      },
    },
    async (request) => {
      const caller = toCaller(request);
      const changed = await changeOrganization(deps, caller, {
        ...request.body,
        onlyIf: (current) => requireMatch(request, toEtag(caller.orgId, current)),
      });
      return toWire(changed);
    },
  );

  app.get(
    '/organization/usage',
    {
      config: { scope: 'read' },
      schema: {
        tags,
        operationId: 'getUsage',
        summary: 'Get quota usage',
        description: 'Returns the usage and limit of each quota.',
        response: { 200: WireUsage, ...ERRORS },
      },
    },
    async (request) => {
      const { quotas } = await deps.database.inOrg(toCaller(request).orgId, getUsage);
      return { quotas: quotas.map(({ limit, ...usage }) => ({ ...usage, limit: limit === 0 ? null : limit })) };
    },
  );
}

function toWire(organization: OrganizationView): WireOrganization {
  return { ...organization, vexAuthors: organization.vexAuthors.map((author) => ({ ...author })) };
}
