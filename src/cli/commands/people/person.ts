/**
 * `assay person`: for an operator whose users cannot sign in. It requires access to the database only; actions are still recorded
 * in the audit log.
 */
import { hashPassword } from '../../../access/passwords/passwords.ts';
import { resetPassword } from '../../../access/account/reset-password.ts';
import { loadConfig, type Config } from '../../../config.ts';
import { quote } from '../../../core/errors.ts';
import { LIMITS } from '../../../core/limits.ts';
import { newId } from '../../../store/new-id.ts';
import { listMembers, type Member } from '../../../store/people/members.ts';
import { withOrganization, type OrganizationOption } from '../../choose-organization.ts';
import { withDatabase } from '../../command-database.ts';
import { toColumns } from '../../terminal/columns.ts';
import type { Role } from '../../../core/vocabulary/access.ts';
import { createInvitation } from '../../../access/organizations/invitations.ts';
import { operatorOf } from '../../../access/principal.ts';
import type { Database } from '../../../store/database.ts';

export async function listPeople(values: OrganizationOption): Promise<void> {
  await withOrganization(loadConfig(), values, async (database, { id }) => {
    const page = { limit: LIMITS.pageLimitMax, offset: 0 };
    const { items, total } = await database.inOrg(id, async (tx) => await listMembers(tx, page));
    process.stdout.write(describeMembers(items));
    if (total > items.length) process.stdout.write(`Showing the first ${items.length} of ${total} members.\n`);
  });
}

export async function invite(
  { role, ...values }: OrganizationOption & { readonly role: Role },
  address: string,
): Promise<void> {
  const config = loadConfig();
  await withOrganization(config, values, async (database, { id, name }) => {
    const wanted = { orgId: id, email: address, role };
    const { email, expiresAt, url } = await createInvitationLink(database, config, wanted);
    process.stderr.write(
      `Send this link to ${quote(email)} to join ${quote(name)} as ${role}. It works once and expires on ${expiresAt.slice(0, 10)}:\n`,
    );
    process.stdout.write(`${url}\n`);
  });
}

export async function reset(email: string): Promise<void> {
  await withDatabase(loadConfig(), async (database) => {
    const deps = { database, now: Date.now, newId, hash: hashPassword };
    const { password, sessionsEnded } = await resetPassword(deps, email);
    // Only the password goes to standard output, so that a script can read it.
    process.stderr.write(
      `Reset the password of ${quote(email)} and ended ${sessionsEnded} ${sessionsEnded === 1 ? 'session' : 'sessions'}.\n` +
        'The new password is shown only once. Sign in with it and choose another.\n',
    );
    process.stdout.write(`${password}\n`);
  });
}

// Formats members for the terminal. Names and addresses are quoted, because they are chosen by users.
export function describeMembers(members: readonly Member[]): string {
  return toColumns([
    ['ROLE', 'JOINED', 'LAST SEEN', 'E-MAIL', 'NAME'],
    ...members.map(({ role, joinedAt, lastSeenAt, email, name }) => [
      role,
      joinedAt.slice(0, 10),
      lastSeenAt?.slice(0, 10) ?? 'never',
      quote(email),
      quote(name),
    ]),
  ]);
}

/** Creates an invitation for the operator, and the link for the invited user. */
interface InvitationLink {
  readonly email: string;
  readonly role: Role;
  readonly expiresAt: string;
  readonly url: string;
}

export async function createInvitationLink(
  database: Database,
  config: Pick<Config, 'publicUrl' | 'host' | 'port'>,
  { orgId, email, role }: { readonly orgId: string; readonly email: string; readonly role: Role },
): Promise<InvitationLink> {
  const deps = { database, now: Date.now, newId };
  const { invitation, code } = await createInvitation(deps, operatorOf(orgId), { email, role });
  const { host, port } = config;
  const base = config.publicUrl ?? `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
  return { email: invitation.email, role, expiresAt: invitation.expiresAt, url: `${base}/invite/${code}` };
}
