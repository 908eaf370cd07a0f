/** Sign-in, sign-out, and the sessions of the signed-in user. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import {
  SESSION_UNKNOWN,
  SIGN_IN_FAILED,
  ORIGIN_REFUSED,
  RATE_LIMITED,
  MEMBERSHIP_UNKNOWN,
} from '../../../access/errors.ts';
import { endSessions, switchOrganization } from '../../../access/sessions/sessions.ts';
import { signIn } from '../../../access/sessions/sign-in.ts';
import { LIMITS } from '../../../core/limits.ts';
import { listSessions } from '../../../store/people/sessions.ts';
import { toId } from '../../http/path-parameters.ts';
import type { ApiDeps, RouteApp } from '../../api-deps.ts';
import { Flag, pathId } from '../../contract/page.ts';
import { Credentials, OrganizationChoice, WireSession, WireSignIn } from '../../contract/organization/person.ts';
import { getPerson, getPrincipal } from '../../http/guard-request.ts';
import { setTotalHeader } from '../../http/response/page-headers.ts';
import { refuseOtherOrigin } from '../../http/same-origin.ts';
import { clearSessionCookie } from '../../http/session-cookie.ts';
import { sendSession, toClient, toWireSignIn } from './send-session.ts';

const OWN = { scope: 'read', person: true, anyOrganization: true } as const;

export function sessionsRoutes(app: RouteApp, deps: ApiDeps): void {
  app.post(
    '/session',
    {
      config: { errors: [SIGN_IN_FAILED, ORIGIN_REFUSED, RATE_LIMITED] },
      schema: {
        operationId: 'createSession',
        summary: 'Sign in',
        description: `Starts a session and sets it as the cookie \`__Host-assay_session\`, or \`assay_session\` if Assay is reached over plain http. A session expires ${LIMITS.sessionIdleDaysMax} days after its last use, and ${LIMITS.sessionDaysMax} days after sign-in at the latest.`,
        security: [],
        body: Credentials,
        response: { 200: WireSignIn },
      },
    },
    async (request, reply) => {
      refuseOtherOrigin(request, deps.publicUrl);
      const { session, orgId, personId } = await signIn(deps, request.body, toClient(request, deps.publicUrl));
      return await sendSession(deps, { request, reply }, { session, orgId, personId });
    },
  );

  app.get(
    '/session',
    {
      config: OWN,
      schema: {
        operationId: 'listSessions',
        summary: 'List your sessions',
        description: 'Returns all active sessions of your account, newest first.',
        response: { 200: z.array(WireSession) },
      },
    },
    async (request, reply) => {
      const { id: personId, sessionId } = getPerson(request);
      const at = new Date(deps.now()).toISOString();
      const sessions = await deps.database.reference(
        async (tx) => await listSessions(tx, personId, at, LIMITS.sessionsShownMax),
      );
      void reply.header('cache-control', 'no-store');
      setTotalHeader(reply, sessions);
      return sessions.map((session) => ({ ...session, current: session.id === sessionId }));
    },
  );

  app.delete(
    '/session',
    {
      config: OWN,
      schema: {
        operationId: 'deleteSession',
        summary: 'Sign out',
        description: 'Ends the current session, or all sessions of your account with `all=true`.',
        querystring: z.object({
          all: Flag.default(false).describe(
            'Whether to end all sessions of the account instead of the current one only.',
          ),
        }),
        response: { 204: z.null() },
      },
    },
    async (request, reply) => {
      const { sessionId } = getPerson(request);
      await endSessions(deps, toOwner(request), { only: request.query.all ? undefined : sessionId });
      return await signedOut(request, reply);
    },
  );

  app.delete(
    '/session/:id',
    {
      config: OWN,
      schema: {
        operationId: 'revokeSession',
        summary: 'End a session',
        description: 'Ends one session of your account.',
        params: z.object({ id: pathId('session') }),
        response: { 204: z.null() },
      },
    },
    async (request, reply) => {
      const only = toId(request.params.id, SESSION_UNKNOWN);
      await endSessions(deps, toOwner(request), { only });
      if (only === getPerson(request).sessionId) return await signedOut(request, reply);
      return await reply.code(204).send(null);
    },
  );

  app.post(
    '/session/organization',
    {
      config: { ...OWN, errors: [MEMBERSHIP_UNKNOWN] },
      schema: {
        operationId: 'switchOrganization',
        summary: 'Switch to another organization',
        description:
          'Changes the organization of the current session. Clients that show the data of one organization should send its id in the `Assay-Organization` header with every request: if the session has switched to a different organization in the meantime, the response is 409 `ORGANIZATION_CHANGED` instead of the wrong data.',
        body: OrganizationChoice,
        response: { 200: WireSignIn },
      },
    },
    async (request, reply) => {
      const person = getPerson(request);
      const orgId = request.body.organizationId.toLowerCase();
      const { expiresAt } = await switchOrganization(deps, toOwner(request), orgId);
      void reply.header('cache-control', 'no-store');
      return await toWireSignIn(deps, { orgId, personId: person.id, expiresAt });
    },
  );

  async function signedOut(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    clearSessionCookie(request, reply, deps.publicUrl);
    return await reply.code(204).send(null);
  }
}

function toOwner(request: FastifyRequest): Parameters<typeof endSessions>[1] {
  return { orgId: getPrincipal(request).orgId, person: getPerson(request), requestId: request.id };
}
