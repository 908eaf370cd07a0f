/**
 * `assay person`: for an operator whose people cannot sign in any more. Whoever can read the database may do this; what was
 * done is in the audit log all the same.
 */
import { hashPassword } from '../access/passwords.ts';
import { resetPassword } from '../access/reset-password.ts';
import { loadConfig } from '../config.ts';
import { quote } from '../core/errors.ts';
import { LIMITS } from '../core/limits.ts';
import { newId } from '../store/new-id.ts';
import { listMembers } from '../store/people/members.ts';
import { chooseOrganization } from './choose-organization.ts';
import { withDatabase } from './command-database.ts';
import { describeMembers } from './describe-members.ts';
import { USAGE_INVALID } from './errors.ts';
import { readArguments } from './read-arguments.ts';

const ACTIONS: Readonly<Record<string, (parameters: readonly string[]) => Promise<void>>> = {
  list,
  'reset-password': reset,
};

export async function person([action = '', ...parameters]: readonly string[]): Promise<void> {
  const act = Object.hasOwn(ACTIONS, action) ? ACTIONS[action] : undefined;
  if (act === undefined) {
    throw USAGE_INVALID({
      problem: `"assay person" needs list or reset-password${action && `, not ${quote(action)}`}.`,
    });
  }
  await act(parameters);
}

async function list(parameters: readonly string[]): Promise<void> {
  const { values } = readArguments('person list', parameters, { organization: { type: 'string' } });
  await withDatabase(loadConfig(), async (database) => {
    const { id } = await chooseOrganization(database, values.organization);
    const page = { limit: LIMITS.pageLimitMax, offset: 0 };
    const { items, total } = await database.inOrg(id, async (tx) => await listMembers(tx, page));
    process.stdout.write(describeMembers(items));
    if (total > items.length) process.stdout.write(`These are the first ${items.length} of ${total} people.\n`);
  });
}

async function reset(parameters: readonly string[]): Promise<void> {
  const { places } = readArguments('person reset-password', parameters, {}, ['the e-mail address of the account']);
  const [email = ''] = places;
  await withDatabase(loadConfig(), async (database) => {
    const deps = { database, now: Date.now, newId, hash: hashPassword };
    const { password, sessionsEnded } = await resetPassword(deps, email);
    // The password alone goes to the standard output, so that a script can take it from there.
    process.stderr.write(
      `The account ${quote(email)} has a new password, and ${sessionsEnded} of its sessions ended.\n` +
        'It is shown only now: sign in with it and choose another.\n',
    );
    process.stdout.write(`${password}\n`);
  });
}
