/** A new password for somebody who cannot sign in, made by an operator. Every session of the account ends. */
import type { Database } from '../store/database.ts';
import { insertAuditEntry } from '../store/people/audit.ts';
import { listOrganizationsOf } from '../store/people/members.ts';
import { findPersonByEmail, updatePerson } from '../store/people/people.ts';
import { revokeSessions } from '../store/people/sessions.ts';
import { toEmail } from './emails.ts';
import { PERSON_UNKNOWN } from './errors.ts';
import { newPassword } from './passwords.ts';

export interface ResetDeps {
  readonly database: Database;
  readonly now: () => number;
  readonly newId: () => string;
  readonly hash: (password: string) => Promise<string>;
}

export async function resetPassword(
  deps: ResetDeps,
  email: string,
): Promise<{ readonly password: string; readonly sessionsEnded: number }> {
  const { database } = deps;
  const at = new Date(deps.now()).toISOString();
  const person = await database.reference(async (tx) => await findPersonByEmail(tx, toEmail(email) ?? ''));
  if (person === undefined) throw PERSON_UNKNOWN({ email });
  const password = newPassword();
  const passwordHash = await deps.hash(password);

  const sessionsEnded = await database.reference(async (tx) => {
    await updatePerson(tx, person.id, { passwordHash });
    return await revokeSessions(tx, { personId: person.id }, at);
  });
  // The account is of no organization, so each of them is told in a transaction of its own.
  for (const { id: orgId } of await database.reference(async (tx) => await listOrganizationsOf(tx, person.id))) {
    await database.inOrg(orgId, async (tx) => {
      await insertAuditEntry(tx, {
        id: deps.newId(),
        at,
        actor: { kind: 'system', id: 'command-line', name: 'command line' },
        action: 'person.password_changed',
        subject: { kind: 'person', id: person.id },
        after: { email: person.email, sessionsEnded },
      });
    });
  }
  return { password, sessionsEnded };
}
