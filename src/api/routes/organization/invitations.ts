/** Creates and accepts invitations by link. The code of a link is returned once and never again. */
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { acceptInvitation, getOpenInvitation, isOpen } from '../../../access/organizations/accept-invitation.ts';
import {
  INVITATION_UNKNOWN,
  SIGN_IN_FAILED,
  ORIGIN_REFUSED,
  MEMBER_EXISTS,
  RATE_LIMITED,
} from '../../../access/errors.ts';
import type { Principal } from '../../../access/principal.ts';
import { createInvitation, revokeInvitation } from '../../../access/organizations/invite.ts';
import { listInvitations, type Invitation } from '../../../store/people/invitations.ts';
import { getOrganization } from '../../../store/people/organizations.ts';
import { toId } from '../../http/path-parameters.ts';
import type { ApiDeps } from '../../api-deps.ts';
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
import { setPageHeaders } from '../../http/response/page-headers.ts';
import { ERRORS } from '../../http/response/route-schema.ts';
import { refuseOtherOrigin } from '../../http/same-origin.ts';
import { sendSession, toClient, toSignInDeps } from '../account/send-session.ts';

const tags = ['Members'];
const ByCode = z.object({
  code: z.string().meta({ description: 'Code from the invitation link.', example: 'nT4vKx0aQm2hRr7d' }),
});

export function invitationsRoutes(instance: FastifyInstance, deps: ApiDeps): void {
  const app = instance.withTypeProvider<ZodTypeProvider>();
  const signInDeps = toSignInDeps(deps);

  app.get(
    '/invitation',
    {
      config: { scope: 'settings:write' },
      schema: {
        tags,
        operationId: 'listInvitations',
        summary: 'List invitations',
        description: 'Newest first, including accepted, revoked and expired ones.',
        querystring: PageQuery,
        response: { 200: z.array(WireInvitation), ...ERRORS },
      },
    },
    async (request, reply) => {
      const { orgId } = getPrincipal(request);
      const page = await deps.database.inOrg(orgId, async (tx) => await listInvitations(tx, request.query));
      setPageHeaders(request, reply, request.query, page);
      return page.items.map((invitation) => toWireInvitation(invitation, deps.now()));
    },
  );

  app.post(
    '/invitation',
    {
      config: { scope: 'settings:write' },
      schema: {
        tags,
        operationId: 'createInvitation',
        summary: 'Invite a member',
        description:
          'Creates a link that works once and expires after 7 days. Assay sends it by e-mail if e-mail is configured (`mailed`); otherwise send it yourself. You can invite only to roles that you have. An earlier link for the same address stops working.',
        body: NewInvitation,
        response: { 201: WireNewInvitation, ...ERRORS },
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
        tags,
        operationId: 'revokeInvitation',
        summary: 'Revoke an invitation',
        description: 'The link stops working.',
        params: z.object({ id: pathId('invitation') }),
        response: { 204: z.null(), ...ERRORS },
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
        tags,
        operationId: 'getInvitationByCode',
        summary: 'Get an open invitation',
        description: 'Returns the organization and role that the link invites to.',
        security: [],
        params: ByCode,
        response: { 200: WireOpenInvitation, ...ERRORS },
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
        tags,
        operationId: 'acceptInvitation',
        summary: 'Accept an invitation',
        description:
          'Creates an account with the password and signs in. If the address already has an account, send the password of that account: it then also belongs to this organization.',
        security: [],
        params: ByCode,
        body: InvitationAcceptance,
        response: { 200: WireSignIn, ...ERRORS },
      },
    },
    async (request, reply) => {
      refuseOtherOrigin(request, deps.publicUrl);
      const { name = '', password } = request.body;
      const acceptance = { code: request.params.code, name, password };
      const started = await acceptInvitation(signInDeps, acceptance, toClient(request, deps.publicUrl));
      return await sendSession(deps, { request, reply }, started);
    },
  );

  /** Returns false if the mail could not be sent; the response contains the link anyway. */
  async function mailInvitation({ orgId, actor }: Principal, invitation: Invitation, code: string): Promise<boolean> {
    if (deps.accountMail === undefined) return false;
    const { name: organizationName } = await deps.database.inOrg(orgId, getOrganization);
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
