/** Ends a user's own sessions, and switches a session to another organization. */
import type { Database } from '../../store/database.ts';
import { insertAuditEntry } from '../../store/people/audit.ts';
import { findMember } from '../../store/people/members.ts';
import { findSession, revokeSessions, switchSession, touchSession } from '../../store/people/sessions.ts';
import { MEMBERSHIP_UNKNOWN, SESSION_UNKNOWN } from '../errors.ts';
import type { SignedInPerson } from '../principal.ts';
import { toActor } from './sign-in.ts';

export interface OwnSessionsDeps {
  readonly database: Database;
  readonly now: () => number;
  readonly newId: () => string;
}

export interface SessionOwner {
  readonly orgId: string;
  readonly person: SignedInPerson;
  readonly requestId: string;
}

/** Ends one session or all of them. Sessions of other users are treated as unknown. */
export async function endSessions(
  deps: OwnSessionsDeps,
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
  deps: OwnSessionsDeps,
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
