/** The organization of the caller and its settings. */
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { changeOrganization, readOrganization, type OrganizationView } from '../../pipeline/change-organization.ts';
import type { ApiDeps } from '../api-deps.ts';
import { isUnchanged, requireMatch, toEtag } from '../conditional.ts';
import { OrganizationChange, WireOrganization } from '../contract/organization.ts';
import { toCaller } from '../guard-request.ts';
import { ERRORS, UNCHANGED } from '../route-schema.ts';

const tags = ['Organization'];

export function organizationRoutes(instance: FastifyInstance, deps: ApiDeps): void {
  const app = instance.withTypeProvider<ZodTypeProvider>();

  app.get(
    '/organization',
    {
      config: { scope: 'read' },
      schema: {
        tags,
        summary: 'The organization and its settings',
        response: { 200: WireOrganization, ...UNCHANGED, ...ERRORS },
      },
    },
    async (request, reply) => {
      const { orgId } = toCaller(request);
      const organization = await deps.database.inOrg(orgId, readOrganization);
      if (isUnchanged(request, reply, toEtag(orgId, organization))) return await reply.code(304).send(null);
      return toWire(organization);
    },
  );

  app.patch(
    '/organization',
    {
      config: { scope: 'settings:write' },
      schema: {
        tags,
        summary: 'Change the name or settings of the organization',
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
}

function toWire(organization: OrganizationView): WireOrganization {
  return { ...organization, vexAuthors: organization.vexAuthors.map((author) => ({ ...author })) };
}
