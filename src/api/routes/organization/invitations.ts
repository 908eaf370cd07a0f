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
import { PageQuery } from '../../contract/page.ts';
import { WireSignIn } from '../../contract/organization/person.ts';
import { getPrincipal } from '../../http/guard-request.ts';
import { setPageHeaders } from '../../http/response/page-headers.ts';
import { ERRORS } from '../../http/response/route-schema.ts';
import { refuseOtherOrigin } from '../../http/same-origin.ts';
import { sendSession, toClient, toSignInDeps } from '../account/send-session.ts';

const tags = ['People'];
const ByCode = z.object({ code: z.string() });

export function invitationsRoutes(instance: FastifyInstance, deps: ApiDeps): void {
  const app = instance.withTypeProvider<ZodTypeProvider>();
  const signInDeps = toSignInDeps(deps);

  app.get(
    '/invitation',
    {
      config: { scope: 'settings:write' },
      schema: {
        tags,
        summary: 'Invitations, newest first, those that are over included',
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
        summary: 'Invite a person by a link that works once, for 7 days',
        description:
          'The link is mailed where mail is configured (`mailed`); otherwise pass it on yourself. You can invite to ' +
          'roles that you have yourself; an earlier link for the same address stops working.',
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
        summary: 'Withdraw an invitation',
        params: z.object({ id: z.string() }),
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
        summary: 'What a link invites to',
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
        summary: 'Accept an invitation, and sign in',
        description:
          'Makes an account with this password. An address that has an account already gives the password of that account, ' +
          'which then belongs to this organization as well.',
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
      deps.log.warn({ err: error }, 'invitation could not be mailed');
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
