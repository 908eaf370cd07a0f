/** Helpers for sign-in: describes the client of a request, and sends a new session with its cookies. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { toAddressKey } from '../../../access/limits/rate-limit.ts';
import { describeClient, type Client, type StartedSession } from '../../../access/sessions/sign-in.ts';
import { MEMBERSHIP_MISSING } from '../../../access/errors.ts';
import { findMember } from '../../../store/people/members.ts';
import { getOrganization } from '../../../store/people/organizations.ts';
import type { ApiDeps } from '../../api-deps.ts';
import type { WireSignIn } from '../../contract/organization/person.ts';
import { findDeviceCookie, setSessionCookies } from '../../http/session-cookie.ts';

export function toClient(request: FastifyRequest, publicUrl: string | undefined): Client {
  return {
    userAgent: describeClient(request.headers['user-agent']),
    address: toAddressKey(request.ip),
    device: findDeviceCookie(request, publicUrl),
    requestId: request.id,
  };
}

export async function sendSession(
  deps: ApiDeps,
  { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
  started: { readonly session: StartedSession; readonly orgId: string; readonly personId: string },
): Promise<WireSignIn> {
  const { session, orgId, personId } = started;
  setSessionCookies(request, reply, deps.publicUrl, session);
  void reply.header('cache-control', 'no-store');
  return await toWireSignIn(deps, { orgId, personId, expiresAt: session.expiresAt });
}

export async function toWireSignIn(
  deps: Pick<ApiDeps, 'database'>,
  { orgId, personId, expiresAt }: { readonly orgId: string; readonly personId: string; readonly expiresAt: string },
): Promise<WireSignIn> {
  return await deps.database.inOrg(orgId, async (tx) => {
    const [member, organization] = [await findMember(tx, personId), await getOrganization(tx)];
    if (member === undefined) throw MEMBERSHIP_MISSING();
    const { email, name, role } = member;
    return {
      person: { id: personId, email, name },
      organization: { id: orgId, name: organization.name },
      role,
      expiresAt,
    };
  });
}
