/**
 * `assay person`: for an operator whose users cannot sign in. It requires access to the database only; actions are still recorded
 * in the audit log.
 */
import { hashPassword } from '../../../access/passwords/passwords.ts';
import { resetPassword } from '../../../access/account/reset-password.ts';
import { WireRole } from '../../../api/contract/organization/person.ts';
import { loadConfig } from '../../../config.ts';
import { quote } from '../../../core/errors.ts';
import { LIMITS } from '../../../core/limits.ts';
import { newId } from '../../../store/new-id.ts';
import { listMembers } from '../../../store/people/members.ts';
import { chooseOrganization } from '../../choose-organization.ts';
import { withDatabase } from '../../command-database.ts';
import { describeMembers } from './describe-members.ts';
import { USAGE_INVALID } from '../../errors.ts';
import { createInvitationLink } from './invitation-link.ts';
import { parseArguments } from '../../terminal/parse-arguments.ts';

const ACTIONS: Readonly<Record<string, (parameters: readonly string[]) => Promise<void>>> = {
  list,
  invite,
  'reset-password': reset,
};

export async function person([action = '', ...parameters]: readonly string[]): Promise<void> {
  const act = Object.hasOwn(ACTIONS, action) ? ACTIONS[action] : undefined;
  if (act === undefined) {
    throw USAGE_INVALID({
      problem: `"assay person" expects list, invite or reset-password${action && `, not ${quote(action)}`}.`,
    });
  }
  await act(parameters);
}

async function list(parameters: readonly string[]): Promise<void> {
  const { values } = parseArguments('person list', parameters, { organization: { type: 'string' } });
  await withDatabase(loadConfig(), async (database) => {
    const { id } = await chooseOrganization(database, values.organization);
    const page = { limit: LIMITS.pageLimitMax, offset: 0 };
    const { items, total } = await database.inOrg(id, async (tx) => await listMembers(tx, page));
    process.stdout.write(describeMembers(items));
    if (total > items.length) process.stdout.write(`Showing the first ${items.length} of ${total} members.\n`);
  });
}

async function invite(parameters: readonly string[]): Promise<void> {
  const flags = { organization: { type: 'string' }, role: { type: 'string', default: 'member' } } as const;
  const { values, places } = parseArguments('person invite', parameters, flags, ['the e-mail address to invite']);
  const role = WireRole.safeParse(values.role);
  if (!role.success) {
    throw USAGE_INVALID({
      problem: `Unknown role ${quote(values.role)}. Set --role to one of ${WireRole.options.join(', ')}.`,
    });
  }
  const config = loadConfig();
  await withDatabase(config, async (database) => {
    const { id, name } = await chooseOrganization(database, values.organization);
    const wanted = { orgId: id, email: places[0] ?? '', role: role.data };
    const { email, expiresAt, url } = await createInvitationLink(database, config, wanted);
    process.stderr.write(
      `Send this link to ${quote(email)} to join ${quote(name)} as ${role.data}. It works once and expires on ${expiresAt.slice(0, 10)}:\n`,
    );
    process.stdout.write(`${url}\n`);
  });
}

async function reset(parameters: readonly string[]): Promise<void> {
  const { places } = parseArguments('person reset-password', parameters, {}, ['the e-mail address of the account']);
  const [email = ''] = places;
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
