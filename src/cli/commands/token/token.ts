/**
 * `assay token`: manages integration tokens for an operator who has none or lost it. It requires access to the database only;
 * actions are still recorded in the audit log.
 */
import { issueToken, revokeToken, type TokenDeps } from '../../../access/tokens/issue-token.ts';
import { operatorOf, type Principal } from '../../../access/principal.ts';
import { loadConfig } from '../../../config.ts';
import { quote } from '../../../core/errors.ts';
import { LIMITS } from '../../../core/limits.ts';
import { isUuid } from '../../../core/naming/uuid.ts';
import type { Database } from '../../../store/database.ts';
import { newId } from '../../../store/new-id.ts';
import { listTokens } from '../../../store/people/tokens.ts';
import { chooseOrganization } from '../../choose-organization.ts';
import { withDatabase } from '../../command-database.ts';
import { describeToken, describeTokens } from './describe-tokens.ts';
import { USAGE_INVALID } from '../../errors.ts';
import { parseArguments } from '../../terminal/parse-arguments.ts';
import { toTokenRequest, TOKEN_FLAGS } from './token-request.ts';

const ORGANIZATION = { organization: { type: 'string' } } as const;

const ACTIONS: Readonly<Record<string, (parameters: readonly string[]) => Promise<void>>> = { create, list, revoke };

export async function token([action = '', ...parameters]: readonly string[]): Promise<void> {
  const act = Object.hasOwn(ACTIONS, action) ? ACTIONS[action] : undefined;
  if (act === undefined) {
    throw USAGE_INVALID({
      problem: `"assay token" expects create, list or revoke${action && `, not ${quote(action)}`}.`,
    });
  }
  await act(parameters);
}

async function create(parameters: readonly string[]): Promise<void> {
  const { values } = parseArguments('token create', parameters, { ...TOKEN_FLAGS, ...ORGANIZATION });
  const request = toTokenRequest(values, Date.now());
  await withDatabase(loadConfig(), async (database) => {
    const operator = await toOperator(database, values.organization);
    const { token: created, text } = await issueToken(toDeps(database), operator, request, undefined);
    // Only the token goes to standard output, so that a script can read it.
    process.stderr.write(`${describeToken(created)}\nThe token is shown only once: save it.\n`);
    process.stdout.write(`${text}\n`);
  });
}

async function list(parameters: readonly string[]): Promise<void> {
  const { values } = parseArguments('token list', parameters, ORGANIZATION);
  await withDatabase(loadConfig(), async (database) => {
    const { orgId } = await toOperator(database, values.organization);
    const page = { limit: LIMITS.pageLimitMax, offset: 0 };
    const { items, total } = await database.inOrg(orgId, async (tx) => await listTokens(tx, page));
    process.stdout.write(describeTokens(items, Date.now()));
    if (total > items.length) process.stdout.write(`Showing the newest ${items.length} of ${total} tokens.\n`);
  });
}

async function revoke(parameters: readonly string[]): Promise<void> {
  const { values, places } = parseArguments('token revoke', parameters, ORGANIZATION, ['the id of the token']);
  const [id = ''] = places;
  if (!isUuid(id))
    throw USAGE_INVALID({ problem: `${quote(id)} is not a token id. Run "assay token list" to see the ids.` });
  await withDatabase(loadConfig(), async (database) => {
    const operator = await toOperator(database, values.organization);
    const revoked = await revokeToken(toDeps(database), operator, id, undefined);
    process.stdout.write(`Token ${quote(revoked.name)} was revoked at ${revoked.revokedAt}.\n`);
  });
}

async function toOperator(database: Database, organization: string | undefined): Promise<Principal> {
  return operatorOf((await chooseOrganization(database, organization)).id);
}

function toDeps(database: Database): TokenDeps {
  return { database, now: Date.now, newId };
}
