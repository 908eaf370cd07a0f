/** Creates and renames organizations, for the operator on the command line. */
import type { Database } from '../../store/database.ts';
import { insertAuditEntry } from '../../store/people/audit.ts';
import {
  getOrganization,
  insertOrganization,
  renameOrganization as setName,
  type Organization,
} from '../../store/people/organizations.ts';
import { operatorOf } from '../principal.ts';

export interface OrganizationDeps {
  readonly database: Database;
  readonly now: () => number;
  readonly newId: () => string;
}

export async function createOrganization(deps: OrganizationDeps, name: string): Promise<Organization> {
  const id = deps.newId();
  const organization = { id, name, createdAt: new Date(deps.now()).toISOString() };
  await deps.database.inOrg(id, async (tx) => {
    await insertOrganization(tx, organization);
    await insertAuditEntry(tx, {
      id: deps.newId(),
      at: organization.createdAt,
      actor: operatorOf(id).actor,
      action: 'organization.created',
      subject: { kind: 'organization', id },
      after: { name },
    });
  });
  return organization;
}

export async function renameOrganization(deps: OrganizationDeps, orgId: string, name: string): Promise<Organization> {
  return await deps.database.inOrg(orgId, async (tx) => {
    const before = await getOrganization(tx);
    await setName(tx, name);
    await insertAuditEntry(tx, {
      id: deps.newId(),
      at: new Date(deps.now()).toISOString(),
      actor: operatorOf(orgId).actor,
      action: 'organization.updated',
      subject: { kind: 'organization', id: orgId },
      before: { name: before.name },
      after: { name },
    });
    return { ...before, name };
  });
}
