/** Members of the organization: list them, change their roles, remove them. */
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { MEMBER_UNKNOWN } from '../../../access/errors.ts';
import { changeMemberRole, previewTokens, removeMember } from '../../../access/organizations/manage-members.ts';
import { requireScope } from '../../../access/principal.ts';
import { LIMITS } from '../../../core/limits.ts';
import { listMembers, type Member } from '../../../store/people/members.ts';
import type { Token } from '../../../store/people/tokens.ts';
import { toId } from '../../http/path-parameters.ts';
import type { ApiDeps } from '../../api-deps.ts';
import { RoleChange, TokenHandling, WireMember, WirePasswordResetLink } from '../../contract/organization/member.ts';
import { PageQuery } from '../../contract/page.ts';
import { WireRole } from '../../contract/organization/person.ts';
import { WireToken } from '../../contract/organization/token.ts';
import { getPrincipal } from '../../http/guard-request.ts';
import { setPageHeaders } from '../../http/response/page-headers.ts';
import { ERRORS } from '../../http/response/route-schema.ts';
import { clearSessionCookie } from '../../http/session-cookie.ts';
import { toWireToken } from '../../wire/to-wire-token.ts';

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

  app.get(
    '/member/:person/token',
    {
      config: { scope: 'read' },
      schema: {
        tags,
        summary: 'Tokens that removing the member revokes',
        description:
          'With `role`: tokens that a change to this role revokes, because their scopes exceed it. Members may list their own; ' +
          'for others the scope `settings:write` is needed.',
        params,
        querystring: z.object({ role: WireRole.optional() }),
        response: { 200: z.array(WireToken), ...ERRORS },
      },
    },
    async (request) => {
      const preview = { personId: toId(request.params.person, MEMBER_UNKNOWN), role: request.query.role };
      const tokens = await previewTokens(deps, getPrincipal(request), preview);
      return tokens.map(toWireToken);
    },
  );

  const forget = (tokens: readonly Token[]): void => {
    for (const { publicId } of tokens) deps.authenticator.forget(publicId);
  };

  app.patch(
    '/member/:person',
    {
      config: { scope: 'settings:write' },
      schema: {
        tags,
        summary: 'Change the role of a member, with effect at once',
        description:
          'Only owners make owners, or change them. The last owner stays one. Tokens of the member whose scopes exceed the new ' +
          'role are revoked, or become yours with `tokens: "keep"`.',
        params,
        body: RoleChange,
        response: { 200: WireMember, ...ERRORS },
      },
    },
    async (request) => {
      const personId = toId(request.params.person, MEMBER_UNKNOWN);
      const change = { personId, ...request.body, requestId: request.id };
      const { member, revoked } = await changeMemberRole(deps, getPrincipal(request), change);
      forget(revoked);
      return toWireMember(member);
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
          'removes who may do more than they. Sessions in the organization end at once. Tokens of the member are revoked, or ' +
          'become yours with `tokens=keep`. Members who leave cannot keep their own.',
        params,
        querystring: z.object({ tokens: TokenHandling }),
        response: { 204: z.null(), ...ERRORS },
      },
    },
    async (request, reply) => {
      const principal = getPrincipal(request);
      const personId = toId(request.params.person, MEMBER_UNKNOWN);
      const { tokens } = request.query;
      const { revoked } = await removeMember(deps, principal, { personId, tokens, requestId: request.id });
      forget(revoked);
      if (principal.person?.id === personId) clearSessionCookie(request, reply, deps.publicUrl);
      return await reply.code(204).send(null);
    },
  );
}

function toWireMember({ personId, email, name, role, joinedAt, lastSeenAt }: Member): WireMember {
  return { personId, email, name, role, joinedAt, lastSeenAt };
}
