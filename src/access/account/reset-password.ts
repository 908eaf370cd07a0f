/**
 * Replaces a password without the old one: set by the operator, or chosen through a reset link. Ends all sessions of the account
 * and writes an audit entry to each of its organizations.
 */
import type { AuditAction } from '../../core/vocabulary/audit.ts';
import type { Database, ReferenceTx } from '../../store/database.ts';
import { insertAuditEntry, type Actor } from '../../store/people/audit.ts';
import { listOrganizationsOf } from '../../store/people/members.ts';
import { findPersonByEmail, updatePerson, type Person } from '../../store/people/people.ts';
import { revokeSessions } from '../../store/people/sessions.ts';
import { toEmail } from '../emails.ts';
import { PERSON_UNKNOWN } from '../errors.ts';
import { newPassword } from '../passwords/passwords.ts';

export interface ResetDeps {
  readonly database: Database;
  readonly now: () => number;
  readonly newId: () => string;
}

export async function resetPassword(
  deps: ResetDeps & { readonly hash: (password: string) => Promise<string> },
  email: string,
): Promise<{ readonly password: string; readonly sessionsEnded: number }> {
  const person = await deps.database.reference(async (tx) => await findPersonByEmail(tx, toEmail(email) ?? ''));
  if (person === undefined) throw PERSON_UNKNOWN({ email });
  const password = newPassword();
  const passwordHash = await deps.hash(password);
  const actor: Actor = { kind: 'system', id: 'command-line', name: 'command line' };
  return { password, sessionsEnded: await replacePassword(deps, person, { passwordHash, actor }) };
}

export interface Replacement {
  readonly passwordHash: string;
  readonly actor: Actor;
  readonly requestId?: string;
  /** Runs first in the transaction of the change; throws if the change is no longer allowed. */
  readonly claim?: (tx: ReferenceTx) => Promise<void>;
}

/** Returns the number of ended sessions. */
export async function replacePassword(deps: ResetDeps, person: Person, replacement: Replacement): Promise<number> {
  const at = new Date(deps.now()).toISOString();
  const { passwordHash, actor, requestId, claim } = replacement;
  const sessionsEnded = await deps.database.reference(async (tx) => {
    await claim?.(tx);
    await updatePerson(tx, person.id, { passwordHash });
    return await revokeSessions(tx, { personId: person.id }, at);
  });
  const after = { email: person.email, sessionsEnded };
  await auditInAllOrganizations(deps, person, { actor, action: 'person.password_changed', after, requestId });
  return sessionsEnded;
}

/** An account spans organizations, so each of them gets its audit entry in a separate transaction. */
export async function auditInAllOrganizations(
  deps: ResetDeps,
  person: Pick<Person, 'id'>,
  entry: {
    readonly actor: Actor;
    readonly action: AuditAction;
    readonly after: object;
    readonly requestId: string | undefined;
  },
): Promise<void> {
  const organizations = await deps.database.reference(async (tx) => await listOrganizationsOf(tx, person.id));
  const at = new Date(deps.now()).toISOString();
  for (const { id: orgId } of organizations) {
    await deps.database.inOrg(orgId, async (tx) => {
      await insertAuditEntry(tx, { id: deps.newId(), at, subject: { kind: 'person', id: person.id }, ...entry });
    });
  }
}
