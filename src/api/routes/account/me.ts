/** The caller: the account of a user, or the properties of a token. */
import { TOKEN_SCOPES } from '../../../core/vocabulary/access.ts';
import { changeAccount, findAccount, DEFAULT_PREFERENCES } from '../../../access/account/account.ts';
import { UNAUTHENTICATED } from '../../../access/errors.ts';
import type { Principal } from '../../../access/principal.ts';
import type { OrgTx } from '../../../store/database.ts';
import { getOrganization } from '../../../store/people/organizations.ts';
import { findToken } from '../../../store/people/tokens.ts';
import type { ApiDeps, RouteApp } from '../../api-deps.ts';
import { AccountChange, WireMe } from '../../contract/organization/person.ts';
import { getPerson, getPrincipal } from '../../http/guard-request.ts';
import { toClient } from './send-session.ts';

export function meRoutes(app: RouteApp, deps: ApiDeps): void {
  app.get(
    '/me',
    {
      config: { scope: 'read' },
      schema: {
        operationId: 'getMe',
        summary: 'Get the caller',
        description:
          'Returns the person or token that sent the request, the current organization, and the scopes that apply.',
        response: { 200: WireMe },
      },
    },
    async (request, reply) => {
      void reply.header('cache-control', 'no-store');
      return await readMe(getPrincipal(request));
    },
  );

  app.patch(
    '/me',
    {
      config: { scope: 'read', person: true },
      schema: {
        operationId: 'updateMe',
        summary: 'Update your account',
        description:
          'Changes your name, password, preferences or saved filters. Changing the password ends all your other sessions.',
        body: AccountChange,
        response: { 200: WireMe },
      },
    },
    async (request, reply) => {
      const principal = getPrincipal(request);
      const { password, currentPassword, ...change } = request.body;
      const who = { ...toClient(request, deps.publicUrl), orgId: principal.orgId, person: getPerson(request) };
      const passwords = password === undefined ? undefined : { next: password, current: currentPassword ?? '' };
      await changeAccount(deps, who, { ...change, password: passwords });
      void reply.header('cache-control', 'no-store');
      return await readMe(principal);
    },
  );

  async function readMe(principal: Principal): Promise<WireMe> {
    return await deps.database.inOrg(principal.orgId, async (tx) => {
      const { id, name } = await getOrganization(tx);
      const who =
        principal.person === undefined ? await getTokenDetails(tx, principal) : await getPersonDetails(tx, principal);
      const scopes = TOKEN_SCOPES.filter((scope) => principal.scopes.has(scope));
      return { ...who, organization: { id, name }, scopes };
    });
  }
}

type CallerDetails = Omit<WireMe, 'organization' | 'scopes'>;

async function getPersonDetails(tx: OrgTx, { person }: Principal): Promise<CallerDetails> {
  const account = person && (await findAccount(tx, person.id));
  if (person === undefined || account === undefined) throw UNAUTHENTICATED();
  const organizations = account.organizations.map((organization) => ({ ...organization }));
  const savedFilters = account.savedFilters.map((filter) => ({ ...filter }));
  return { ...account, organizations, savedFilters, role: person.role, token: null };
}

async function getTokenDetails(tx: OrgTx, { credentialId }: Principal): Promise<CallerDetails> {
  const token = await findToken(tx, credentialId);
  if (token === undefined) throw UNAUTHENTICATED();
  const { id, publicId, name, serviceIds, expiresAt } = token;
  return {
    person: null,
    token: { id, publicId, name, serviceIds: serviceIds === null ? null : [...serviceIds], expiresAt },
    organizations: [],
    role: null,
    lastVisitAt: null,
    preferences: DEFAULT_PREFERENCES,
    savedFilters: [],
  };
}
