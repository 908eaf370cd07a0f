/** The people of the organization: their roles, and their leaving. */
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { MEMBER_UNKNOWN } from '../../access/errors.ts';
import { changeMemberRole, removeMember } from '../../access/manage-members.ts';
import { requireScope } from '../../access/principal.ts';
import { LIMITS } from '../../core/limits.ts';
import { listMembers, type Member } from '../../store/people/members.ts';
import { toId } from '../addresses.ts';
import type { ApiDeps } from '../api-deps.ts';
import { RoleChange, WireMember, WirePasswordResetLink } from '../contract/member.ts';
import { PageQuery } from '../contract/page.ts';
import { getPrincipal } from '../guard-request.ts';
import { setPageHeaders } from '../page-headers.ts';
import { ERRORS } from '../route-schema.ts';
import { clearSessionCookie } from '../session-cookie.ts';

const tags = ['People'];
const params = z.object({ person: z.string() });

export function membersRoutes(instance: FastifyInstance, deps: ApiDeps): void {
  const app = instance.withTypeProvider<ZodTypeProvider>();

  app.get(
    '/member',
    {
      config: { scope: 'read' },
      schema: {
        tags,
        summary: 'The people of the organization, in the order in which they came',
        description: 'A token needs the scope `settings:write` for it: people and their addresses concern no pipeline.',
        querystring: PageQuery,
        response: { 200: z.array(WireMember), ...ERRORS },
      },
    },
    async (request, reply) => {
      const principal = getPrincipal(request);
      if (principal.person === undefined) requireScope(principal, 'settings:write');
      const page = await deps.database.inOrg(principal.orgId, async (tx) => await listMembers(tx, request.query));
      setPageHeaders(request, reply, request.query, page);
      return page.items.map(toWireMember);
    },
  );

  app.patch(
    '/member/:person',
    {
      config: { scope: 'settings:write' },
      schema: {
        tags,
        summary: 'Change the role of a member, with effect at once',
        description: 'Only owners make owners, or change them. The last owner stays one.',
        params,
        body: RoleChange,
        response: { 200: WireMember, ...ERRORS },
      },
    },
    async (request) => {
      const personId = toId(request.params.person, MEMBER_UNKNOWN);
      const change = { personId, role: request.body.role, requestId: request.id };
      return toWireMember(await changeMemberRole(deps, getPrincipal(request), change));
    },
  );

  app.post(
    '/member/:person/password-reset',
    {
      config: { scope: 'settings:write', person: true },
      schema: {
        tags,
        summary: 'Create a link with which a member chooses a new password',
        description:
          `It works once, for ${LIMITS.passwordResetMinutes} minutes; pass it on yourself. Only owners do this for owners. ` +
          'An account that also belongs to another organization is refused with 409 `MEMBER_ELSEWHERE`.',
        params,
        response: { 201: WirePasswordResetLink, ...ERRORS },
      },
    },
    async (request, reply) => {
      const personId = toId(request.params.person, MEMBER_UNKNOWN);
      const wanted = { personId, requestId: request.id };
      const { code, expiresAt } = await deps.forgottenPasswords.createLink(getPrincipal(request), wanted);
      void reply.code(201).header('cache-control', 'no-store');
      return { path: `/reset-password/${code}`, expiresAt };
    },
  );

  app.delete(
    '/member/:person',
    {
      config: { scope: 'read' },
      schema: {
        tags,
        summary: 'Remove a member, or leave',
        description:
          'Everybody may leave, but for the last owner. To remove others the scope `settings:write` is needed, and nobody ' +
          'removes who may do more than they. Sessions in the organization end at once; tokens stay.',
        params,
        response: { 204: z.null(), ...ERRORS },
      },
    },
    async (request, reply) => {
      const principal = getPrincipal(request);
      const personId = toId(request.params.person, MEMBER_UNKNOWN);
      await removeMember(deps, principal, { personId, requestId: request.id });
      if (principal.person?.id === personId) clearSessionCookie(request, reply, deps.publicUrl);
      return await reply.code(204).send(null);
    },
  );
}

function toWireMember({ personId, email, name, role, joinedAt, lastSeenAt }: Member): WireMember {
  return { personId, email, name, role, joinedAt, lastSeenAt };
}
