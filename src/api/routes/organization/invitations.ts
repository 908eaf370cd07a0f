/** Creates and accepts invitations by link. The code of a link is returned once and never again. */
import { z } from 'zod';
import {
  acceptInvitation,
  getOpenInvitation,
  isOpen,
  createInvitation,
  revokeInvitation,
} from '../../../access/organizations/invitations.ts';
import {
  INVITATION_UNKNOWN,
  SIGN_IN_FAILED,
  ORIGIN_REFUSED,
  MEMBER_EXISTS,
  RATE_LIMITED,
} from '../../../access/errors.ts';
import type { Principal } from '../../../access/principal.ts';
import { listInvitations, type Invitation } from '../../../store/people/invitations.ts';
import { getOrganization } from '../../../store/people/organizations.ts';
import { toId } from '../../http/path-parameters.ts';
import type { ApiDeps, RouteApp } from '../../api-deps.ts';
import {
  InvitationAcceptance,
  NewInvitation,
  WireInvitation,
  WireNewInvitation,
  WireOpenInvitation,
} from '../../contract/organization/member.ts';
import { PageQuery, pathId } from '../../contract/page.ts';
import { WireSignIn } from '../../contract/organization/person.ts';
import { getPrincipal } from '../../http/guard-request.ts';
import { sendPage } from '../../http/response/page-headers.ts';
import { refuseOtherOrigin } from '../../http/same-origin.ts';
import { sendSession, toClient } from '../account/send-session.ts';

const ByCode = z.object({
  code: z.string().meta({ description: 'Code from the invitation link.', example: 'nT4vKx0aQm2hRr7d' }),
});

export function invitationsRoutes(app: RouteApp, deps: ApiDeps): void {
  app.get(
    '/invitation',
    {
      config: { scope: 'settings:write' },
      schema: {
        operationId: 'listInvitations',
        summary: 'List invitations',
        description: 'Newest first, including accepted, revoked and expired ones.',
        querystring: PageQuery,
        response: { 200: z.array(WireInvitation) },
      },
    },
    async (request, reply) => {
      const { orgId } = getPrincipal(request);
      const page = await deps.database.readInOrg(orgId, async (tx) => await listInvitations(tx, request.query));
      return sendPage(request, reply, request.query, page, (invitation) => toWireInvitation(invitation, deps.now()));
    },
  );

  app.post(
    '/invitation',
    {
      config: { scope: 'settings:write' },
      schema: {
        operationId: 'createInvitation',
        summary: 'Invite a member',
        description:
          'Creates a link that works once and expires after 7 days. Assay sends it by e-mail if e-mail is configured (`mailed`); otherwise send it yourself. You can invite only to roles that you have. An earlier link for the same address stops working.',
        body: NewInvitation,
        response: { 201: WireNewInvitation },
      },
    },
    async (request, reply) => {
      const wanted = { ...request.body, requestId: request.id };
      const { invitation, code } = await createInvitation(deps, getPrincipal(request), wanted);
      const mailed = await mailInvitation(getPrincipal(request), invitation, code);
      void reply.code(201).header('cache-control', 'no-store');
      return { ...toWireInvitation(invitation, deps.now()), code, path: `/invite/${code}`, mailed };
    },
  );

  app.delete(
    '/invitation/:id',
    {
      config: { scope: 'settings:write' },
      schema: {
        operationId: 'revokeInvitation',
        summary: 'Revoke an invitation',
        description: 'The link stops working.',
        params: z.object({ id: pathId('invitation') }),
        response: { 204: z.null() },
      },
    },
    async (request, reply) => {
      const id = toId(request.params.id, INVITATION_UNKNOWN);
      await revokeInvitation(deps, getPrincipal(request), { id, requestId: request.id });
      return await reply.code(204).send(null);
    },
  );

  app.get(
    '/invitation/by-code/:code',
    {
      schema: {
        operationId: 'getInvitationByCode',
        summary: 'Get an open invitation',
        description: 'Returns the organization and role that the link invites to.',
        security: [],
        params: ByCode,
        response: { 200: WireOpenInvitation },
      },
    },
    async (request, reply) => {
      const { organizationName, invitation } = await getOpenInvitation(deps, request.params.code);
      const { email, role, expiresAt } = invitation;
      void reply.header('cache-control', 'no-store');
      return { organization: { name: organizationName }, email, role, expiresAt };
    },
  );

  app.post(
    '/invitation/by-code/:code',
    {
      config: { errors: [SIGN_IN_FAILED, ORIGIN_REFUSED, MEMBER_EXISTS, RATE_LIMITED] },
      schema: {
        operationId: 'acceptInvitation',
        summary: 'Accept an invitation',
        description:
          'Creates an account with the password and signs in. If the address already has an account, send the password of that account: it then also belongs to this organization.',
        security: [],
        params: ByCode,
        body: InvitationAcceptance,
        response: { 200: WireSignIn },
      },
    },
    async (request, reply) => {
      refuseOtherOrigin(request, deps.publicUrl);
      const { name = '', password } = request.body;
      const acceptance = { code: request.params.code, name, password };
      const started = await acceptInvitation(deps, acceptance, toClient(request, deps.publicUrl));
      return await sendSession(deps, { request, reply }, started);
    },
  );

  /** Returns false if the mail could not be sent; the response contains the link anyway. */
  async function mailInvitation({ orgId, actor }: Principal, invitation: Invitation, code: string): Promise<boolean> {
    if (deps.accountMail === undefined) return false;
    const { name: organizationName } = await deps.database.readInOrg(orgId, getOrganization);
    const { email, role } = invitation;
    try {
      await deps.accountMail.sendInvitation({ email, role, code, organizationName, invitedBy: actor.name });
      return true;
    } catch (error) {
      deps.log.warn({ err: error }, 'sending an invitation failed');
      return false;
    }
  }
}

function toWireInvitation(invitation: Invitation, nowMs: number): WireInvitation {
  const { id, email, role, createdAt, createdBy, expiresAt } = invitation;
  return { id, email, role, state: stateOf(invitation, nowMs), createdAt, createdBy, expiresAt };
}

function stateOf(invitation: Invitation, nowMs: number): WireInvitation['state'] {
  if (isOpen(invitation, nowMs)) return 'open';
  if (invitation.acceptedAt !== null) return 'accepted';
  return invitation.revokedAt === null ? 'expired' : 'revoked';
}
