/** Sign-in, sign-out, and the sessions of the signed-in user. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import {
  SESSION_UNKNOWN,
  SIGN_IN_FAILED,
  ORIGIN_REFUSED,
  RATE_LIMITED,
  MEMBERSHIP_UNKNOWN,
} from '../../../access/errors.ts';
import { endSessions, switchOrganization } from '../../../access/sessions/own-sessions.ts';
import { signIn } from '../../../access/sessions/sign-in.ts';
import { LIMITS } from '../../../core/limits.ts';
import { listSessions } from '../../../store/people/sessions.ts';
import { toId } from '../../http/path-parameters.ts';
import type { ApiDeps } from '../../api-deps.ts';
import { Flag } from '../../contract/page.ts';
import { Credentials, OrganizationChoice, WireSession, WireSignIn } from '../../contract/organization/person.ts';
import { getPerson, getPrincipal } from '../../http/guard-request.ts';
import { ERRORS } from '../../http/response/route-schema.ts';
import { refuseOtherOrigin } from '../../http/same-origin.ts';
import { clearSessionCookie } from '../../http/session-cookie.ts';
import { sendSession, toClient, toSignInDeps, toWireSignIn } from './send-session.ts';

const tags = ['People'];
const OWN = { scope: 'read', person: true, anyOrganization: true } as const;

export function sessionsRoutes(instance: FastifyInstance, deps: ApiDeps): void {
  const app = instance.withTypeProvider<ZodTypeProvider>();
  const signInDeps = toSignInDeps(deps);

  app.post(
    '/session',
    {
      config: { errors: [SIGN_IN_FAILED, ORIGIN_REFUSED, RATE_LIMITED] },
      schema: {
        tags,
        summary: 'Sign in',
        description:
          'The session is in a cookie, `__Host-assay_session`, or `assay_session` where people come by plain http. ' +
          `It ends ${LIMITS.sessionIdleDaysMax} days after its last use, and after ${LIMITS.sessionDaysMax} days in any case.`,
        security: [],
        body: Credentials,
        response: { 200: WireSignIn, ...ERRORS },
      },
    },
    async (request, reply) => {
      refuseOtherOrigin(request, deps.publicUrl);
      const { session, orgId, personId } = await signIn(signInDeps, request.body, toClient(request, deps.publicUrl));
      return await sendSession(deps, { request, reply }, { session, orgId, personId });
    },
  );

  app.get(
    '/session',
    {
      config: OWN,
      schema: { tags, summary: 'The own sessions, newest first', response: { 200: z.array(WireSession), ...ERRORS } },
    },
    async (request, reply) => {
      const { id: personId, sessionId } = getPerson(request);
      const at = new Date(deps.now()).toISOString();
      const sessions = await deps.database.reference(
        async (tx) => await listSessions(tx, personId, at, LIMITS.sessionsShownMax),
      );
      void reply.header('cache-control', 'no-store');
      return sessions.map((session) => ({ ...session, current: session.id === sessionId }));
    },
  );

  app.delete(
    '/session',
    {
      config: OWN,
      schema: {
        tags,
        summary: 'Sign out, here or everywhere',
        querystring: z.object({ all: Flag.default(false).describe('Every session of the account.') }),
        response: { 204: z.null(), ...ERRORS },
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
        tags,
        summary: 'End one of the own sessions',
        params: z.object({ id: z.string() }),
        response: { 204: z.null(), ...ERRORS },
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
        tags,
        summary: 'Switch the session to another organization of the person',
        description:
          'A client that shows the data of one organization sends its id as `Assay-Organization` with every request: ' +
          'after a switch elsewhere the answer is 409 `ORGANIZATION_CHANGED` instead of the data of another one.',
        body: OrganizationChoice,
        response: { 200: WireSignIn, ...ERRORS },
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
