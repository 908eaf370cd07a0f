/** Members of the organization: list them, change their roles, remove them. */
import { z } from 'zod';
import { MEMBER_UNKNOWN } from '../../../access/errors.ts';
import { changeMemberRole, previewTokens, removeMember } from '../../../access/organizations/manage-members.ts';
import { requireScope } from '../../../access/principal.ts';
import { LIMITS } from '../../../core/limits.ts';
import { listMembers, type Member } from '../../../store/people/members.ts';
import type { Token } from '../../../store/people/tokens.ts';
import { toId } from '../../http/path-parameters.ts';
import type { ApiDeps, RouteApp } from '../../api-deps.ts';
import { RoleChange, TokenHandling, WireMember, WirePasswordResetLink } from '../../contract/organization/member.ts';
import { PageQuery, pathId } from '../../contract/page.ts';
import { WireRole } from '../../contract/organization/person.ts';
import { WireToken } from '../../contract/organization/token.ts';
import { getPrincipal } from '../../http/guard-request.ts';
import { sendPage, setTotalHeader } from '../../http/response/page-headers.ts';
import { clearSessionCookie } from '../../http/session-cookie.ts';
import { toWireToken } from './tokens.ts';

const params = z.object({ person: pathId('member') });

export function membersRoutes(app: RouteApp, deps: ApiDeps): void {
  app.get(
    '/member',
    {
      config: { scope: 'read' },
      schema: {
        operationId: 'listMembers',
        summary: 'List members',
        description: 'Oldest membership first. With a token, requires the scope `settings:write`.',
        querystring: PageQuery,
        response: { 200: z.array(WireMember) },
      },
    },
    async (request, reply) => {
      const principal = getPrincipal(request);
      if (principal.person === undefined) requireScope(principal, 'settings:write');
      const page = await deps.database.readInOrg(principal.orgId, async (tx) => await listMembers(tx, request.query));
      return sendPage(request, reply, request.query, page, toWireMember);
    },
  );

  app.get(
    '/member/:person/token',
    {
      config: { scope: 'read' },
      schema: {
        operationId: 'listMemberTokens',
        summary: 'List the tokens of a member',
        description:
          'Returns the tokens that are revoked when the member is removed. With `role`, returns the tokens that are revoked when the role of the member changes to `role`, because their scopes exceed it. Members can list their own tokens; listing those of others requires the scope `settings:write`.',
        params,
        querystring: z.object({
          role: WireRole.optional().meta({
            description: 'Return only the tokens that a change to this role revokes.',
            example: 'viewer',
          }),
        }),
        response: { 200: z.array(WireToken) },
      },
    },
    async (request, reply) => {
      const preview = { personId: toId(request.params.person, MEMBER_UNKNOWN), role: request.query.role };
      const tokens = await previewTokens(deps, getPrincipal(request), preview);
      setTotalHeader(reply, tokens);
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
        operationId: 'updateMember',
        summary: 'Change the role of a member',
        description:
          'Takes effect immediately. Only owners can make or change owners, and the last owner cannot be changed. Tokens of the member with scopes beyond the new role are revoked, or become yours with `tokens: "keep"`.',
        params,
        body: RoleChange,
        response: { 200: WireMember },
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
        operationId: 'createMemberPasswordReset',
        summary: 'Create a password reset link for a member',
        description: `The link works once and expires after ${LIMITS.passwordResetMinutes} minutes; send it to the member yourself. Only owners can do this for owners. Accounts that also belong to another organization are rejected with 409 \`MEMBER_ELSEWHERE\`.`,
        params,
        response: { 201: WirePasswordResetLink },
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
        operationId: 'removeMember',
        summary: 'Remove a member',
        description:
          'Members can remove themselves, except the last owner. Removing others requires the scope `settings:write` and a role at least as high as theirs. Sessions in the organization end immediately. Tokens of the member are revoked, or become yours with `tokens=keep`. Members who leave cannot keep their own tokens.',
        params,
        querystring: z.object({ tokens: TokenHandling }),
        response: { 204: z.null() },
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
