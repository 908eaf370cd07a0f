/** Authenticates sessions, ends a user's own sessions, and switches a session to another organization. */
import type { Database } from '../../store/database.ts';
import { insertAuditEntry } from '../../store/people/audit.ts';
import { findMember } from '../../store/people/members.ts';
import {
  findSession,
  revokeSessions,
  switchSession,
  touchSession,
  findSessionHolder,
  type SessionHolder,
} from '../../store/people/sessions.ts';
import { MEMBERSHIP_UNKNOWN, SESSION_UNKNOWN } from '../errors.ts';
import { type AccessDeps, type SignedInPerson, type Principal, SCOPES_OF_ROLE } from '../principal.ts';
import { toActor, expiryAt } from './sign-in.ts';
import { hashSecret } from '../secrets.ts';

export interface SessionOwner {
  readonly orgId: string;
  readonly person: SignedInPerson;
  readonly requestId: string;
}

/** Ends one session or all of them. Sessions of other users are treated as unknown. */
export async function endSessions(
  deps: AccessDeps,
  { orgId, person, requestId }: SessionOwner,
  { only }: { readonly only: string | undefined },
): Promise<void> {
  const at = new Date(deps.now()).toISOString();
  await deps.database.inOrg(orgId, async (tx) => {
    const ended = await revokeSessions(tx, { personId: person.id, only }, at);
    if (ended === 0) throw SESSION_UNKNOWN();
    await insertAuditEntry(tx, {
      id: deps.newId(),
      at,
      actor: toActor(person),
      action: 'session.ended',
      subject: only === undefined ? { kind: 'person', id: person.id } : { kind: 'session', id: only },
      after: { sessionsEnded: ended },
      requestId,
    });
  });
}

export async function switchOrganization(
  deps: AccessDeps,
  { orgId: current, person, requestId }: SessionOwner,
  orgId: string,
): Promise<{ readonly expiresAt: string }> {
  const at = new Date(deps.now()).toISOString();
  return await deps.database.inOrg(orgId, async (tx) => {
    if ((await findMember(tx, person.id)) === undefined) throw MEMBERSHIP_UNKNOWN();
    const session = await findSession(tx, person.sessionId);
    if (session === undefined) throw SESSION_UNKNOWN();
    await switchSession(tx, session.id);
    await touchSession(tx, { id: session.id, personId: person.id, at, expiresAt: session.expiresAt });
    if (orgId !== current) {
      await insertAuditEntry(tx, {
        id: deps.newId(),
        at,
        actor: toActor(person),
        action: 'session.switched',
        subject: { kind: 'session', id: session.id },
        requestId,
      });
    }
    return session;
  });
}

const TOUCH_EVERY_MS = 60_000;

/**
 * Resolves the secret of a session cookie to a principal. Nothing is cached between requests, so a revoked session, a changed
 * role or a removed member takes effect on every instance at once.
 */
export interface SessionAuthenticator {
  /** Returns undefined if there is no usable session. */
  authenticate(secret: string): Promise<Principal | undefined>;
}

export function createSessionAuthenticator(options: {
  readonly database: Database;
  readonly now: () => number;
  readonly onError: (error: unknown) => void;
}): SessionAuthenticator {
  const { database } = options;

  function touch({ id, orgId, person, endsAt }: SessionHolder, nowMs: number): void {
    const use = { id, personId: person.id, at: new Date(nowMs).toISOString(), expiresAt: expiryAt(nowMs, endsAt) };
    database.inOrg(orgId, async (tx) => await touchSession(tx, use)).catch(options.onError);
  }

  return {
    authenticate: async (secret) => {
      const sha256 = hashSecret(secret);
      if (sha256 === undefined) return undefined;
      const holder = await database.reference(async (tx) => await findSessionHolder(tx, sha256));
      const nowMs = options.now();
      if (holder === undefined || Date.parse(holder.expiresAt) <= nowMs) return undefined;
      if (nowMs - Date.parse(holder.lastUsedAt) >= TOUCH_EVERY_MS) touch(holder, nowMs);
      return toPrincipal(holder);
    },
  };
}

function toPrincipal({ id, orgId, person, role }: SessionHolder): Principal {
  return {
    orgId,
    credentialId: id,
    publicId: id,
    actor: toActor(person),
    scopes: new Set(SCOPES_OF_ROLE[role]),
    services: 'all',
    person: { ...person, role, sessionId: id },
  };
}
