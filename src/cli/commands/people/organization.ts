/** `assay organization`: creates, lists, renames and deletes organizations, for an operator with access to the database. */
import { createInterface } from 'node:readline/promises';
import { toEmail } from '../../../access/emails.ts';
import { EMAIL_INVALID } from '../../../access/errors.ts';
import { createOrganization, renameOrganization } from '../../../access/organizations/manage-organizations.ts';
import { OrganizationName } from '../../../api/contract/organization/organization.ts';
import { loadConfig } from '../../../config.ts';
import { AssayError, quote } from '../../../core/errors.ts';
import {
  deleteMarkedOrganization,
  markForDeletion,
  type DeleteOrganizationDeps,
} from '../../../pipeline/maintenance/remove-deleted.ts';
import { createCrashPoint } from '../../../start/crash-point.ts';
import type { Database } from '../../../store/database.ts';
import { newId } from '../../../store/new-id.ts';
import { listDeletedOrganizations } from '../../../store/people/delete-organization.ts';
import { listOrganizationsWithMembers, type OrganizationWithMembers } from '../../../store/people/organizations.ts';
import { chooseOrganization } from '../../choose-organization.ts';
import { withDatabase } from '../../command-database.ts';
import { LAST_ORGANIZATION, ORGANIZATION_UNKNOWN, USAGE_INVALID } from '../../errors.ts';
import { createInvitationLink } from './person.ts';
import { toColumns } from '../../terminal/columns.ts';

interface JsonOption {
  readonly json: boolean;
}

export async function createOrganizationWithOwner(
  values: JsonOption & { readonly owner: string | undefined },
  text: string,
): Promise<void> {
  const name = toName(text);
  if (values.owner === undefined) {
    throw USAGE_INVALID({
      problem: '"assay organization create" requires --owner <email>, the e-mail address of the first owner.',
    });
  }
  const email = toEmail(values.owner);
  if (email === undefined) throw EMAIL_INVALID({ email: values.owner });
  const config = loadConfig();
  await withDatabase(config, async (database) => {
    const created = await createOrganization({ database, now: Date.now, newId }, name);
    const invitation = await createInvitationLink(database, config, { orgId: created.id, email, role: 'owner' });
    if (values.json) return printJson({ ...created, invitation });
    // Only the link goes to standard output, so that a script can read it.
    process.stderr.write(
      `Created organization ${quote(name)}, ${created.id}.\n` +
        `Send this link to ${quote(email)}. It works once and expires on ${invitation.expiresAt.slice(0, 10)}:\n`,
    );
    process.stdout.write(`${invitation.url}\n`);
  });
}

export async function listAll(values: JsonOption): Promise<void> {
  await withDatabase(loadConfig(), async (database) => {
    const organizations = await database.reference(listOrganizationsWithMembers);
    if (values.json) printJson(organizations);
    else process.stdout.write(describeOrganizations(organizations));
  });
}

/** Names are quoted, because members choose them. */
function describeOrganizations(organizations: readonly OrganizationWithMembers[]): string {
  return toColumns([
    ['ID', 'CREATED', 'MEMBERS', 'NAME'],
    ...organizations.map(({ id, createdAt, members, name }) => [
      id,
      createdAt.slice(0, 10),
      String(members),
      quote(name),
    ]),
  ]);
}

export async function rename(values: JsonOption, reference: string, text: string): Promise<void> {
  const name = toName(text);
  await withDatabase(loadConfig(), async (database) => {
    const before = await chooseOrganization(database, reference, 'by its id');
    const renamed = await renameOrganization({ database, now: Date.now, newId }, before.id, name);
    if (values.json) printJson(renamed);
    else process.stdout.write(`Renamed organization ${quote(before.name)} to ${quote(name)}.\n`);
  });
}

export async function remove(values: JsonOption & { readonly yes: boolean }, reference: string): Promise<void> {
  const config = loadConfig();
  await withDatabase(config, async (database) => {
    const { id, name, isMarked } = await findForDeletion(database, reference);
    if (!values.yes && !isMarked) await confirm(name);
    const deps: DeleteOrganizationDeps = { database, now: Date.now, crashPoint: createCrashPoint(config) };
    if (!isMarked && !(await markForDeletion(deps, id))) throw LAST_ORGANIZATION();
    const rows = await deleteMarkedOrganization(deps, id);
    if (values.json) printJson({ id, name, rows });
    else process.stdout.write(`Deleted organization ${quote(name)} with ${rows} rows.\n`);
  });
}

/** Also finds one whose deletion was interrupted. */
async function findForDeletion(
  database: Database,
  reference: string,
): Promise<{ readonly id: string; readonly name: string; readonly isMarked: boolean }> {
  try {
    return { ...(await chooseOrganization(database, reference, 'by its id')), isMarked: false };
  } catch (error) {
    if (!(error instanceof AssayError) || error.code !== ORGANIZATION_UNKNOWN.code) throw error;
    const [marked] = await database.reference(async (tx) => await listDeletedOrganizations(tx, reference));
    if (marked === undefined) throw error;
    return { ...marked, isMarked: true };
  }
}

async function confirm(name: string): Promise<void> {
  if (!process.stdin.isTTY) {
    throw USAGE_INVALID({
      problem: `Deleting organization ${quote(name)} cannot be undone. Confirm with --yes.`,
    });
  }
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    const answer = await terminal.question(
      `This deletes organization ${quote(name)} and all its data. It cannot be undone.\nType its name to confirm: `,
    );
    if (answer.trim() !== name) throw USAGE_INVALID({ problem: 'The name does not match. Nothing was deleted.' });
  } finally {
    terminal.close();
  }
}

function toName(text: string): string {
  const { success, data } = OrganizationName.safeParse(text);
  if (!success) throw USAGE_INVALID({ problem: 'The name of an organization must have 1 to 200 characters.' });
  return data;
}

function printJson(value: unknown): void {
  process.stdout.write(`${JSON.stringify(value, null, 2)}\n`);
}
