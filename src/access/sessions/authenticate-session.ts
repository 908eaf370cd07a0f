/**
 * Resolves the secret of a session cookie to a principal. Nothing is cached between requests, so a revoked session, a changed
 * role or a removed member takes effect on every instance at once.
 */
import type { Database } from '../../store/database.ts';
import { findSessionHolder, touchSession, type SessionHolder } from '../../store/people/sessions.ts';
import type { Principal } from '../principal.ts';
import { SCOPES_OF_ROLE } from '../roles.ts';
import { hashSecret } from '../session-secret.ts';
import { expiryAt, toActor } from './sign-in.ts';

const TOUCH_EVERY_MS = 60_000;

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
