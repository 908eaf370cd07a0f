/**
 * The permissions of every role on every route: derived from the scopes that the routes declare, and tested on the running
 * program.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROLES, TOKEN_SCOPES } from '../../../src/core/vocabulary/access.ts';
import { SCOPES_OF_ROLE } from '../../../src/access/principal.ts';
import { WireRole } from '../../../src/api/contract/organization/person.ts';
import { listOperations, type NamedOperation, type OpenApiDocument } from '../../support/openapi-document.ts';
import { aMember, callAs } from '../../support/people.ts';
import { startTestAssay, type TestAssay } from '../../support/test-assay.ts';

/** Routes for users only, whose scope the document does not name. */
const SCOPE_OF_PEOPLE: Readonly<Record<string, string>> = {
  'POST /api/v2/member/{person}/password-reset': 'settings:write',
};
/** They would end the session of the test. */
const NOT_ASKED = ['DELETE /api/v2/session'];

let assay: TestAssay;
let operations: NamedOperation[];
beforeAll(async () => {
  assay = await startTestAssay();
  const response = await assay.request('/api/v2/openapi.json', { token: null });
  operations = listOperations((await response.json()) as OpenApiDocument);
});
afterAll(async () => await assay.stop());

describe('the roles', () => {
  it('are the same in the API and in the store, each with fewer scopes than the one before', () => {
    expect(WireRole.options).toEqual(ROLES);
    expect(SCOPES_OF_ROLE.owner).toEqual(TOKEN_SCOPES);
    for (const [n, role] of ROLES.slice(1).entries()) {
      expect(SCOPES_OF_ROLE[ROLES[n] ?? 'owner']).toEqual(expect.arrayContaining([...SCOPES_OF_ROLE[role]]));
    }
  });

  it.each(ROLES)('give access to exactly the routes whose scope they have: %s', async (role) => {
    const { id: orgId } = await assay.newOrganization();
    const { cookie } = await aMember(assay, orgId, role);
    const scoped = operations.filter(
      ({ name, operation }) => operation.security?.length !== 0 && !NOT_ASKED.includes(name),
    );
    const allowed: readonly string[] = SCOPES_OF_ROLE[role];

    for (const { name, method, path, operation } of scoped) {
      // A route without a scope for tokens concerns the user's own account, which every role has.
      const [scope = SCOPE_OF_PEOPLE[name] ?? 'read'] = operation.security?.[0]?.['token'] ?? [];
      const address = path.replace('/api/v2', '').replaceAll(/\{[a-z]+\}/g, 'x');
      const response = await callAs(assay, cookie, address, { method });
      const { code } = response.status < 400 ? {} : ((await response.json()) as { code?: string });

      expect([name, code === 'SCOPE_MISSING']).toEqual([name, !allowed.includes(scope)]);
      expect([name, response.status]).not.toEqual([name, 401]);
    }

    expect(scoped.length).toBeGreaterThan(40);
  });
});
